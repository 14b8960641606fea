import { useEffect, useRef } from 'react'
import type { FormBlock } from '../../schema/types.gen.ts'
import { fillIn } from '../shared/text/fill-in.ts'
import { RichText } from '../shared/text/rich-text.tsx'

export type FormState =
  /** `mailed`: the visitor's email program was asked to open a new message. */
  | { step: 'filling' | 'sending' | 'sent' | 'mailed' }
  | { step: 'failed'; mail: string }
  /** The visitor sees the message, and sends it. */
  | { step: 'composed'; answers: string; attempt: number }

/**
 * The outcome of submitting a form. It receives the focus, because the submit button may be gone or
 * far away.
 */
export function FormResult({ block, state }: { block: FormBlock; state: FormState }) {
  const result = useRef<HTMLDivElement>(null)
  const { step } = state
  const { sent, failed, email, words } = block
  useEffect(() => {
    if (step === 'sent' || step === 'failed') result.current?.focus()
  }, [step])
  if (state.step === 'sent')
    return (
      <div className="form-sent" ref={result} tabIndex={-1} role="status">
        <h2>{sent?.heading ?? words.sent}</h2>
        {sent?.text && <RichText nodes={sent.text} />}
      </div>
    )
  if (state.step === 'failed')
    return (
      <div className="form-summary" ref={result} tabIndex={-1} role="alert">
        <p>{failed ?? words.failed}</p>
        {email && (
          <p>
            <a href={state.mail}>{email.text}</a>
          </p>
        )}
      </div>
    )
  return (
    <p className="note" role="status">
      {state.step === 'mailed' && fillIn(words.mailed, { email: email?.text ?? '' })}
    </p>
  )
}
