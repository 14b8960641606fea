import type { Problem } from '../problems/types.ts'
import { formatMoment, type Moment } from './moment.ts'

/** Adds to a problem that it exists only at this moment, since it depends on what is shown then. */
export const addMomentNote = (problem: Problem, { now, timeZone }: Moment): Problem => ({
  ...problem,
  message: `${problem.message} (On ${formatMoment(now, timeZone)}, counting only what is shown then.)`,
})
