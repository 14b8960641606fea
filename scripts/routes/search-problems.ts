import type { Problem } from '../../schema/problems/types.ts'
import type { ProblemCode } from '../../schema/problems/problem-codes.ts'
import type { Route } from './types.ts'

/** The problems that are about what search engines list, and how. */
const searchCodes = new Set<ProblemCode>([
  'NOINDEX_IN_SITEMAP',
  'NOINDEX_IN_MENU',
  'INDEXED_PPC_PAGE',
  'LISTED_PPC_PAGE',
  'ALIAS_OF_UNLISTED_PAGE',
  'UNLINKED_PAGE',
  'UNLISTED_ARTICLE',
  'LINK_TO_ALIAS',
  'ADDRESS_GONE',
  'DUPLICATE_TITLE',
  'REPEATED_TITLE',
  'DUPLICATE_DESCRIPTION',
  'REPEATED_HEADING',
  'MAIN_HEADING_COUNT',
  'TITLE_TOO_LONG',
  'DESCRIPTION_TOO_LONG',
  'DESCRIPTION_WITHOUT_BUSINESS',
  'NEAR_DUPLICATE',
  'UNDATED_CHANGE',
  'INVALID_STRUCTURED_DATA',
  'UNPRINTED_STRUCTURED_DATA',
])

/** @param routes the addresses whose problems to pick; all problems if left out */
export function pickSearchProblems(problems: Problem[], routes?: Route[]): Problem[] {
  const addresses = routes && new Set(routes.map(({ address }) => address))
  // Each of these messages names its pages.
  const namesAddress = ({ message }: Problem) =>
    message.split(/[\s,]+/).some((word) => addresses?.has(word.replace(/[.?]$/, '')))
  return problems.filter(
    (problem) => searchCodes.has(problem.code) && (!addresses || namesAddress(problem)),
  )
}
