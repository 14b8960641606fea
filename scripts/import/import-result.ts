import type { Problem } from '../../schema/problems/types.ts'
import type { Answer } from './answer-addresses.ts'
import type { ImportNote } from './old-site.ts'

export type ImportResult = {
  answers: Answer[]
  pageCount: number
  problems: Problem[]
  notes: ImportNote[]
  factCount: number
  pictureCount: number
}
