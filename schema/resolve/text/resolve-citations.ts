import { capitalize } from '../../shared/capitalize.ts'
import { chooseLanguage } from '../../util/supported-language.ts'
import type { FactTable } from '../../page-data.ts'
import { describeUnknownName, formatNameList, suggestName } from '../../validate/nearest-name.ts'
import type { Measure } from '../../validate/json-schema.ts'
import {
  isPossiblyDefined,
  chooseReading,
  countPrefix,
  formatReading,
  formatReadingNumber,
  hasMeasure,
  leastPrefix,
  splitCitedName,
  toCellName,
  type FactTableShape,
  type LedgerFact,
  type Reading,
} from '../../facts/facts.ts'
import type { Replacement } from '../../problems/correction.ts'
import { checkName } from '../../names/check-names.ts'
import { countPageList, isPageCount, reportUnknownSiteCount } from '../counts/resolve-count.ts'
import { parseCitations, type Citation, type TextSegment } from '../parse-citations.ts'
import { checkContacts } from './check-contacts.ts'
import { listFirstMatches } from './first-matches.ts'
import { copyLocation, reportAt, type TextContext, type TextPlace } from './findings.ts'

/**
 * Replaces the citations in a text.
 * @param escapeText escapes what replaces a citation
 */
export function expandCitations(
  text: string,
  at: TextPlace,
  escapeText: (text: string) => string,
): string {
  const { context } = at
  // Fast path for most texts.
  if (!text.includes('${')) return checkLiteralText(text, at)
  // To report each of thousands would take long.
  const reported = new Set<string>()
  return parseCitations(text)
    .map((part, index, parts) => {
      if (typeof part === 'string') {
        checkLiteralText(part, at)
        // Escape the dot of "${year}." at the start of a text, which Markdown would parse as a
        // list.
        return index > 0 && /^[.)]/.test(part) ? escapeText(part[0]!) + part.slice(1) : part
      }
      if ('invalid' in part) {
        if (reported.has(part.invalid)) return escapeText(part.invalid)
        reported.add(part.invalid)
        reportAt(at, 'INVALID_CITATION', `"${part.invalid}" is not a valid citation.`, {
          found: part.invalid,
          needle: part.invalid,
          ...suggestCitation(part.invalid, context),
        })
        return escapeText(part.invalid)
      }
      const cited = `${part.name}.${part.reading ?? ''}`
      if (reported.has(cited)) return escapeText(`\${${part.name}}`)
      if (part.name === 'site' || part.name === 'page') {
        const setting = resolveSettingCitation(part, at)
        if (setting === '') reported.add(cited)
        return escapeText(setting)
      }
      const found = isPageCount(part) ? countPageList(part, at) : resolveCitation(part, at)
      if (!found) {
        reported.add(cited)
        // Nothing in its place could make other text look wrong, such as ** on both sides.
        return escapeText(`\${${part.name}}`)
      }
      const { fact, reading } = found
      if (part.format === 'number')
        return escapeText(formatReadingNumber(reading, context.language))
      if (part.format) return escapeText(spellReading(part, reading, at))
      const printed = formatReading(fact, reading, context.language).text
      const beside = [parts[index - 1], parts[index + 1]] as const
      reportDoubledUnit(fact, printed, beside, at)
      return escapeText(printed)
    })
    .join('')
}

/** Spells a figure as a word: `two`, or `Two` at the beginning of a sentence. */
function spellReading({ name, format }: Citation, reading: Reading, at: TextPlace): string {
  const { language } = at.context
  const number = formatReadingNumber(reading, language)
  const isPlain = typeof reading.value === 'number' && !reading.plus
  const word = isPlain ? spellNumber(reading.value as number, language) : undefined
  if (word !== undefined) return format === 'Words' ? capitalize(word) : word
  const isKnown = canSpellNumbers(language)
  const where = isKnown ? '' : ` on a page in "${language}"`
  reportAt(at, 'INVALID_CITATION', `${number} cannot be printed as a word${where}.`, {
    expected: isKnown
      ? 'a whole number from 0 to 99'
      : 'digits, because numbers are spelled in English only',
    found: number,
    needle: `${name}|${format}`,
    fix: `Write \${${name}|number}.`,
  })
  return number
}

/** Matches the URL of each Markdown link, with the bracket before it. Bounded like all patterns here. */
const linkDestinationPattern = /\]\([^)]{0,2000}\)/g

/** Checks and records a text, or a part of one, without citations. */
function checkLiteralText(text: string, at: TextPlace): string {
  const { context, findings } = at
  reportWrongCitations(text, at)
  const shown = text.includes('](') ? text.replace(linkDestinationPattern, ']') : text
  checkContacts(shown, at, context.contact, findings.problems)
  recordText(shown, at)
  return text
}

/** Records a text of a block, for comparing pages. */
export function recordText(text: string, { path, findings }: TextPlace): string {
  if (text !== '' && path[2] === 'blocks') findings.texts.push(text)
  return text
}

/** The names that a text can cite: facts, and settings such as `site.phone`. */
type CitableNames = Pick<TextContext, 'facts' | 'settings'>

/**
 * Matches a name in the wrong brackets, or after a $ without any, which would appear on the page
 * literally.
 */
