import type { ReactNode } from 'react'
import type { RichText } from '../../schema/page-data.ts'
import type { QuoteBlock } from '../../schema/types.gen.ts'
import { InlineText } from '../shared/text/rich-text.tsx'

type Props = {
  name: string
  label: string
  initial: string
  /** What the visitor has typed. */
  text: string
  least?: number
  most: number
  beyond?: RichText
  note?: RichText
  words: QuoteBlock['words']
  children?: ReactNode
}

/** A field for a number. It shows an error for a number that is invalid or has no price. */
export function NumberField({
  name,
  label,
  initial,
  text,
  least = 0,
  most,
  beyond,
  note,
  words,
  children,
}: Props) {
  const count = parseCount(text)
  const problem =
    count === undefined || count < least ? (
      words.whole
    ) : count > most ? (
      beyond ? (
        <InlineText nodes={beyond} />
      ) : (
        words.tooMany
      )
    ) : undefined
  const problemId = `${name}-problem`
  return (
    <div className="quote-number">
      <label>
        <span>{label}</span>
        <input
          type="number"
          inputMode="numeric"
          // Otherwise, on reload, the browser restores a number that is not in the state.
          autoComplete="off"
          name={name}
          min={least}
          max={most}
          defaultValue={initial}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
        />
      </label>
      {problem && (
        <p className="quote-beyond" role="alert" id={problemId}>
          {problem}
        </p>
      )}
      {note && (
        <small>
          <InlineText nodes={note} />
        </small>
      )}
      {children}
    </div>
  )
}

/** Parses a number that a visitor has typed. An empty text is 0. @returns undefined if it is invalid */
export function parseCount(text: string): number | undefined {
  const count = Number(text)
  return Number.isInteger(count) && count >= 0 ? count : undefined
}
