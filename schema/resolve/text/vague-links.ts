import { problemAt } from '../../problems/problem.ts'
import type { SourceLocation } from '../../problems/source-file.ts'
import type { Problem } from '../../problems/types.ts'

/** Matches the text of each Markdown link. */
export const linkTextPattern = /\[([^[\]]+)\](?=\()/g
const vagueLinkTextPattern =
  /^(?:(?:click|look|see|go) )?(?:here|this|this page|link)$|^(?:(?:learn|read|see|find out) )?more(?: info(?:rmation)?)?$|^(?:details|info(?:rmation)?|go|continue)$/i

/**
 * Reports link text such as "click here". Screen readers list links without the text around them.
 */
export function checkLinkText(
  text: string,
  needle: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (vagueLinkTextPattern.test(text.trim()))
    problems.push(
      problemAt(location, 'VAGUE_LINK', `"${text}" does not say where this link goes.`, {
        found: text,
        needle,
      }),
    )
}