const wrongCitationPattern =
  /(?:\$?\{\{?|\$\()\s*([a-z][a-z0-9-]*)(?:\.([a-zA-Z0-9-]+(?:\.[a-z0-9-]+)?))?\s*(?:\}\}?|\))|\$([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:\.([a-z][a-zA-Z0-9-]*(?:\.[a-z0-9-]+)?))?/g

/** Reports citations without braces or with other brackets, and unknown variables. */
function reportWrongCitations(text: string, at: TextPlace): void {
  const { blanks } = at.schema
  if (!text.includes('$') && !text.includes('{')) return
  for (const match of listFirstMatches(text, wrongCitationPattern)) {
    const [found, inBrackets, citedReading, bare, bareReading] = match
    const name = inBrackets ?? bare!
    if (blanks?.includes(name) && found === `{${name}}`) continue
    const citation = toCitation(name, citedReading ?? bareReading, at.context)
    if (citation !== undefined) {
      // After a name without braces, a dot may end the sentence: "$price.Then".
      const from = bare === undefined || citation.includes('.') ? found : `$${bare}`
      reportAt(at, 'INVALID_CITATION', `"${from}" is not a valid citation.`, {
        expected: citation,
        found: from,
        needle: from,
        replacement: { from, to: citation },
      })
    } else if (blanks && !found.startsWith('$')) {
      const details = {
        expected: formatNameList(blanks.map((blank) => `{${blank}}`)),
        found,
        ...suggestName(name, blanks),
        needle: found,
      }
      const message = `"${found}" is not a variable of this property.`
      reportAt(at, 'UNKNOWN_VARIABLE', message, details)
    }
  }
}

/** Suggests the valid citation for an invalid one: `${Online Price}`, `${price.` */
function suggestCitation(
  invalid: string,
  names: CitableNames,
): { expected?: string; replacement?: Replacement } {
  const [, name = '', rest] = /^\$\{\s*([\p{L}\d_ -]{0,100}[\p{L}\d])(.*)$/su.exec(invalid) ?? []
  const citation = toCitation(name.toLowerCase().replace(/[\s_]+/g, '-'), undefined, names)
  if (citation === undefined) return {}
  return {
    expected: citation,
    ...(rest?.trim() === '}' && { replacement: { from: invalid, to: citation } }),
  }
}

/** Writes a name as a citation. @returns undefined if it cannot be cited */
function toCitation(
  name: string,
  reading: string | undefined,
  { facts, settings }: CitableNames,
): string | undefined {
  if (settings.has(`${name}.${reading}`)) return `\${${name}.${reading}}`
  if (facts.has(`${name}.${reading}`)) return `\${${name}.${reading}}`
  const fact = facts.get(name)
  // Only the cells of a table can be cited.
  if (!fact || fact.table) return undefined
  return reading !== undefined && fact.readings.has(reading)
    ? `\${${name}.${reading}}`
    : `\${${name}}`
}

/**
 * Reports a unit that is written next to a fact whose unit is printed anyway: `$${price}`, `${time}
 * hours`.
 */
function reportDoubledUnit(
  { name, unit }: Pick<LedgerFact, 'name' | 'unit'>,
  printed: string,
  [before, after]: readonly [TextSegment | undefined, TextSegment | undefined],
  at: TextPlace,
): void {
  if (unit === 'text') return
  const symbol = /^\p{Sc}/u.exec(printed)?.[0]
  const word = /(?<![\p{L}%])[\p{L}%]+$/u.exec(printed)?.[0]
  const [written] = (typeof after === 'string' && /^\s*([\p{L}%]+)/u.exec(after)) || []
  const isDoubled =
    (symbol !== undefined && typeof before === 'string' && before.endsWith(symbol)) ||
    (word !== undefined && written !== undefined && isSameUnit(word, written.trim()))
  if (!isDoubled) return
  const message = `The fact "${name}" prints its own unit ("${printed}"), so the page shows the unit twice.`
  const fix = `Delete the unit beside it, or write \${${name}|number}.`
  reportAt(at, 'DOUBLED_UNIT', message, { needle: `\${${name}`, fix })
}

/** Whether two words are the same unit, in the singular or the plural. */
function isSameUnit(word: string, written: string): boolean {
  const [one, other] = [word.toLowerCase(), written.toLowerCase()]
  const shared = Math.min(one.length, other.length)
  return (
    one.slice(0, shared) === other.slice(0, shared) &&
    Math.abs(one.length - other.length) <= 1 &&
    (shared > 2 || one === other)
  )
}

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** Whether numbers can be spelled in a language. In others, the word depends on what is counted. */
const canSpellNumbers = (language: string): boolean => /^en\b/.test(language)

/**
 * Spells a number as an English word.
 * @returns undefined if the number is printed in digits: in other languages, and unless it is a
 *   whole number from 0 to 99
 */
export function spellNumber(number: number, language: string): string | undefined {
  if (!canSpellNumbers(language) || !Number.isInteger(number) || number < 0 || number > 99)
    return undefined
  if (number < small.length) return small[number]
  const unit = number % 10
  return `${tens[Math.floor(number / 10)]}${unit === 0 ? '' : `-${small[unit]}`}`
}

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
