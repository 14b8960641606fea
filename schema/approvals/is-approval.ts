import type { Approval } from '../types.gen.ts'
import { isRecord } from '../util/records.ts'

/** Whether an entry can count as an answer. Validation reports what it lacks. */
export const isApproval = (entry: unknown): entry is Approval =>
  isRecord(entry) &&
  ['hash', 'as', 'by', 'on'].every((name) => typeof entry[name] === 'string') &&
  (entry.answer === 'accepted' || entry.answer === 'rejected')
