export type Severity = 'error' | 'warning' | 'note'

/** @property fix the usual fix */
type ProblemCodeEntry = { severity: Severity; cause: string; fix: string }

export const error = (cause: string, fix: string): ProblemCodeEntry => ({
  severity: 'error',
  cause,
  fix,
})
export const warning = (cause: string, fix: string): ProblemCodeEntry => ({
  severity: 'warning',
  cause,
  fix,
})
export const note = (cause: string, fix: string): ProblemCodeEntry => ({
  severity: 'note',
  cause,
  fix,
})
