import { memoize } from '../../../schema/util/memoize.ts'
import { groupBy } from '../../../schema/util/group-by.ts'
import { type DiffPart, diffTexts } from '../../report/diff-texts.ts'
import type { JsonValue, Edit } from '../../edit/yaml-operations.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { listRouteColumns } from '../../../schema/sets/compile-set.ts'
import { parseRowFile } from '../../../schema/tables/parse-row-file.ts'
import { type RowSource, findRowSource } from '../../../schema/sets/row-source.ts'
import { parseFile } from '../../../schema/source/parse-file.ts'
import type { Path } from '../../../schema/problems/location.ts'
import { asRecord, getAt, isRecord } from '../../../schema/util/records.ts'
import {
  findRepository,
  type Repository,
  runGit,
  toRepositoryPath,
  tryGit,
} from '../../shared/git.ts'
import { applyOperations, listDifferences, tryGetValue } from '../../edit/apply-operations.ts'
import type { FileChange } from '../../edit/text-edits.ts'
import { formatFirstItems } from '../../../schema/util/format-first-items.ts'
import { isBroken, mergeFiles } from '../../edit/draft/merge-texts.ts'
import { describeOperation } from '../../edit/describe-operation.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import type { DraftState } from '../../edit/draft/draft-state.ts'
import type { DraftedSite } from '../../edit/drafted-site.ts'
import type { ValuePlace } from '../../edit/source-address.ts'
import { locateEntry, locateSet } from '../../report/list-pages.ts'

/**
 * `GET history ?route &count`: the commits that have changed a page, the newest first.
 * @property hasOlder whether there are more commits than were looked at
 */
type PageHistory = { entries: HistoryEntry[]; hasOlder: boolean } | { reason: string }

/** @property isFirst whether the commit has added the page */
export type HistoryEntry = {
  commit: string
  date: string
  author: string
  subject: string
  isFirst?: boolean
  fields: HistoryField[]
}

/**
 * A change of the files.
 * @property label what was done, such as `Change heading of "Prices" on /pricing`
 * @property index distinguishes it from other changes of this file in this commit
 * @property canRestore whether `POST restore` may take it back
 * @property isShared whether other pages print it, too
 */
export type HistoryField = {
  label: string
  parts: DiffPart[]
  file: string
  index: number
  canRestore: boolean
  isShared: boolean
}

/**
 * A file that a page takes values from.
 * @property pick the part of the file that the page shows, with the paths of the file
 * @property findCell in a file of rows, `pick` has the cells of one row by their columns; this is
 *   where a cell is written now, unless the file is edited by hand
 */
type PageSource = {
  file: string
  pick: (text: string) => JsonValue
  findCell?: (column: string) => Path | undefined
}

/** A file of a commit. @property text after it */
type ChangedSource = { source: PageSource; before: JsonValue; after: JsonValue; text: string }

type Commit = Omit<HistoryEntry, 'fields' | 'isFirst'>

/** Reads commits, and what each has changed of a page. @param range options of `git log` */
function readCommits(
  site: DraftedSite,
  route: string,
  range: string[],
): { commit: Commit; changed: ChangedSource[] }[] | { reason: string } {
  const page = site.findPage(route)
  const facts = site
    .listFacts()
    .flatMap(({ pages, address }) => (pages.includes(route) ? [address] : []))
  const repository = findRepository(site.draft.dir)
  if (!repository) return { reason: 'The site has no history: its folder is in no Git repository.' }
  const sources = listSources(page, facts)
  const files = new Map(sources.map((each) => [toRepositoryPath(repository, each.file), each]))
  const commits = listCommits(repository, [...files.keys()], range)
  if (!commits) return { reason: 'The repository of the site has no commit yet.' }
  const texts = readBlobs(repository, commits)
  const picked = new Map<string, JsonValue>()
  // What a commit has made of a file is what the next one begins with.
  const read = ({ file, pick }: PageSource, id: string) =>
    memoize(picked, `${file} ${id}`, Number.POSITIVE_INFINITY, () => pick(texts.get(id) ?? ''))
  return commits.map(({ changed, ...commit }) => ({
    commit,
    changed: changed.map(({ path, before, after }) => {
      const source = files.get(path)!
      const text = texts.get(after) ?? ''
      return { source, before: read(source, before), after: read(source, after), text }
    }),
  }))
}

/**
 * Lists the commits that have changed a page: its entry, the facts that it prints, and of a page of
 * a set its template and rows.
 * @param count how many commits it looks at
 */
