import { type DiffPart, diffTexts } from '../../report/diff-texts.ts'
import type {
  FileOperation,
  JsonValue,
  StructureOperation,
  ValueOperation,
} from '../../edit/yaml-operations.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { listRouteColumns } from '../../../schema/sets/compile-set.ts'
import { parseRowFile } from '../../../schema/tables/parse-row-file.ts'
import { type RowSource, findRowSource } from '../../../schema/sets/row-source.ts'
import { parseFile } from '../../../schema/source/parse-file.ts'
import type { Path } from '../../../schema/problems/position.ts'
import { asRecord, getAt, isRecord } from '../../../schema/util/records.ts'
import {
  findRepository,
  type Repository,
  runGit,
  toRepositoryPath,
  tryGit,
} from '../../shared/git.ts'
import { listDifferences } from '../../edit/apply-operations.ts'
import { mergeWords } from '../../edit/draft/merge-texts.ts'
import { describeOperation } from '../../edit/describe-operation.ts'
import { type Reversal, relocate } from './relocate.ts'

import type { DraftedSite } from '../../edit/drafted-site.ts'
import type { NodeAddress } from '../../edit/source-address.ts'
import { locateEntry, locateSet } from '../../report/list-pages.ts'

/**
 * `GET history ?route &skip`: the commits that have changed a page, the newest first.
 * @property next how many commits to skip for older ones; undefined if there are none
 */
export type PageHistory = { entries: HistoryEntry[]; next?: number } | { reason: string }

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
 * @property restore takes it back; undefined if what it changed is no longer there
 * @property losesLater whether that takes back what has been changed in the same place since, too
 */
export type HistoryField = {
  label: string
  parts: DiffPart[]
  restore?: FileOperation
  losesLater?: true
}

/** How many commits one answer looks at. */
const maxCommits = 40

/**
 * A file that a page takes values from.
 * @property pick the part of the file that the page shows, with the paths of the file
 * @property findCell in a file of rows, `pick` has the cells of one row by their columns; this is
 *   where a cell is written now, unless the file is edited by hand
 */
type PageSource = {
  file: string
  now: JsonValue
  pick: (text: string) => JsonValue
  findCell?: (column: string) => Path | undefined
}

/**
 * Lists the commits that have changed a page: its entry, the facts that it prints, and of a page of
 * a set its template and rows.
 * @param skip how many commits earlier answers have looked at
 */
export async function listPageHistory(
  site: DraftedSite,
  route: string,
  skip: number,
): Promise<PageHistory> {
  const { draft } = site
  const page = site.findPage(route)
  const facts = site
    .listFacts()
    .flatMap(({ pages, address }) => (pages.includes(route) ? [address] : []))
  const repository = findRepository(draft.dir)
  if (!repository) return { reason: 'The site has no history: its folder is in no Git repository.' }
  const sources = await Promise.all(
    listSources(page, facts).map(async (source): Promise<PageSource> => {
      const text = await draft.readText(source.file).catch(() => '')
      return { ...source, now: source.pick(text) }
    }),
  )
  const files = new Map(sources.map((each) => [toRepositoryPath(repository, each.file), each]))
  const commits = listCommits(repository, [...files.keys()], skip)
  if (!commits) return { reason: 'The repository of the site has no commit yet.' }
  const texts = readBlobs(repository, commits)
  const picked = new Map<string, JsonValue>()
  // What a commit has made of a file is what the next one begins with.
  const read = ({ file, pick }: PageSource, id: string) => {
    const key = `${file} ${id}`
    const value = picked.get(key) ?? pick(texts.get(id) ?? '')
    picked.set(key, value)
    return value
  }
  const entries = commits.flatMap(({ changed, ...commit }) => {
    const own = changed.map(({ path, before, after }) => {
      const source = files.get(path)!
      return { source, before: read(source, before), after: read(source, after) }
    })
    return describeCommit(commit, own, page.route)
  })
  return { entries, ...(commits.length === maxCommits && { next: skip + maxCommits }) }
}

type Commit = Omit<HistoryEntry, 'fields' | 'isFirst'>

function describeCommit(
  commit: Commit,
  changed: { source: PageSource; before: JsonValue; after: JsonValue }[],
  route: string,
): HistoryEntry[] {
  const isFirst = changed.some(
    ({ before, after }) => !hasEntry(before, route) && hasEntry(after, route),
  )
  if (isFirst) return [{ ...commit, isFirst, fields: [] }]
  const fields = changed.flatMap(({ source, before, after }) => listFields(source, before, after))
  return fields.length > 0 ? [{ ...commit, fields }] : []
}

