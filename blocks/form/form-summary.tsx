import { type MouseEvent, useEffect, useRef } from 'react'
import type { FieldInput } from './list-field-inputs.ts'

type Props = {
  heading: string
  problems: FieldInput[]
  /** Error messages by the id of the input. */
  errors: Record<string, string>
  attempts: number
}

/**
 * Lists the invalid answers, with links to their fields. It receives the focus after each attempt
 * to submit.
 */
export function FormSummary({ heading, problems, errors, attempts }: Props) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts > 0) summary.current?.focus()
  }, [attempts])
  if (problems.length === 0) return null
  const focusField = (event: MouseEvent, id: string) => {
    // Following the link would only scroll to the field, and add a fragment to the URL.
    event.preventDefault()
    document.getElementById(id)?.focus()
  }
  return (
    <div className="form-summary" ref={summary} tabIndex={-1} role="alert">
      <h3>{heading}</h3>
      <ul>
        {problems.map(({ id }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {errors[id]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
