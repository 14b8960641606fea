import type { Schema } from '../../schema/validate/json-schema.ts'
import { listOwnersChanges } from '../../schema/validate/owners-values.ts'
import { RequestFailure } from './request-failure.ts'
import { tryGetValue } from './apply-operations.ts'
import { isCsv } from './edit-csv.ts'
import type { FileChange } from './text-edits.ts'

/** Says of each setting that only the owner decides whether changes differ in it. */
export function explainOwnersChanges(schema: Schema, changes: FileChange[]): string[] {
  const files = changes.filter(({ file }) => !isCsv(file))
  const [before, after] = [
    files.map((change) => tryGetValue(change.file, change.before)),
    files.map((change) => tryGetValue(change.file, change.after)),
  ]
  return listOwnersChanges(schema, before, after).map(
    (name) => `${name} is for the owner to decide.`,
  )
}

/** @throws RequestFailure if somebody who may not publish changes what only the owner decides */
export function assertOwnersValues(schema: Schema, changes: FileChange[]): void {
  const reasons = explainOwnersChanges(schema, changes)
  if (reasons.length > 0)
    throw new RequestFailure(
      'forbidden',
      `${reasons.join(' ')} Tell somebody who may publish what you would change, and why.`,
    )
}
