import { stringify } from 'yaml'
import { localizeCommands } from '../launch/commands.mjs'
import { asRecord } from '../../schema/util/records.ts'
import { formatSuggestion, findNearestName } from '../../schema/validate/nearest-name.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'
import { toCellText } from '../edit/plan-row-edits.ts'
import { listBlocks, type BlockChoice } from '../edit/describe/list-choices.ts'
import { filterPages, hasWords, locateEntry } from '../report/list-pages.ts'
import { listReported, type ListedProblem } from '../edit/describe/problem-list.ts'
import { refuse } from '../shared/user-error.ts'
import type { FactListing } from '../report/list-facts.ts'
import { describeSet, type RowCell } from '../edit/describe/describe-set.ts'
import type { ValuePlace } from '../edit/source-address.ts'
import { findPage } from './edit-target.ts'
import type { AssistantSite } from './edited-site.ts'
import { formatFileLine } from '../../schema/problems/location.ts'
import { getStatusNote } from '../report/page-status.ts'

/** The definitions of the schema that are described by other names. */
const definitions: Record<string, string> = { page: 'page', fact: 'ledger-entry' }

/** Formats what an assistant asks about a site, as text. */
export class AnswerFormatter {
  readonly #site: AssistantSite
  // The examples of blocks take a while to load, and do not change.
  #blocks: Promise<BlockChoice[]> | undefined

  constructor(site: AssistantSite) {
    this.#site = site
  }

  async listPages(words: string): Promise<string> {
    const { pages = [] } = await this.#site.drafted.listPages()
    const shown = filterPages(pages, words.split(/\s+/))
    if (shown.length === 0) refuse(`No page has these words. Without words, all are listed.`)
    return shown
      .map(({ route, title, kind, status, placeholder, set, errors, warnings }) =>
        [
          route,
          `kind: ${kind}`,
          title,
          ...[getStatusNote(status)].filter((note) => note !== ''),
          ...(placeholder ? ['placeholder: visitors do not see it'] : []),
          ...(set === undefined ? [] : [`of set:${set}`]),
          ...(errors > 0 ? [formatCount(errors, 'error')] : []),
          ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
        ].join(' | '),
      )
      .join('\n')
  }

