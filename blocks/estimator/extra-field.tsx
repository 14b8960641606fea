import type { ReactNode } from 'react'
import type { EstimatorBlock } from '../../schema/types.gen.ts'
import { InlineText } from '../shared/text/rich-text.tsx'
import { getMaxCount, parseCount, type EstimateExtra } from './estimate.ts'

type Props = {
  id: string
  extra: EstimateExtra
  words: EstimatorBlock['words']
  /** What the visitor has typed. */
  text: string
  onType: (text: string) => void
  children?: ReactNode
}

/** The field for the quantity of an extra. It shows an error for a quantity that is invalid. */
export function ExtraField({ id, extra, words, text, onType, children }: Props) {
  const count = parseCount(text, extra)
  const problem =
    count === 'fraction' ? (
      words.whole
    ) : count === 'excess' ? (
      extra.beyond ? (
        <InlineText nodes={extra.beyond} />
      ) : (
        words.tooMany
      )
    ) : undefined
  const problemId = `${id}-problem`
  return (
    <div className="estimator-extra">
      <label>
        <span>{extra.label}</span>
        <input
          type="number"
          inputMode="numeric"
          // Otherwise, on reload, the browser restores a number that is not in the state.
          autoComplete="off"
          min={0}
          max={getMaxCount(extra)}
          value={text}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          onChange={({ target }) => onType(target.value)}
        />
      </label>
      {problem && (
        <p className="estimate-beyond" role="alert" id={problemId}>
          {problem}
        </p>
      )}
      {extra.note && <small>{extra.note}</small>}
      {children}
    </div>
  )
}
