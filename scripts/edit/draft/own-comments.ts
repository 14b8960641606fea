import { asRecord } from '../../../schema/util/records.ts'
import { tryGetValue } from '../apply-operations.ts'
import type { DraftOperation, Texts } from './apply-step.ts'
import { RequestFailure } from '../request-failure.ts'

/** Whether operations can change the comments of a file. */
export const mayChangeComments = (operations: DraftOperation[]): boolean =>
  operations.some(
    ({ kind, path }) => kind === 'rewrite' || path.length === 1 || path[0] === 'comments',
  )

/**
 * Refuses comments in the name of somebody else. Others may be resolved, moved and deleted.
 * @param name of the person who edits
 * @throws RequestFailure
 */
export function assertOwnComments(before: Texts, after: Texts, name: string): void {
  const known = new Set([...before].flatMap(([file, text]) => listSigned(file, text)))
  for (const [file, text] of after)
    for (const comment of listSigned(file, text)) {
      const [, by] = JSON.parse(comment) as unknown[]
      if (by !== name && !known.has(comment))
        throw new RequestFailure(
          'refused',
          `A comment is signed by the one who writes it: by: ${name}. What others have written stays as it is.`,
        )
    }
}

/** What its author says in each comment, as text to compare. */
function listSigned(file: string, text: string): string[] {
  const { comments } = asRecord(tryGetValue(file, text))
  if (!Array.isArray(comments)) return []
  return comments.map((each) => {
    const { text, by, on } = asRecord(each)
    return JSON.stringify([text, by, on])
  })
}
