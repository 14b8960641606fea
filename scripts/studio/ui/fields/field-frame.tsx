import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from 'react-aria-components'
import { describeOrigin } from '../form/describe-origin.ts'
import { getAt, toKey } from '../form/values.ts'
import { ProblemNote } from '../parts/problem-note.tsx'
import { useProblemsAt } from '../state/use-problems.ts'
import { isPageOpen } from '../state/studio-state.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import type { FieldProps } from './field-props.ts'

/** What connects a control with its label, its help and its problems. */
type ControlIds = {
  id: string
  'aria-labelledby': string
  'aria-describedby': string
  'aria-invalid'?: true
}

type FieldFrameProps = Omit<FieldProps, 'value'> & {
  children: (ids: ControlIds) => ReactNode
  /** Beside the label, such as a count of characters. */
  aside?: ReactNode
}

/** The label, help and problems around a control. */
export function FieldFrame({ label, path, isRequired, shape, children, aside }: FieldFrameProps) {
  const store = useStore()
  const id = useId()
  const problems = useProblemsAt(path)
  const origin = useStudio(({ open }) => {
    const set = open && isPageOpen(open) ? open.outline.set : undefined
    return set && describeOrigin(set, path, getAt(open!.page.value, path))
  })
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  const isOptional = !isRequired && typeof path.at(-1) === 'string'
  const isContainer = shape.kind === 'list' || shape.kind === 'group' || shape.kind === 'map'
  const help = shape.description && (
    <p id={`${id}-text`} className="help">
      {shape.description}
    </p>
  )
  return (
    <div className="field" data-field={toKey(path)} data-invalid={hasErrors || undefined}>
      <div className="field-head">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {aside}
        {isOptional && (
          <Button
            className="icon-button quiet"
            aria-label={`Remove ${label}`}
            onPress={() => store.removeValue(path)}
          >
            <X size={14} aria-hidden />
          </Button>
        )}
      </div>
      {isContainer && help}
      {children({
        id,
        'aria-labelledby': `${id}-label`,
        'aria-describedby': isContainer ? `${id}-text ${id}-help` : `${id}-help`,
        ...(hasErrors && { 'aria-invalid': true }),
      })}
      <div id={`${id}-help`}>
        {problems.map((problem) => (
          <ProblemNote key={problem.code + problem.message} problem={problem} />
        ))}
        {origin !== undefined && <p className="set-note">{origin}</p>}
        {!isContainer && help}
      </div>
    </div>
  )
}
