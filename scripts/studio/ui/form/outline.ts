import { asRecord, isRecord } from '../../../../schema/util/records.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { nameValue } from '../../../edit/name-value.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import type { JsonValue } from '../../../edit/yaml-operations.ts'
import { toKey } from './paths.ts'

/** A row of the outline. */
export type OutlineRow = ProblemCounts & {
  /** The key of the path within the entry of the page. */
  key: string
  path: Path
  /** What distinguishes it: its heading, title or label; otherwise its type or name. */
  label: string
  /** The type of a block, or the number of entries of a list. */
  note: string
  /** The days on which it is shown: `from Dec 24`. */
  days?: string
  rows: OutlineRow[]
}

type ProblemCounts = { errors: number; warnings: number }

type OutlineContext = {
  /** What pages print of a text. */
  print: (text: string) => string
  /** Counts the problems of a value and of everything in it. */
  count: (path: Path) => ProblemCounts
}

/**
 * Lists the rows of the outline: the page and its blocks. The entries of the only list of a block
 * are directly below it.
 */
export function listOutline(page: JsonValue | undefined, context: OutlineContext): OutlineRow[] {
  const { blocks } = asRecord(page)
  const rows = (Array.isArray(blocks) ? (blocks as JsonValue[]) : []).map((block, index) => {
    const type = String(asRecord(block).type ?? 'unknown')
    return createRow(block, ['blocks', index], context, toWords(type), type)
  })
  const settings = createRow({}, [], context, '')
  // Problems of blocks are counted in the rows of the blocks.
  const sum = (name: keyof ProblemCounts) => rows.reduce((total, row) => total + row[name], 0)
  return [
    {
      ...settings,
      key: 'page',
      label: 'Page settings',
      days: describeDays(page),
      errors: settings.errors - sum('errors'),
      warnings: settings.warnings - sum('warnings'),
    },
    ...rows,
  ]
}

function createRow(
  value: JsonValue,
  path: Path,
  context: OutlineContext,
  fallback: string,
  note = '',
): OutlineRow {
  const lists = listRows(value, path, context)
  return {
    key: toKey(path),
    path,
    label: nameValue(value, context.print) ?? fallback,
    note,
    days: describeDays(value),
    ...context.count(path),
    rows: lists.length === 1 ? lists[0]!.rows : lists,
  }
}

/** The lists in a value. One of texts is edited as a whole; one of maps has a row for each map. */
function listRows(value: JsonValue, path: Path, context: OutlineContext): OutlineRow[] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const at = [...path, key]
    if (isRecord(child)) return listRows(child, at, context)
    if (!Array.isArray(child) || !child.some(isRecord)) return []
    const rows = child.map((item, index) =>
      createRow(item, [...at, index], context, `${index + 1}`),
    )
    const note = String(child.length)
    return [{ key: toKey(at), path: at, label: toWords(key), note, ...context.count(at), rows }]
  })
}

/** The days of a page, a block or an entry of a list, in words. */
export function describeDays(value: unknown): string | undefined {
  const { from, until } = asRecord(asRecord(value).publish)
  const format = (name: string, day: unknown) => {
    const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(String(day ?? '')) ?? []
    if (year === undefined) return []
    const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
    // The year of a distant day must not be guessed.
    const isDistant = Math.abs(time.getTime() - Date.now()) > distantMs
    return [`${name} ${dayFormat.format(time)}${isDistant ? `, ${year}` : ''}`]
  }
  const words = [...format('from', from), ...format('until', until)]
  return words.length > 0 ? words.join(' ') : undefined
}

/**
 * Tells when a value is shown that its days leave out.
 * @param now a day, such as 2027-01-31, or a minute of it
 */
export function findShownDay(value: unknown, now: string) {
  const days = asRecord(asRecord(value).publish)
  const [from = '', until = ''] = [days.from, days.until].map((written) =>
    /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d)?/.exec(String(written))?.[0].replace('T', ' '),
  )
  // On no day it would be shown.
  if (until !== '' && until < from) return undefined
  if (now.slice(0, from.length) < from) return { day: from.slice(0, 10), isOver: false }
  const isOver = until !== '' && now.slice(0, until.length) > until
  return isOver ? { day: until.slice(0, 10), isOver } : undefined
}

const distantMs = 180 * 24 * 60 * 60 * 1000

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** The deepest row that contains a path; the page itself if no block does. */
export function findRow(rows: OutlineRow[], path: Path): OutlineRow | undefined {
  const trail = findTrail(rows, path)
  return trail.at(-1) ?? rows[0]
}

/** The rows from a block down to the one that contains a path. */
export function findTrail(rows: OutlineRow[], path: Path): OutlineRow[] {
  const key = toKey(path)
  const row = rows.find((each) => each.path.length > 0 && contains(each.key, key))
  return row ? [row, ...findTrail(row.rows, path)] : []
}

const contains = (outer: string, key: string) => key === outer || key.startsWith(`${outer}.`)
