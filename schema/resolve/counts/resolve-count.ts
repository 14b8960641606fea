import { countPrefix } from '../../facts/facts.ts'
import { asRecords, getAt, isRecord } from '../../util/records.ts'
import type { Schema } from '../../validate/json-schema.ts'
import { describeUnknownName } from '../../validate/nearest-name.ts'
import { resolveSchema } from '../../validate/walk-schema.ts'
import { getShortName } from './count-facts.ts'
import type { Citation } from '../parse-citations.ts'
import { reportAt, type TextContext, type TextPlace } from '../text/findings.ts'

/**
 * Counts a list in the blocks of the page as written, for `${count:this}` and `${count:#id}`, in
 * the form of a fact.
 * @returns undefined for any other count, or if the list does not exist, which is reported
 */
export function countPageList({ name }: Citation, at: TextPlace) {
  const { context, path } = at
  const { raw = {}, schema } = context.page ?? {}
  const target = name.slice(countPrefix.length)
  const labelProperty = typeof raw.label === 'string' ? 'label' : 'title'
  // Other pages show the short name, where the lists of this one are unknown.
  if (context.page && path.length === 3 && path[2] === labelProperty) {
    const message = 'The label of a page cannot count its lists, since other pages show it.'
    const fix = 'Write a label without a count, or count a table or an address.'
    reportAt(at, 'UNKNOWN_COUNT', message, { found: name, needle: name, fix })
    return undefined
  }
  const isOwn = target === 'this'
  const id = target.slice(1)
  const block = isOwn
    ? getAt(raw, ['blocks', path[path.indexOf('blocks') + 1]!])
    : asRecords(raw.blocks).find((each) => each.id === id)
  const count = schema && countEntries(schema, block)
  if (count !== undefined)
    return { fact: { name, unit: 'count' } as const, reading: { value: count } }
  const message = isOwn
    ? 'The block of this text has no list to count, or more than one.'
    : `This page has no block with the id "${id}" and a list to count.`
  reportUnknownCount(name, message, listIds(context), at)
  return undefined
}

/** Whether a citation counts a list of its page. */
export const isPageCount = ({ name }: Citation): boolean =>
  name === `${countPrefix}this` || name.startsWith(`${countPrefix}#`)

/**
 * Reports a count of a table or an address that does not exist, or of a name that two tables share.
 */
export function reportUnknownSiteCount({ name }: Citation, at: TextPlace): void {
  const { facts } = at.context
  const target = name.slice(countPrefix.length)
  const known = [...facts.keys()]
    .filter((fact) => fact.startsWith(countPrefix))
    .map((fact) => fact.slice(countPrefix.length))
  const files = known.filter((each) => /[/.]/.test(each.slice(1)) && getShortName(each) === target)
  const message =
    files.length > 1
      ? `"${target}" is the name of several tables or lists.`
      : `There is no table, list or address "${target}" to count.`
  const others = [...known, ...listIds(at.context)]
  reportUnknownCount(name, message, files.length > 1 ? files : others, at)
}

function reportUnknownCount(name: string, message: string, known: string[], at: TextPlace): void {
  const found = name.slice(countPrefix.length)
  const otherwise = 'a block with an id and a list, or the file of a table'
  const details = describeUnknownName(found, known, otherwise)
  reportAt(at, 'UNKNOWN_COUNT', message, { ...details, needle: name })
}

/** Lists the ids of the blocks on the page that have a list, as they are cited. */
const listIds = ({ page }: TextContext): string[] =>
  asRecords(page?.raw.blocks).flatMap((block) =>
    page && typeof block.id === 'string' && countEntries(page.schema, block) !== undefined
      ? [`#${block.id}`]
      : [],
  )

/**
 * Counts the entries of a block's list: the only list that the block requires or, if it requires
 * none, the only one it has. In a list of lists, the entries of the inner lists are counted.
 */
function countEntries(schema: Schema, block: unknown): number | undefined {
  if (!isRecord(block)) return undefined
  const rule = resolveSchema(schema, 'block', block)
  const lists = Object.entries(rule?.properties ?? {}).filter(([, { type }]) =>
    [type].flat().includes('array'),
  )
  const required = lists.filter(([name]) => getRequiredNames(rule!).includes(name))
  const present = lists.filter(([name]) => Array.isArray(block[name]))
  const candidates = required.length > 0 ? required : present
  // A table with columns is counted by its rows.
  const rows = candidates.filter(([name]) => name === 'rows')
  const [list, ...more] = rows.length > 0 ? rows : candidates
  const entries = list && block[list[0]]
  if (!list || more.length > 0 || !Array.isArray(entries)) return undefined
  const [inner, ...others] = getRequiredNames(list[1].items ?? {})
  if (inner === undefined || others.length > 0) return entries.length
  const parts = entries.map((entry) => (isRecord(entry) ? entry[inner] : undefined))
  return parts.every((part) => Array.isArray(part)) ? parts.flat().length : entries.length
}

const getRequiredNames = ({ required }: Schema): string[] =>
  Array.isArray(required) ? (required as string[]) : []
