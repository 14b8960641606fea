import type { ListedProblem } from '../../../edit/describe/problem-list.ts'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { useStudio } from '../state/use-studio.ts'
import { AddressLink } from './address-link.tsx'
import { ProblemNote } from './problem-note.tsx'
import { formatFileLine } from '../../../../schema/problems/location.ts'

/** Problems, each with a link to where it is. */
export const ProblemRows = ({ problems }: { problems: ListedProblem[] }) => (
  <ul>
    {problems.map((problem, index) => (
      <ProblemRow key={index} problem={problem} />
    ))}
  </ul>
)

function ProblemRow({ problem }: { problem: ListedProblem }) {
  const { route, address } = problem
  const place = formatFileLine(problem)
  return (
    <li className="problem-row">
      <ProblemNote problem={problem} />
      {route === undefined && !address ? (
        <span className="muted">{place}</span>
      ) : (
        <AddressLink route={route} address={address}>
          {route} <span className="muted">{place}</span>
        </AddressLink>
      )}
    </li>
  )
}

type PublishingErrorsProps = { act: string; isOpen?: boolean }

/**
 * The errors that keep the site from being published, and what visitors would read unfinished.
 * @property act what can be done all the same
 */
export function PublishingErrors({ act, isOpen = false }: PublishingErrorsProps) {
  const problems = useStudio((state) => state.problems.problems)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const unfinished = problems.filter(({ code }) => code === 'UNFINISHED_TEXT')
  const notes: [ListedProblem[], string][] = [
    [
      errors,
      `The site has ${formatCount(errors.length, 'error')}. ${act} Nothing is published with an error.`,
    ],
    [unfinished, `Not written yet: ${formatCount(unfinished.length, 'text')} for visitors.`],
  ]
  return notes
    .filter(([listed]) => listed.length > 0)
    .map(([listed, summary]) => (
      <details key={summary} className="set-note" open={isOpen}>
        <summary>{summary}</summary>
        <ProblemRows problems={listed} />
      </details>
    ))
}
