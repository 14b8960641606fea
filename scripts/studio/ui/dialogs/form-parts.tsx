import type { ComponentProps, ReactNode } from 'react'
import type { PageItem } from '../../../edit/describe/list-page-items.ts'

type Labeled = { label: ReactNode }

/** An input of a dialog's form, with its label. */
export const LabeledInput = ({ label, ...attributes }: Labeled & ComponentProps<'input'>) => (
  <label>
    {label}
    <input {...attributes} />
  </label>
)

/** A check box of a dialog's form, with its label beside it. */
export const LabeledCheckbox = ({ label, ...attributes }: Labeled & ComponentProps<'input'>) => (
  <label className="inline">
    <input type="checkbox" {...attributes} /> {label}
  </label>
)

/** A choice in a dialog's form, with its label. */
export const LabeledSelect = ({ label, ...attributes }: Labeled & ComponentProps<'select'>) => (
  <label>
    {label}
    <select {...attributes} />
  </label>
)

/** Pages that an input proposes. @param id for the `list` of the input */
export const PageOptions = ({ id, pages }: { id: string; pages: PageItem[] }) => (
  <datalist id={id}>
    {pages.map(({ route, title }) => (
      <option key={route} value={route}>
        {title}
      </option>
    ))}
  </datalist>
)

/** Why what is in a form was refused. */
export const Refused = ({ id, reason }: { id?: string; reason: string | undefined }) =>
  reason !== undefined && (
    <p id={id} role="alert" className="problem-note" data-severity="error">
      {reason}
    </p>
  )