export function listPageHistory(site: DraftedSite, route: string, count: number): PageHistory {
  const commits = readCommits(site, route, [`--max-count=${count}`])
  if ('reason' in commits) return commits
  const entries = commits.flatMap(({ commit, changed }): HistoryEntry[] => {
    const isFirst = changed.some(
      ({ before, after }) => !hasEntry(before, route) && hasEntry(after, route),
    )
    if (isFirst) return [{ ...commit, isFirst, fields: [] }]
    const fields = changed.flatMap((each) => listFields(each).map(({ field }) => field))
    return fields.length > 0 ? [{ ...commit, fields }] : []
  })
  return { entries, hasOlder: commits.length === count }
}

const hasEntry = (root: JsonValue, route: string): boolean =>
  isRecord(root) && (root.sets !== undefined || getAt(root.pages, [route]) !== undefined)

/** What has changed between two versions of a file. @property reversal takes it back in the second */
function listFields({ source, before, after }: Omit<ChangedSource, 'text'>) {
  const removedAt = new Map<string, number>()
  return (listDifferences([], before, after) ?? []).map((operation, index) => {
    const { kind, path } = operation
    const key = JSON.stringify(path)
    const isEntry = typeof path.at(-1) === 'number'
    const shift = kind === 'remove' && isEntry ? (removedAt.get(key) ?? 0) : 0
    removedAt.set(key, shift + 1)
    const oldPath = isEntry ? [...path.slice(0, -1), Number(path.at(-1)) + shift] : path
    const old = kind === 'insert' ? undefined : getAt<JsonValue>(before, oldPath)
    const next = 'value' in operation ? operation.value : undefined
    const reversal: Edit =
      old === undefined
        ? { kind: 'remove', path }
        : { kind: kind === 'remove' && isEntry ? 'insert' : 'set', path, value: old }
    const field: HistoryField = {
      label: source.findCell
        ? `Change ${String(path[0])} in the row of ${source.file}`
        : describeOperation(before, { ...operation, path: oldPath } as Edit),
      parts: diffTexts(printValue(old), printValue(next)),
      file: source.file,
      index,
      canRestore: !source.findCell || source.findCell(String(path[0])) !== undefined,
      isShared: path[0] !== 'pages',
    }
    return { field, reversal }
  })
}

