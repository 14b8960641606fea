import type { Problem } from '../problems/types.ts'
import { formatMoment, type Moment } from './moment.ts'

/** A problem that comes from leaving something out. */
export const withDays = (problem: Problem, { now, timeZone }: Moment): Problem => ({
  ...problem,
  message: `${problem.message} (On ${formatMoment(now, timeZone)}, without what has other days.)`,
})
