import { reviewListFact, reviewPrefix } from '../reviews/review.ts'
import { countPrefix } from './counts/count-facts.ts'

/** Whether a fact follows from other content, such as a count, and is not written in the ledger. */
export const isComputedFact = (name: string): boolean =>
  [countPrefix, reviewPrefix, reviewListFact].some((start) => name.startsWith(start))