/** What another program has changed in a file, in a few words. */
export function describeOutsideChange({ file, before, after }: FileChange): string {
  if (isBroken({ file, before, after })) return `${file} has a mistake now, see Problems`
  const [old, next] = [before, after].map((text) => tryGetValue(file, text))
  if (!isRecord(old) || !isRecord(next)) return file
  const source = { file, pick: () => next as JsonValue }
  const fields = listFields({ source, before: old as JsonValue, after: next as JsonValue })
  const values = fields.map(({ field: { label, parts } }) => {
    const now = parts.map(({ text, only }) => (only === 'before' ? '' : text)).join('')
    // What only files have is no word for a reader.
    return now === '' || now.length > maxQuoted || /[$*{[]/.test(now)
      ? label
      : `${label} to “${now}”`
  })
  return values.length > 0 ? formatFirstItems(values, 2) : file
}

const maxQuoted = 60

/** Collections are named by the label. */
const printValue = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'object' || value === undefined ? undefined : String(value)

type Restoring = { route: string; commit: string; file: string; index: number }

/**
 * Takes back one change of a commit in the file as it is now.
 * @throws RequestFailure if the same words have changed since
 */
export async function restoreChange(
  site: DraftedSite,
  version: number,
  { route, commit, file, index }: Restoring,
): Promise<DraftState> {
  const { draft } = site
  const found = readCommits(site, route, [commit, '--max-count=1'])
  const changed =
    'reason' in found ? undefined : found[0]?.changed.find(({ source }) => source.file === file)
  const change = changed && listFields(changed)[index]
  if (!change) throw new RequestFailure('not-found', 'There is no such change.')
  const { field, reversal } = change
  const label = `Restore: ${field.label}`
  const { findCell } = changed.source
  if (findCell) {
    const path = findCell(String(reversal.path[0])) ?? []
    return draft.edit({ version, operations: [{ file, ...reversal, path }], label })
  }
  const before = await draft.readText(file)
  const undone = applyOperations(file, changed.text, [reversal])
  const merged = mergeFiles(file, changed.text, undone, before, 'word')
  if ('clash' in merged || isBroken({ file, before, after: merged.text }))
    throw new RequestFailure('refused', 'This has changed again since, so it is not taken back.')
  if (merged.text === before)
    throw new RequestFailure('refused', 'This is as it was before already.')
  return draft.rewrite(version, label, [{ file, before, after: merged.text }])
}

/** Lists the files that a page takes values from, and what it takes from each. */
function listSources(page: Page, facts: ValuePlace[]): PageSource[] {
  const set = locateSet(page)
  const entries: ValuePlace[] = set
    ? [['page'], ['facts'], ['overrides', page.route]].map((below) => ({
        file: set.file,
        path: [...set.path, ...below],
      }))
    : [locateEntry(page)]
  const byFile = groupBy([...entries, ...facts], ({ file }) => file)
  const row = findRowSource(page)
  return [
    ...[...byFile].map(([file, own]) => ({
      file,
      pick: (text: string) =>
        pickPaths(
          file,
          text,
          own.map(({ path }) => path),
        ),
    })),
    ...(row ? listOwnRows(row).filter(({ file }) => !byFile.has(file)) : []),
  ]
}

/** The values at some paths of a file, in an object with these paths. */
function pickPaths(file: string, text: string, paths: Path[]): JsonValue {
  const whole = parseFile(file, Buffer.from(text)).value
  const picked: Record<string, unknown> = {}
  for (const path of paths) {
    const value = getAt(whole, path)
    if (value === undefined) continue
    const parent = path
      .slice(0, -1)
      .reduce<Record<string, unknown>>(
        (node, step) => (node[step] = asRecord(node[step])) as Record<string, unknown>,
        picked,
      )
    parent[path.at(-1)!] = value
  }
  return picked as JsonValue
}

/** The rows that make a page of a set: the one with the same cells in its address. */
function listOwnRows({ set, row }: RowSource): PageSource[] {
  return set.rows.tables.map(({ table }, index) => {
    const names = [...table.columns.keys()]
    const keys = listRouteColumns(set, table).map((column) => names[column]!)
    const own = table.rows[row[index]!]!
    const pick = (text: string): JsonValue => {
      const { table: other } = parseRowFile(table.file, Buffer.from(text))
      if (!other) return {}
      const read = (cells: unknown[], name: string) => cells[other.columns.get(name) ?? -1]
      const at = other.rows.findIndex((cells) =>
        keys.every((name) => read(cells, name) === own[table.columns.get(name)!]),
      )
      const found = other.rows[at]
      if (!found) return {}
      const cells = [...other.columns].flatMap(([name, column]) =>
        found[column] === undefined ? [] : [[name, found[column]]],
      )
      return Object.fromEntries(cells)
    }
    const isYaml = /\.ya?ml$/i.test(table.file)
    const findCell = (column: string) => {
      const at = table.columns.get(column)
      return isYaml && at !== undefined ? table.findPath?.(row[index]!, at) : undefined
    }
    return { file: table.file, pick, findCell }
  })
}

/** Git prints the parts of a commit after these characters, which no name contains. */
const [commitMark, partMark] = ['\x01', '\x02']

type ChangedBlob = { path: string; before: string; after: string }

/** @returns undefined if there is no commit */
function listCommits(
  { root }: Repository,
  paths: string[],
  range: string[],
): (Commit & { changed: ChangedBlob[] })[] | undefined {
  const format = `${commitMark}%H${partMark}%cs${partMark}%an${partMark}%s`
  const options = ['--raw', '--no-abbrev', '--no-renames', '--no-merges', `--format=${format}`]
  const quoting = ['-c', 'core.quotePath=false']
  const log = tryGit(root, [...quoting, 'log', ...options, ...range, '--', ...paths])
  return log?.split(commitMark).slice(1).map(parseCommit)
}

function parseCommit(text: string): Commit & { changed: ChangedBlob[] } {
  const [head = '', ...lines] = text.split('\n')
  const [commit = '', date = '', author = '', subject = ''] = head.split(partMark)
  const changed = lines.flatMap((line) => {
    const [, before, after, path] = /^:\d+ \d+ (\w+) (\w+) \w+\t(.*)$/.exec(line) ?? []
    return path === undefined ? [] : [{ path, before: before!, after: after! }]
  })
  return { commit, date, author, subject, changed }
}

/** Reads all versions of the files at once. A file that did not exist is left out. */
function readBlobs({ root }: Repository, commits: { changed: ChangedBlob[] }[]) {
  const ids = new Set(
    commits.flatMap(({ changed }) => changed.flatMap(({ before, after }) => [before, after])),
  )
  const input = [...ids].filter((id) => !/^0+$/.test(id)).join('\n')
  const texts = new Map<string, string>()
  if (input === '') return texts
  const output = Buffer.from(runGit(root, ['cat-file', '--batch'], { input: `${input}\n` }))
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at)
    const [id = '', , size = '0'] = output.toString('utf8', at, end).split(' ')
    const start = end + 1
    at = start + Number(size) + 1
    texts.set(id, output.toString('utf8', start, at - 1))
  }
  return texts
}
