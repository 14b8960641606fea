import type { Page } from '../../schema/merge/merge-sources.ts'
import { formatSuggestion, findNearestName } from '../../schema/validate/nearest-name.ts'
import type { ReadSite } from '../prerender/run/run.ts'
import { applyToValue, type JsonValue, nestValue, type FileEdit } from '../edit/yaml-operations.ts'
import { listRowSources, locateTable } from '../edit/describe/describe-rows.ts'
import { locateOwnOverride } from '../edit/describe/describe-set.ts'
import { locateEntry, locateSet } from '../report/list-pages.ts'
import { refuse } from '../shared/user-error.ts'
import { getValue } from '../edit/apply-operations.ts'
import { checkInput, fileOperation } from '../edit/inputs.ts'
import type { ValuePlace } from '../edit/source-address.ts'
import { findLedgerFile } from '../shared/family-file.ts'

/** An operation as an assistant writes it. */
type WrittenOperation = {
  do: 'set' | 'insert' | 'remove' | 'move'
  target: string
  path: (string | number)[]
  value?: JsonValue
  to?: number
}

/** Sections of the settings that another target edits, so that its checks apply. */
const otherSections = ['pages', 'facts', 'sets']

/**
 * The operations of the studio that an assistant means. Maps that are missing are added.
 * @param readText reads a file with the edits
 * @throws UserError if there is no such target, or an operation lacks something
 */
export async function toFileEdits(
  site: ReadSite,
  written: WrittenOperation[],
  readText: (file: string) => Promise<string>,
): Promise<FileEdit[]> {
  const values = new Map<string, JsonValue | undefined>()
  const operations: FileEdit[] = []
  for (const each of written) {
    const operation = locateOperation(site, each)
    const { file, path } = operation
    if (!values.has(file)) values.set(file, getValue(file, await readText(file), []))
    const value = values.get(file)
    const planned: FileEdit =
      operation.kind === 'set' ? { file, ...nestValue(value, path, operation.value) } : operation
    operations.push(planned)
    // Each path is that after the operations before it.
    values.set(file, applyToValue(value, [planned]))
  }
  return operations
}

function locateOperation(
  site: ReadSite,
  { do: kind, target, path, value, to }: WrittenOperation,
): FileEdit {
  const { file, path: outer } = locateTarget(site, target)
  const [section] = path
  if (target === 'settings' && (section === undefined || otherSections.includes(String(section))))
    refuse(
      'The path of settings begins with site, navigation, include or planned. Pages and facts are targets of their own: /bread, fact:loaf.',
    )
  if ((kind === 'set' || kind === 'insert') && value === undefined)
    refuse(`${kind} needs a value. To delete something, use remove.`)
  if (kind === 'move' && to === undefined) refuse('move needs to, the new index of the entry.')
  return checkInput(fileOperation, { kind, file, path: [...outer, ...path], value, to })
}

/**
 * Finds where a target is written.
 * @throws UserError that says which targets there are
 */
function locateTarget(read: ReadSite, target: string): ValuePlace {
  const { main } = read.resolved.site
  const [, scheme, name = ''] = /^(fact|set|override|rows):(.*)$/.exec(target) ?? []
  if (target === 'settings') return { file: main.file, path: [] }
  if (scheme === 'fact') return locateFact(read, name)
  if (scheme === 'set') return locateTemplate(read, name)
  if (scheme === 'rows') return locateRows(read, name)
  if (scheme === 'override')
    return (
      locateOwnOverride(findPage(read, name)) ??
      refuse(`${name} is a page of its own. Its target is ${name}.`)
    )
  const page = findPage(read, target)
  const set = locateSet(page)?.path.at(-1)
  if (set !== undefined)
    refuse(
      `${target} is one of the pages of a set. To change all of them, use the target set:${set}; to change only this one, override:${target}.`,
    )
  return locateEntry(page)
}

/** @throws UserError that names the nearest page */
export function findPage({ resolved }: ReadSite, route: string): Page {
  const { pages } = resolved.site
  const page = pages.get(route)
  if (page) return page
  if (!route.startsWith('/'))
    refuse(
      `"${route}" is no page. Files cannot be read or written here, only what the site is made of: an address of a page, which begins with /, or fact:NAME, or settings. list_pages and list_facts name them.`,
    )
  const meant = findNearestName(route, pages.keys())
  return refuse(
    `There is no page ${route}.${formatSuggestion(meant)} list_pages names all of them.`,
  )
}

/** Where a fact is written, or will be. */
function locateFact({ resolved }: ReadSite, name: string): ValuePlace {
  const { site } = resolved
  const known = site.facts.get(name)
  if (known?.tableName !== undefined)
    refuse(`${name} is a cell of a table. It is changed in ${known.location.source.file}.`)
  if (known) return { file: known.location.source.file, path: known.location.path }
  const { pattern = '', expected = '' } = resolved.schema.$defs?.['fact-name'] ?? {}
  if (!new RegExp(pattern).test(name)) refuse(`"${name}" cannot name a fact. Write ${expected}.`)
  return { file: findLedgerFile(site), path: ['facts', name] }
}

function locateTemplate({ resolved }: ReadSite, route: string): ValuePlace {
  const sets = [...resolved.site.pages.values()].flatMap((page) => locateSet(page) ?? [])
  const set = sets.find(({ path }) => path.at(-1) === route)
  if (set) return { ...set, path: [...set.path, 'page'] }
  return refuse(
    `There is no set ${route}. ${listTargets(sets.map(({ path }) => `set:${path.at(-1)}`))}`,
  )
}

/** @param name the route of a set, or the file of a table if the set has several */
function locateRows(site: ReadSite, name: string): ValuePlace {
  const tables = listRowSources(site).flatMap(({ set }) =>
    set.rows.tables.map(({ table }) => ({ table, set: String(set.location.path.at(-1)) })),
  )
  const found = tables.filter(({ table, set }) => set === name || table.file === name)
  const files = new Set((found.length > 0 ? found : tables).map(({ table }) => table.file))
  if (found.length > 0 && files.size === 1) return locateTable(found[0]!.table)
  const problem = found.length > 0 ? `${name} has several tables` : `There are no rows of ${name}`
  return refuse(`${problem}. ${listTargets([...files].map((file) => `rows:${file}`))}`)
}

const listTargets = (targets: string[]): string =>
  targets.length === 0 ? 'The site has no sets.' : `There are: ${[...new Set(targets)].join(', ')}.`
