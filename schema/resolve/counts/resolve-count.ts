import { problemAt } from '../../problems/problem.ts'
import type { SourceLocation } from '../../problems/source-file.ts'
import { describeUnknownName } from '../../validate/nearest-name.ts'
import { countPrefix, getShortName } from './count-facts.ts'
import type { Citation } from '../parse-citations.ts'
import type { Findings, TextContext } from '../text/findings.ts'

/**
 * Counts a list of the page, for `${count:this}` and `${count:#id}`.
 * @returns undefined for any other count, or if the list does not exist, which is reported
 */
export function countPageList(
  { name }: Citation,
  location: SourceLocation,
  { lists }: TextContext,
  findings: Findings,
): number | undefined {
  const target = name.slice(countPrefix.length)
  if (lists?.isLabel(location.path)) {
    const message = 'The label of a page cannot count its lists, since other pages show it.'
    findings.problems.push(
      problemAt(location, 'UNKNOWN_COUNT', message, {
        found: name,
        needle: name,
        fix: 'Write a label without a count, or count a table or an address.',
      }),
    )
    return undefined
  }
  const isOwn = target === 'this'
  const count = isOwn ? lists?.countOwn(location.path) : lists?.countById(target.slice(1))
  if (count !== undefined) return count
  const names = lists?.listIds().map((id) => `#${id}`) ?? []
  const message = isOwn
    ? 'The block of this text has no list to count, or more than one.'
    : `This page has no block with the id "${target.slice(1)}" and a list to count.`
  reportUnknownCount(name, message, names, location, findings)
  return undefined
}

/** Whether a citation counts a list of its page. */
export const isPageCount = ({ name }: Citation): boolean =>
  name === `${countPrefix}this` || name.startsWith(`${countPrefix}#`)

/**
 * Reports a count of a table or an address that does not exist, or of a name that two tables share.
 */
export function reportUnknownSiteCount(
  { name }: Citation,
  location: SourceLocation,
  { facts, lists }: TextContext,
  findings: Findings,
): void {
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
  reportUnknownCount(
    name,
    message,
    files.length > 1 ? files : [...known, ...ids],
    location,
    findings,
  )
}

function reportUnknownCount(
  name: string,
  message: string,
  known: string[],
  location: SourceLocation,
  findings: Findings,
): void {
  const found = name.slice(countPrefix.length)
  findings.problems.push(
    problemAt(location, 'UNKNOWN_COUNT', message, {
      ...describeUnknownName(found, known, 'a block with an id and a list, or the file of a table'),
      needle: name,
    }),
  )
}
