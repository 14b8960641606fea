import { problemAt, type Problem } from '../problems/problem.ts'
import { type SourceLocation, convertPaths, locateChild } from '../problems/location.ts'
import { asRecord, isRecord, type UnknownRecord } from '../util/records.ts'
import { formatMoment, isInPeriod, type DatedPart, type Days, type Moment } from './moment.ts'
import { parseDays } from './parse-days.ts'

type WrittenFact = { entry: UnknownRecord; location: SourceLocation }
/** @property parts the dated values */
type ChosenValue = WrittenFact & { parts: DatedPart[]; problems: Problem[] }
type DatedValue = { raw: UnknownRecord; days: Days; index: number }

/**
 * Replaces the dated `values` of a fact, and of each of its readings, with the one value that
 * applies at a moment. Facts without dated values, and entries that do not match the schema, stay
 * as they are.
 */
export function chooseValue(name: string, written: WrittenFact, moment: Moment): ChosenValue {
  const fact = chooseOwnValue(name, written, moment)
  for (const [reading, entry] of Object.entries(asRecord(fact.entry.readings))) {
    if (!isRecord(entry) || entry.values === undefined) continue
    const location = locateChild(fact.location, 'readings', reading)
    const chosen = chooseOwnValue(`${name}.${reading}`, { entry, location }, moment)
    const readings = { ...asRecord(fact.entry.readings), [reading]: chosen.entry }
    fact.entry = { ...fact.entry, readings }
    fact.location = { ...fact.location, source: chosen.location.source }
    fact.parts = [...fact.parts, ...chosen.parts]
    fact.problems = [...fact.problems, ...chosen.problems]
  }
  return fact
}

function chooseOwnValue(
  name: string,
  { entry, location }: WrittenFact,
  moment: Moment,
): ChosenValue {
  const same: ChosenValue = { entry, location, parts: [], problems: [] }
  const { values: written, ...fact } = entry
  if (!Array.isArray(written) || written.length === 0 || !written.every(isRecord)) return same
  if (fact.value !== undefined || fact.readings !== undefined) return same
  const problems: Problem[] = []
  const at = (index: number) => locateChild(location, 'values', index)
  const values = written.map((raw, index): DatedValue => {
    const days = parseDays(raw.publish, locateChild(at(index), 'publish'), moment, problems)
    return { raw, days, index }
  })
  if (problems.length === 0) problems.push(...findOverlaps(name, values, at, moment))
  const isShown = ({ days }: DatedValue) => isInPeriod(days, moment.now)
  const chosen = values.find(isShown)
  if (!chosen && problems.length === 0) {
    const day = formatMoment(moment.now, moment.timeZone)
    const reason = values.some(({ days }) => days.never)
      ? ', with the services in the settings'
      : ''
    const message = `The fact "${name}" has no value on ${day}${reason}.`
    problems.push(problemAt(locateChild(location, 'values'), 'NO_VALUE', message))
  }
  const { raw, index } = chosen ?? values[0]!
  const { publish: _, ...value } = raw
  const toSourcePath = ([step, ...rest]: SourceLocation['path']) =>
    step !== undefined && step in value ? ['values', index, step, ...rest] : [step!, ...rest]
  return {
    entry: { ...fact, ...value },
    location: {
      ...location,
      source: convertPaths(location.source, location.path, (path) =>
        path.length === 0 ? path : toSourcePath(path),
      ),
    },
    parts: values.map((each) => ({
      ...each.days,
      what: `the value ${formatValue(each.raw.value)} of ${name}`,
      fact: name,
      isShown: each === chosen,
    })),
    problems,
  }
}

function findOverlaps(
  name: string,
  values: DatedValue[],
  at: (index: number) => SourceLocation,
  { timeZone }: Moment,
): Problem[] {
  const start = ({ days }: DatedValue) => days.from ?? Number.NEGATIVE_INFINITY
  const sorted = values.filter(({ days }) => !days.never).toSorted((a, b) => start(a) - start(b))
  return sorted.slice(1).flatMap((value, index): Problem[] => {
    const before = sorted[index]!
    const { until = Number.POSITIVE_INFINITY } = before.days
    if (until <= start(value)) return []
    const day =
      value.days.from === undefined ? '' : ` on ${formatMoment(value.days.from, timeZone)}`
    const both = `${formatValue(before.raw.value)} and ${formatValue(value.raw.value)}`
    const message = `The values ${both} of the fact "${name}" both apply${day}.`
    return [problemAt(at(value.index), 'OVERLAPPING_VALUES', message)]
  })
}

const formatValue = (value: unknown): string =>
  isRecord(value)
    ? `${String(value.min)}–${String(value.max)}`
    : typeof value === 'string'
      ? `"${value}"`
      : String(value)
