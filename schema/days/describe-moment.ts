import type { Problem } from '../problems/types.ts'
import { formatMoment, type Moment } from './moment.ts'

/** Adds a note to a problem that exists only at this moment, because of what is shown then. */
export const addMomentNote = (problem: Problem, { now, timeZone }: Moment): Problem => ({
  ...problem,
  message: `${problem.message} (On ${formatMoment(now, timeZone)}, counting only what is shown then.)`,
})