  async readPage(route: string, only?: number): Promise<string> {
    const { drafted, draft } = this.#site
    const page = findPage(this.#site.site, route)
    const entry = locateEntry(page)
    const { blocks = [], ...properties } = asRecord(await draft.readValue(entry))
    const set = await describeSet(this.#site.site, page, (file) => draft.readText(file))
    const list = blocks as JsonValue[]
    if (only !== undefined && list[only] === undefined)
      refuse(`${route} has the blocks 0 to ${list.length - 1}.`)
    const shown = [...list.entries()].filter(([index]) => only === undefined || index === only)
    const cited = drafted.listFacts().filter(({ pages }) => pages.includes(route))
    const target = set ? `set:${set.route}` : route
    return [
      set
        ? `${route} is one of ${set.pages} pages of a set, each made of a row. This is their template, the target "${target}"; "override:${route}" changes only this page, by blocks in the same order.\nIts row: ${set.cells.map(formatCell).join(', ')}`
        : `The target of this page is "${route}".`,
      ...(only === undefined ? [toYaml(properties)] : []),
      ...(set?.override.value === undefined
        ? []
        : [`Its override, the target "override:${route}":\n${toYaml(set.override.value)}`]),
      ...shown.map(([index, block]) => `# path ["blocks", ${index}]\n${toYaml(block)}`),
      ...(cited.length > 0 ? [`It prints these facts:\n${cited.map(formatFact).join('\n')}`] : []),
      await this.listProblems(route),
    ].join('\n\n')
  }

  async readSettings(): Promise<string> {
    const { site } = this.#site.site.resolved
    const value = asRecord(await this.#site.draft.readValue({ file: site.main.file, path: [] }))
    const { pages: _, facts: __, sets: ___, ...settings } = value
    return `The target is "settings".\n\n${toYaml(settings)}`
  }

  async describeBlock(type: string | undefined): Promise<string> {
    this.#blocks ??= listBlocks(this.#site.draft.dir)
    const blocks = await this.#blocks
    if (type === undefined)
      return blocks
        .map((block) => `${block.type} (${block.group}): ${block.description}`)
        .join('\n')
    const { $defs = {} } = this.#site.drafted.schema
    const name = definitions[type] ?? `${type}-block`
    if (!$defs[name]) {
      const known = [...blocks.map((block) => block.type), ...Object.keys(definitions)]
      const meant = findNearestName(type, known)
      refuse(
        `There is no block ${type}.${formatSuggestion(meant)} Without a type, describe_block lists all of them.`,
      )
    }
    const example = blocks.find((block) => block.type === type)?.example
    const needed = Object.fromEntries(
      [...collectReferences($defs, name)].map((each) => [each, $defs[each]]),
    )
    return [
      localizeCommands(JSON.stringify({ ...$defs[name], $defs: needed })),
      ...(example ? [`Example:\n${toYaml(example.value)}`] : []),
    ].join('\n\n')
  }

  listFacts(words: string): string {
    const shown = this.#site.drafted
      .listFacts()
      .filter((fact) => hasWords(words.split(/\s+/), [fact.name, fact.label, fact.text]))
    if (shown.length === 0)
      return words === '' ? 'The site has no facts yet.' : 'No fact has these words.'
    return shown.map(formatFact).join('\n')
  }

  async findText(text: string): Promise<string> {
    const { texts, count } = await this.#site.drafted.findTexts({ text })
    if (count === 0) return 'It is written nowhere. A figure may come from a fact: list_facts.'
    const lines = texts.map(
      ({ address, text: found }) => `${formatTarget(address)}: ${JSON.stringify(found)}`,
    )
    return [...lines, ...(count > texts.length ? [`… and ${count - texts.length} more`] : [])].join(
      '\n',
    )
  }

  async listProblems(route: string | undefined): Promise<string> {
    if (route !== undefined) findPage(this.#site.site, route)
    const reported = listReported(this.#site.problems)
    const { problems } = await this.#site.drafted.listProblems()
    const shown = problems.flatMap((problem, index) =>
      route === undefined || problem.route === route
        ? [formatProblem({ ...problem, fix: reported[index]!.fix })]
        : [],
    )
    return shown.length > 0 ? shown.join('\n') : 'No problems.'
  }
}

/** A cell of a row, with where it is written. A column of the address is changed by hand. */
function formatCell({ column, value, address }: RowCell): string {
  const [row, heading] = address?.path.slice(-2) ?? []
  const place =
    typeof row === 'number'
      ? ` (target "rows:${address!.file}", path ${JSON.stringify([row, heading])})`
      : ''
  return `{{${column}}} = ${toCellText(value)}${place}`
}

const toYaml = (value: unknown) => stringify(value, { lineWidth: 0 }).trim()

function formatFact({ name, label, unit, text, readings, pages, hasConflict, cell }: FactListing) {
  const described = readings.map(
    (reading) =>
      `${readings.length > 1 ? `\${${name}.${reading.name}} prints ${reading.text}; ` : ''}source: ${reading.source ?? 'not stated'}`,
  )
  return [
    `\${${name}} prints ${text || 'nothing'}`,
    label,
    ...(unit === undefined ? [] : [`unit: ${unit}`]),
    ...described,
    ...(hasConflict ? ['the owner has not settled which one is right'] : []),
    ...(cell ? [`a cell in ${formatFileLine(cell)}`] : []),
    pages.length > 0
      ? `on ${pages.slice(0, 8).join(', ')}${pages.length > 8 ? ' …' : ''}`
      : 'on no page',
  ].join(' | ')
}

/** The target and the path of an operation. */
function formatTarget({ file, path }: ValuePlace): string {
  const [section, name, ...rest] = path
  const place = (target: string, own: typeof path) =>
    `target "${target}", path ${JSON.stringify(own)}`
  if (section === 'pages') return place(String(name), rest)
  if (section === 'facts') return place(`fact:${name}`, rest)
  if (typeof section === 'number') return place(`rows:${file}`, path)
  if (section !== 'sets') return file === 'pages.yaml' ? place('settings', path) : file
  const [part, route, ...below] = rest
  if (part === 'page') return place(`set:${name}`, rest.slice(1))
  return part === 'overrides' ? place(`override:${route}`, below) : `the rows of set:${name}`
}

/** In the words of `npm run check`, with the target and path of what is wrong. */
function formatProblem(problem: ListedProblem): string {
  const { severity, code, message, suggestion, fix, address, file, line = 1 } = problem
  const isRow = typeof address?.path[0] === 'number'
  const place = address && !isRow ? formatTarget(address) : formatFileLine({ file, line })
  const meant = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`
  return localizeCommands(`${severity} ${code}, ${place}\n  ${message}${meant}\n  fix: ${fix}`)
}

/** The definitions that a definition needs. A page needs every block, which are described alone. */
function collectReferences($defs: object, name: string, found = new Set<string>()): Set<string> {
  const text = JSON.stringify(($defs as Record<string, unknown>)[name])
  for (const [, reference = ''] of text.matchAll(/"#\/\$defs\/([\w-]+)"/g)) {
    if (found.has(reference) || reference === 'block') continue
    found.add(reference)
    collectReferences($defs, reference, found)
  }
  return found
}
