import { Button } from 'react-aria-components'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { ListedProblem } from '../../../edit/describe/problem-list.ts'
import { formatAddress, type ValuePlace } from '../../../edit/source-address.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

export const ProblemNotes = ({ problems = [] }: { problems?: ListedProblem[] }) =>
  problems.map((problem) => {
    const { code, line, column, message } = problem
    return <ProblemNote key={[code, line, column, message].join()} problem={problem} />
  })

/** A problem at its field, and buttons that correct it. */
export function ProblemNote({ problem }: { problem: ListedProblem }) {
  const store = useStore()
  const { severity, message, fix, suggestion, corrected, cures = [], rule, contradiction } = problem
  const opened = useStudio(({ open }) => open && formatAddress(open.entry.address))
  const choices = contradiction && formatAddress(contradiction) !== opened && contradiction
  const fixIt = (cure?: string) => {
    const { code, file, line, column } = problem
    const done = `${cure === undefined ? 'Fixed' : `Done: ${cure}`}. Undo takes it back.`
    void store.act('fixes', { code, message, file, line, column, cure }, done)
  }
  const show = (address: ValuePlace) => void store.selectAddress(address, 'problems')
  return (
    <div className="problem-note" data-severity={severity}>
      <p>
        <SeverityMark severity={severity} /> {message.replace(sourcePlaces, '')}
        {suggestion !== undefined && ` Did you mean "${suggestion}"?`} {fix}
      </p>
      {corrected && (
        <p className="bar correction">
          <Button className="small-button" onPress={() => fixIt()}>
            Fix it
          </Button>
          {corrected.length > 0 && (
            <span>
              It then says <code>{corrected.join(' ')}</code>
            </span>
          )}
        </p>
      )}
      {(cures.length > 0 || rule || choices) && (
        <p className="bar correction">
          {cures.map((cure) => (
            <Button key={cure} className="small-button" onPress={() => fixIt(cure)}>
              {cure}
            </Button>
          ))}
          {choices && (
            <Button className="small-button" onPress={() => show(choices)}>
              Show the choices
            </Button>
          )}
          {rule && (
            <Button className="small-button" onPress={() => show(rule)}>
              Show the rule
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** The button may be far below. */
const scrollToIt = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' })

/** Why what is in a form was refused. */
export const Refused = ({ id, reason }: { id?: string; reason: string | undefined }) =>
  reason !== undefined && (
    <p
      key={reason}
      ref={scrollToIt}
      id={id}
      role="alert"
      className="problem-note"
      data-severity="error"
    >
      {reason}
    </p>
  )

/** Where something is written: the studio opens it. */
const sourcePlaces = / \([\w./-]+\.(?:ya?ml|csv|json):\d+\)/g

const marks = { error: '✕', warning: '!', note: 'i' }

/** Shows the severity by shape, not only by color. */
function SeverityMark({ severity }: Pick<ListedProblem, 'severity'>) {
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
    errors > 0 && formatCount(errors, 'error'),
    warnings > 0 && formatCount(warnings, 'warning'),
  ].filter(Boolean)
  return (
    <span className="count" data-severity={errors > 0 ? 'error' : 'warning'}>
      <span aria-hidden="true">{errors + warnings}</span>
      <span className="visually-hidden">{words.join(', ')}</span>
    </span>
  )
}
