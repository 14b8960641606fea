import { chooseLanguage } from '../../util/supported-language.ts'
import type { FactTable } from '../../page-data.ts'
import { describeUnknownName, formatNameList, suggestName } from '../../validate/nearest-name.ts'
import type { Measure } from '../../validate/json-schema.ts'
import {
  isPossiblyDefined,
  chooseReading,
  formatReading,
  hasMeasure,
  leastPrefix,
  splitCitedName,
  toCellName,
  type FactTableShape,
  countPrefix,
} from '../../facts/facts.ts'
import { checkName } from '../../names/check-names.ts'
import { reportUnknownSiteCount } from '../counts/resolve-count.ts'
import { parseCitations, type Citation } from '../parse-citations.ts'
import { copyLocation, reportAt, type TextPlace } from './findings.ts'

const measureNames: Record<Measure, string> = {
  money: 'an amount of money',
  time: 'a time',
  distance: 'a distance',
}

/** Returns the fact that a property names, formatted. */
export function formatNamedFact(value: string, at: TextPlace): unknown {
  const { context, path, schema } = at
  const { measures } = schema
  const [part] = parseCitations(`\${${value}}`)
  if (typeof part !== 'object' || 'invalid' in part || part.format) {
    const cited = /^\$\{(.+)\}$/.exec(value)?.[1]
    const details = {
      expected: 'the name of a fact, or name.reading',
      found: value,
      fix:
        cited === undefined
          ? 'Add the figure to facts, and write the name of that fact here. If the fact exists, npm run facts lists its name.'
          : 'Write only the name, without ${ }.',
      ...(cited !== undefined &&
        context.facts.has(splitCitedName(cited).name) && {
          replacement: { from: value, to: cited },
        }),
    }
    reportAt(at, 'INVALID_CITATION', `"${value}" is not the name of a fact.`, details)
    return undefined
  }
  const found = resolveCitation(part, at)
  if (found && measures && !hasMeasure(found.fact.unit, measures))
    reportAt(
      at,
      'WRONG_UNIT',
      `"${path.at(-1)}" must be ${measureNames[measures]}, but the unit of the fact "${part.name}" is ${found.fact.unit}.`,
      { expected: `a fact that is ${measureNames[measures]}`, found: value },
    )
  return (
    found && {
      ...formatReading(found.fact, found.reading, context.language),
      ...(part.name.startsWith(leastPrefix) && { least: true as const }),
    }
  )
}

/** Finds the fact that a citation names, and the reading that counts. */
export function resolveCitation({ name, reading }: Citation, at: TextPlace) {
  const { facts, readings, possiblyDefined } = at.context
  const fact = facts.get(name)
  if (!fact && isPossiblyDefined(name, at.context)) return undefined
  const table = fact?.table ?? facts.get(name.split('.')[0]!)?.table
  if (table && (!fact || fact.table)) {
    // A table that cannot be read is reported where the ledger names it.
    if (table.columns.length > 0)
      reportTableCitation([name, reading].filter(Boolean).join('.'), table, at)
    return undefined
  }
  if (!fact && name.startsWith(countPrefix)) {
    reportUnknownSiteCount({ name }, at)
    return undefined
  }
  if (!fact || (reading !== undefined && !fact.readings.has(reading))) {
    const use = fact
      ? { kind: 'readings' as const, name: reading!, fact: name }
      : { kind: 'facts' as const, name }
    const scope = { settings: {}, facts, possiblyDefined }
    at.findings.problems.push(...checkName({ ...use, location: at }, scope))
    return undefined
  }
  const chosen = chooseReading(fact, reading, readings.get(name))
  const value = chosen === undefined ? undefined : fact.readings.get(chosen)
  if (chosen === undefined || value === undefined) return undefined
  // On its own page, a fact of a row has a short name.
  const cited = fact.tableName === undefined ? name : fact.name
  at.findings.citations.push({ fact: cited, reading: chosen, location: copyLocation(at) })
  return { fact, reading: value }
}

