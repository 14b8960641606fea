import type { DaySpan } from '../../../schema/types.gen.ts'
import { splitAtMidnight, toSegmentStyle } from './day-span.ts'

/** Hours as a bar from midnight to midnight, under the words that say them: to those who cannot see it, it says nothing new. */
export function DayBar({ span }: { span: DaySpan }) {
  return (
    <span className="day-bar" aria-hidden="true">
      {splitAtMidnight(span).map((piece) => (
        <span key={piece.start} style={toSegmentStyle(piece)} />
      ))}
    </span>
  )
}
