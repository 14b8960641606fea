import type { Problem } from '../problems/types.ts'
import { formatMoment, type Moment } from './moment.ts'

/** Adds to a problem that it only exists on some days, because of what is left out on them. */
export const withDays = (problem: Problem, { now, timeZone }: Moment): Problem => ({
  ...problem,
  message: `${problem.message} (On ${formatMoment(now, timeZone)}, counting only what is shown then.)`,
})