const hasEntry = (root: JsonValue, route: string): boolean =>
  isRecord(root) && (root.sets !== undefined || getAt(root.pages, [route]) !== undefined)

/** What has changed between two versions of a file, and how to take each change back now. */
function listFields(source: PageSource, before: JsonValue, after: JsonValue): HistoryField[] {
  const operations = listDifferences([], before, after) ?? []
  const removedAt = new Map<string, number>()
  return operations.map((operation) => {
    const { path } = operation
    const key = JSON.stringify(path)
    const isEntry = typeof path.at(-1) === 'number'
    const shift = operation.kind === 'remove' && isEntry ? (removedAt.get(key) ?? 0) : 0
    removedAt.set(key, shift + 1)
    const oldPath = isEntry ? [...path.slice(0, -1), Number(path.at(-1)) + shift] : path
    const old = operation.kind === 'insert' ? undefined : toJson(getAt(before, oldPath))
    const next = 'value' in operation ? operation.value : undefined
    const label = source.findCell
      ? `Change ${String(path[0])} in the row of ${source.file}`
      : describeOperation(before, { ...operation, path: oldPath } as ValueOperation)
    return {
      label,
      parts: diffTexts(printValue(old), printValue(next)),
      ...findRestoring(source, after, operation, old),
    }
  })
}

const toJson = (value: unknown) => value as JsonValue | undefined

/** Collections are named by the label. */
const printValue = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'object' || value === undefined ? undefined : String(value)

/** The operation that takes a change back in the file as it is now. */
function findRestoring(
  { file, now, findCell }: PageSource,
  after: JsonValue,
  { kind, path }: StructureOperation,
  old: JsonValue | undefined,
): Pick<HistoryField, 'restore' | 'losesLater'> {
  if (findCell) {
    const [column] = path
    const cell = findCell(String(column))
    const isSame = isDeepStrictEqual(getAt(now, [column!]), old)
    if (!cell || old === undefined || isSame) return {}
    return { restore: { file, kind: 'set', path: cell, value: old } }
  }
  const isEntry = typeof path.at(-1) === 'number'
  const reverse: Reversal =
    kind === 'insert' || old === undefined
      ? { kind: 'remove', path }
      : kind === 'remove' && isEntry
        ? { kind: 'insert', path, value: old }
        : { kind: 'set', path, value: old }
  const found = relocate(after, now, reverse)
  if ('operation' in found) {
    const isDone = isDeepStrictEqual(getAt(now, found.operation.path), old) && kind !== 'remove'
    return isDone ? {} : { restore: { file, ...found.operation } }
  }
  // It has been changed again since.
  const { theirs } = found
  if (theirs === undefined || reverse.kind !== 'set' || isDeepStrictEqual(theirs, old)) return {}
  const next = getAt(after, path)
  const texts = [next, old, theirs]
  const merged = texts.every((each) => typeof each === 'string')
    ? mergeWords(...(texts as [string, string, string]))
    : undefined
  const value = merged && 'text' in merged ? merged.text : undefined
  if (value === theirs) return {}
  return {
    restore: { file, kind: 'set', path: found.path, value: value ?? reverse.value },
    ...(value === undefined && { losesLater: true }),
  }
}

/** Lists the files that a page takes values from, and what it takes from each. */
function listSources(page: Page, facts: NodeAddress[]): Omit<PageSource, 'now'>[] {
  const set = locateSet(page)
  const entries: NodeAddress[] = set
    ? [['page'], ['facts'], ['overrides', page.route]].map((below) => ({
        file: set.file,
        path: [...set.path, ...below],
      }))
    : [locateEntry(page)]
  const paths = new Map<string, Path[]>()
  for (const { file, path } of [...entries, ...facts])
    paths.set(file, [...(paths.get(file) ?? []), path])
  const row = findRowSource(page)
  return [
    ...[...paths].map(([file, own]) => ({
      file,
      pick: (text: string) => pickPaths(file, text, own),
    })),
    ...(row ? listOwnRows(row).filter(({ file }) => !paths.has(file)) : []),
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
function listOwnRows({ set, row }: RowSource): Omit<PageSource, 'now'>[] {
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
  skip: number,
): (Commit & { changed: ChangedBlob[] })[] | undefined {
  const format = `${commitMark}%H${partMark}%cs${partMark}%an${partMark}%s`
  const options = ['--raw', '--no-abbrev', '--no-renames', '--no-merges', `--format=${format}`]
  const range = [`--skip=${skip}`, `--max-count=${maxCommits}`]
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
