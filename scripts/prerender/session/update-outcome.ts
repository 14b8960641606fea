import type { PageWeight } from '../budgets/page-weight.ts'
import type { Problem } from '../../../schema/problems/types.ts'

/** A published update. @property written paths of the files that changed. @property bytes of all files. */
export type Update = {
  problems: Problem[]
  pageCount: number
  written: string[]
  bytes: number
  imagesDrawn: number
  weights: PageWeight[]
}

/** What became of an update. Only the first kind has changed the output. */
export type UpdateOutcome =
  | { status: 'updated'; update: Update }
  | { status: 'failed'; problems: Problem[] | string }
  | { status: 'interrupted' }
