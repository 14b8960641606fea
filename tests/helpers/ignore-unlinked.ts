import type { Problem } from '../../schema/problems/problem.ts'

/** Drops the warnings that nothing links to a page, for tests that write only the page itself. */
export const ignoreUnlinked = (problems: Problem[]): Problem[] =>
  problems.filter(({ code }) => code !== 'UNLINKED_PAGE')
