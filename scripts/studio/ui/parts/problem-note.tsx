import type { StudioProblem } from '../../protocol.ts'

/** A problem at its field, in the words of `npm run check`. */
export function ProblemNote({ problem }: { problem: StudioProblem }) {
  const { severity, message, fix, suggestion } = problem
  return (
    <p className="problem-note" data-severity={severity}>
      <SeverityMark severity={severity} /> {message}
      {suggestion !== undefined && ` Did you mean "${suggestion}"?`} {fix}
    </p>
  )
}

const marks = { error: '✕', warning: '!', note: 'i' }

/** Tells the severity by its shape, too. */
function SeverityMark({ severity }: Pick<StudioProblem, 'severity'>) {
  return (
    <span className="mark" data-severity={severity}>
      <span aria-hidden="true">{marks[severity]}</span>
      <span className="visually-hidden">{severity}:</span>
    </span>
  )
}

/** The number of problems of a page or a part of it; nothing if there are none. */
export function ProblemCount({ errors, warnings }: { errors: number; warnings: number }) {
  if (errors + warnings === 0) return null
  const words = [
    errors > 0 && `${errors} ${errors === 1 ? 'error' : 'errors'}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ].filter(Boolean)
  return (
    <span className="count" data-severity={errors > 0 ? 'error' : 'warning'}>
      <span aria-hidden="true">{errors + warnings}</span>
      <span className="visually-hidden">{words.join(', ')}</span>
    </span>
  )
}
