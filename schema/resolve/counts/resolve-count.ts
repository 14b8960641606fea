import { describeUnknownName } from '../../validate/nearest-name.ts'
import { countPrefix, getShortName } from './count-facts.ts'
import type { Citation } from '../parse-citations.ts'
import { reportAt, type TextPlace } from '../text/findings.ts'

/**
 * Counts a list of the page, for `${count:this}` and `${count:#id}`, in the form of a fact.
 * @returns undefined for any other count, or if the list does not exist, which is reported
 */
export function countPageList({ name }: Citation, at: TextPlace) {
  const { lists } = at.context
  const target = name.slice(countPrefix.length)
  if (lists?.isLabel(at.path)) {
    const message = 'The label of a page cannot count its lists, since other pages show it.'
    const fix = 'Write a label without a count, or count a table or an address.'
    reportAt(at, 'UNKNOWN_COUNT', message, { found: name, needle: name, fix })
    return undefined
  }
  const isOwn = target === 'this'
  const count = isOwn ? lists?.countOwn(at.path) : lists?.countById(target.slice(1))
  if (count !== undefined)
    return { fact: { name, unit: 'count' } as const, reading: { value: count } }
  const names = lists?.listIds().map((id) => `#${id}`) ?? []
  const message = isOwn
    ? 'The block of this text has no list to count, or more than one.'
    : `This page has no block with the id "${target.slice(1)}" and a list to count.`
  reportUnknownCount(name, message, names, at)
  return undefined
}

/** Whether a citation counts a list of its page. */
export const isPageCount = ({ name }: Citation): boolean =>
  name === `${countPrefix}this` || name.startsWith(`${countPrefix}#`)

/**
 * Reports a count of a table or an address that does not exist, or of a name that two tables share.
 */
export function reportUnknownSiteCount({ name }: Citation, at: TextPlace): void {
  const { facts, lists } = at.context
  const target = name.slice(countPrefix.length)
  const known = [...facts.keys()]
    .filter((fact) => fact.startsWith(countPrefix))
    .map((fact) => fact.slice(countPrefix.length))
  const files = known.filter((each) => /[/.]/.test(each.slice(1)) && getShortName(each) === target)
  const message =
    files.length > 1
      ? `"${target}" is the name of several tables or lists.`
      : `There is no table, list or address "${target}" to count.`
  const ids = lists?.listIds().map((id) => `#${id}`) ?? []
  reportUnknownCount(name, message, files.length > 1 ? files : [...known, ...ids], at)
}

function reportUnknownCount(name: string, message: string, known: string[], at: TextPlace): void {
  const found = name.slice(countPrefix.length)
  const otherwise = 'a block with an id and a list, or the file of a table'
  const details = describeUnknownName(found, known, otherwise)
  reportAt(at, 'UNKNOWN_COUNT', message, { ...details, needle: name })
}
