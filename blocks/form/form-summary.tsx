import { type MouseEvent, useEffect, useRef } from 'react'
import type { FieldInput } from './list-field-inputs.ts'

type Props = {
  heading: string
  problems: FieldInput[]
  /** By the id of the input. */
  errors: Record<string, string>
  tries: number
}

/** Lists what is missing, with links to the fields. It gets the focus after each try. */
export function FormSummary({ heading, problems, errors, tries }: Props) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tries > 0) summary.current?.focus()
  }, [tries])
  if (problems.length === 0) return null
  const focusField = (event: MouseEvent, id: string) => {
    // A link would only scroll to the field, and leave the address with a #.
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
