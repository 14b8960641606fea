import { asRecord } from '../../../schema/util/records.ts'
import { tryGetValue } from '../apply-operations.ts'
import type { FileChange } from '../text-edits.ts'
import { RequestFailure } from '../request-failure.ts'

/**
 * Refuses comments in the name of somebody else. Others may be resolved, moved and deleted.
 * @param texts of all files, as they are
 * @param name of the person who edits
 * @throws RequestFailure
 */
export function assertOwnComments(
  texts: ReadonlyMap<string, string>,
  changes: FileChange[],
  name: string,
): void {
  // A key may be written with escapes.
  const changed = changes.filter(({ after }) => /comments|\\/.test(after))
  const isOther = (comment: string) => (JSON.parse(comment) as unknown[])[1] !== name
  const others = changed.flatMap(({ file, after }) => listSigned(file, after).filter(isOther))
  if (others.length === 0) return
  const known = new Set([...texts].flatMap(([file, text]) => listSigned(file, text)))
  if (others.some((comment) => !known.has(comment)))
    throw new RequestFailure(
      'refused',
      `A comment is signed by the one who writes it: by: ${name}. What others have written stays as it is.`,
    )
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
