import { reviewListFact, reviewPrefix } from '../reviews/review.ts'
import { leastPrefix, totalPrefix, worthPrefix } from '../facts/facts.ts'
import { countPrefix } from './counts/count-facts.ts'

/** Whether a fact follows from other content, such as a count or a total, and is not written in the ledger. */
export const isComputedFact = (name: string): boolean =>
  [countPrefix, reviewPrefix, reviewListFact, totalPrefix, leastPrefix, worthPrefix].some((start) =>
    name.startsWith(start),
  )
