import { isDay } from '../../schema/days/day.ts'
import { soleReadingName } from '../../schema/facts/facts.ts'
import { asRecord, getAt, isRecord } from '../../schema/util/records.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'
import { listFacts } from '../report/list-facts.ts'
import { writeValues, type ValueEdit } from './write-values.ts'
import {
  parseYes,
  yes,
  type CellTexts,
  type DescribedTable,
  type SheetRow,
  type SheetSource,
} from './sheet-table.ts'
import type { SiteEdits } from '../edit/site-edits.ts'
import { findLedgerFile } from '../shared/family-file.ts'

/** Properties of a reading, by heading. The others belong to the fact, and are in its first row. */
const readingPaths: Record<string, string[]> = {
  value: ['value'],
  plus: ['plus'],
  source: ['source'],
  evidence: ['evidence', 'source'],
  'evidence url': ['evidence', 'url'],
  checked: ['evidence', 'checked'],
  until: ['evidence', 'until'],
}
const factPaths: Record<string, string[]> = { label: ['label'], unit: ['unit'] }

const unsourced =
  'a new figure needs a source of its own: who says so, and when. Write it in the column source, in place of the old one'
const computed = 'it is computed'
const renamed = 'a fact is renamed in its file, with the texts that cite it'

/** The ledger: a row for each reading of each fact. Tables of facts are sheets of their own. */
export async function describeFactsSheet({
  edits,
  resolved,
}: SheetSource): Promise<DescribedTable> {
  const { site } = resolved
  const facts = [...site.facts.values()].filter((fact) => !fact.table && !fact.tableName)
  const listed = listFacts({ resolved, pages: resolved.summaries })
  const printed = new Map(listed.map((fact) => [fact.name, fact]))
  const rows: SheetRow[] = []
  for (const fact of facts) {
    const { file } = fact.location.source
    const written = asRecord(getAt(await edits.value(file), fact.location.path))
    for (const [index, reading] of [...fact.readings.keys()].entries()) {
      const name = reading === soleReadingName ? '' : reading
      const own = name === '' ? written : asRecord(asRecord(written.readings)[name])
      const shown = printed.get(fact.name)?.readings.find((each) => each.name === reading)
      rows.push({
        key: joinKey(fact.name, name),
        file,
        texts: {
          fact: fact.name,
          reading: name,
          ...(index === 0 && formatValues(written, factPaths)),
          ...formatValues(own, readingPaths),
          prints: shown?.text ?? '',
          pages: String(shown?.pages.length ?? 0),
        },
        locked: {
          ...(own.values !== undefined && { value: 'it has values on days, in the file' }),
          ...(own.value === undefined && own.values === undefined && { value: computed }),
          ...(index > 0 && { label: inFirstRow, unit: inFirstRow }),
        },
      })
    }
  }
  const findUnit = (texts: CellTexts, row?: SheetRow) =>
    texts.unit || site.facts.get(row?.texts.fact ?? texts.fact ?? '')?.unit
  const units = [...new Set(facts.map(({ unit }) => String(unit)))].sort()
  return {
    columns: [
      { heading: 'fact', format: 'text', locked: renamed },
      { heading: 'reading', format: 'text', locked: renamed },
      { heading: 'label', format: 'text' },
      { heading: 'unit', format: 'text', choices: { texts: units, isComplete: false } },
      { heading: 'value', format: 'number' },
      { heading: 'plus', format: 'text', choices: yes },
      { heading: 'source', format: 'text' },
      { heading: 'evidence', format: 'text' },
      { heading: 'evidence url', format: 'text' },
      { heading: 'checked', format: 'date' },
      { heading: 'until', format: 'date' },
      { heading: 'prints', format: 'text', locked: computed, isComputed: true },
      { heading: 'pages', format: 'number', locked: computed, isComputed: true },
    ],
    rows,
    keyOf: ({ fact = '', reading = '' }) => joinKey(fact, reading),
    unitOf: findUnit,
    explainCell(texts, heading, row) {
      const text = texts[heading] ?? ''
      const hasDays = heading === 'checked' || heading === 'until'
      if (hasDays && text !== '' && !isDay(text))
        return 'write a day as 2026-11-22; a sheet in .xlsx keeps it'
      if (heading === 'plus' && parseYes(text) === undefined) return 'write yes, or nothing'
      if (heading === 'source' && !row && text === '' && texts.value) return unsourced
      if (heading !== 'value' || text === '') return undefined
      if (findUnit(texts, row) !== 'text' && typeof parseFigure(text) === 'string')
        return 'write a number such as 60 or 4.5, or a range such as 2–4, without its unit'
      const isReal = site.facts.get(row?.texts.fact ?? '')?.placeholder === false
      const source = texts.source ?? row?.texts.source
      return isReal && source === row?.texts.source ? unsourced : undefined
    },
    async plan({ cells, added, removed }) {
      const locate = (row: SheetRow, heading: string) => {
        const { location } = site.facts.get(row.texts.fact!)!
        const { reading = '' } = row.texts
        const isOwn = heading in factPaths || reading === ''
        return [
          ...location.path,
          ...(isOwn ? [] : ['readings', reading]),
          ...(factPaths[heading] ?? readingPaths[heading]!),
        ]
      }
      const changed = cells.map(({ row, heading, text }): ValueEdit => {
        const unit = String(site.facts.get(row.texts.fact!)?.unit)
        const path = locate(row, heading)
        return { file: row.file, path, value: parseCell(heading, text, unit) }
      })
      const removals = removed.map(({ file, texts: { fact = '', reading = '' } }): ValueEdit => {
        const { location, readings } = site.facts.get(fact)!
        const isLast = removed.filter(({ texts }) => texts.fact === fact).length === readings.size
        const below = reading === '' || isLast ? [] : ['readings', reading]
        return { file, path: [...location.path, ...below], value: undefined }
      })
      const additions = added.map((texts): ValueEdit => {
        const { fact = '', reading = '', label = '' } = texts
        const known = site.facts.get(fact)
        // The first row of a fact has what all its readings share.
        const first = added.find((each) => each.fact === fact)!
        const own = createReading(texts, first.unit || String(known?.unit))
        const file = known?.location.source.file ?? findLedgerFile(site)
        const path = known?.location.path ?? ['facts', fact]
        if (reading !== '' && (known || first !== texts))
          return { file, path: [...path, 'readings', reading], value: own }
        const shared = { ...(label && { label }), ...(texts.unit && { unit: texts.unit }) }
        const figures = reading === '' ? own : { readings: { [reading]: own } }
        return { file, path, value: { ...shared, ...figures } }
      })
      await writeValues(edits, [...changed, ...removals, ...additions])
      await dropEmptyEvidence(edits, changed)
    },
  }
}