/** Reports a citation of a table, or of a cell that it does not have. */
function reportTableCitation(
  cited: string,
  { file, rows, columns }: FactTableShape,
  at: TextPlace,
): void {
  const [table = '', rowName, columnName] = cited.split('.')
  const row = rows.find(({ name }) => name === rowName)
  const column = columns.find(({ name }) => name === columnName)
  const names = [...at.context.facts.keys()].filter((name) => name.startsWith(`${table}.`))
  const message =
    columnName === undefined
      ? `"${cited}" does not name a row and a column of the table ${file}.`
      : row && column
        ? `The cell of ${file} in the row "${row.label}" and the column "${column.label}" is empty.`
        : row
          ? `The table ${file} has no column "${columnName}".`
          : `The table ${file} has no row "${rowName}".`
  reportAt(at, 'UNKNOWN_FACT', message, {
    expected: formatNameList(names),
    found: cited,
    // An empty cell is not a misspelled one.
    ...(!(row && column) && suggestName(cited, names)),
    fix: 'Cite a cell that has a value, or fill in the cell.',
    needle: cited,
  })
}

const emptyTable: FactTable = { header: '', columns: [], rows: [] }

/**
 * Returns the table that a property names, with the formatted values of its cells, each of which
 * counts as cited. One that does not exist is reported, and is empty, so that editors show the page.
 */
export function resolveFactTable(name: string, at: TextPlace): FactTable {
  const { facts, possiblyDefined, language } = at.context
  const table = facts.get(name)?.table
  if (!table) {
    const cells = [...facts.keys()].filter((each) => /^[^:]+\.[^.]+\.[^.]+$/.test(each))
    const tables = [...new Set(cells.map((cell) => cell.split('.')[0]!))]
    if (!facts.has(name) && possiblyDefined.has(name)) return emptyTable
    const message = facts.has(name)
      ? `The fact "${name}" has no table.`
      : `There is no fact "${name}".`
    reportAt(at, 'UNKNOWN_FACT', message, {
      ...describeUnknownName(name, tables, 'a list of rows'),
      fix: 'Write the rows here, or the name of a fact with table: data/prices.csv.',
    })
    return emptyTable
  }
  const { header, rows, columns } = table
  const [base] = language.split('-') as [string]
  const words = chooseLanguage(table.words, language) ?? {}
  const labels = [header, ...columns.map(({ label }) => label), ...rows.map(({ label }) => label)]
  const isTranslated = (label: string) => label === '' || Object.hasOwn(words, label)
  const missing = labels.filter((label) => !isTranslated(label))
  if (table.language?.split('-')[0] !== base && missing.length > 0) {
    const message = `The table "${name}" has no words in "${language}" for ${formatNameList(missing)}.`
    const fix = table.set
      ? 'Print the set with a city-table, whose headings are in the language of the page.'
      : `Add them to the fact: tableWords: { ${base}: { ${missing[0]}: … } }.`
    reportAt(at, 'UNTRANSLATED_TABLE', message, { found: name, fix })
  }
  const translate = (label: string) => words[label] ?? label
  return {
    header: translate(header),
    columns: columns.map(({ label }) => translate(label)),
    rows: rows.map((row) => ({
      label: translate(row.label),
      cells: columns.map((column) => {
        const cell = toCellName(name, row, column)
        if (!facts.has(cell)) return null
        const found = resolveCitation({ name: cell }, at)
        if (!found) return null
        const printed = formatReading(found.fact, found.reading, language)
        at.findings.printed?.push({
          text: printed.text,
          evidenced: found.reading.evidence ? [printed.text] : [],
          location: copyLocation(at),
        })
        return printed
      }),
    })),
  }
}

/** Returns the value of a setting, such as ${site.phone}. */
export function resolveSettingCitation({ name, reading }: Citation, at: TextPlace): string {
  const { settings } = at.context
  const key = `${name}.${reading ?? ''}`
  const value = settings.get(key)
  if (value !== undefined) return value
  const details = { ...describeUnknownName(key, settings.keys()), needle: key }
  reportAt(at, 'UNKNOWN_FACT', `"${key}" is not a setting that you can cite.`, details)
  return ''
}