const inFirstRow = 'it is in the first row of the fact'

const joinKey = (fact: string, reading: string) => (reading === '' ? fact : `${fact}.${reading}`)

const formatValues = (value: unknown, paths: typeof readingPaths): CellTexts =>
  Object.fromEntries(
    Object.entries(paths).map(([heading, path]) => [heading, formatValue(getAt(value, path))]),
  )

function formatValue(value: unknown): string {
  if (value === true) return 'yes'
  if (isRecord(value)) return `${String(value.min)}–${String(value.max)}`
  return value === undefined || value === null || value === false ? '' : String(value)
}

/** A number, a range, or the text itself if it is neither. */
function parseFigure(text: string): JsonValue {
  const number = String.raw`(-?\d+(?:\.\d+)?)`
  const [, min, max] = new RegExp(`^${number}\\s*(?:–|-|to)\\s*${number}$`).exec(text) ?? []
  if (min !== undefined && max !== undefined) return { min: Number(min), max: Number(max) }
  return new RegExp(`^${number}$`).test(text) ? Number(text) : text
}

function parseCell(heading: string, text: string, unit: string): JsonValue | undefined {
  if (heading === 'plus') return parseYes(text) || undefined
  if (text === '') return undefined
  return heading === 'value' && unit !== 'text' ? parseFigure(text) : text
}

function createReading(texts: CellTexts, unit: string): Record<string, JsonValue> {
  const reading: Record<string, JsonValue> = {}
  for (const [heading, path] of Object.entries(readingPaths)) {
    const value = parseCell(heading, texts[heading] ?? '', unit)
    if (value === undefined) continue
    const [first = '', second] = path
    reading[first] =
      second === undefined ? value : ({ ...asRecord(reading[first]), [second]: value } as JsonValue)
  }
  return reading
}

/** Evidence of which every cell was emptied is no evidence. */
async function dropEmptyEvidence(edits: SiteEdits, changed: ValueEdit[]): Promise<void> {
  for (const { file, path, value } of changed) {
    if (value !== undefined || path.at(-2) !== 'evidence') continue
    const map = path.slice(0, -1)
    const left = await edits.value(file, map)
    if (left === null || (isRecord(left) && Object.keys(left).length === 0))
      await edits.apply(file, [{ kind: 'remove', path: map }])
  }
}
