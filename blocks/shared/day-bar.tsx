import type { DaySpan } from '../../schema/types.gen.ts'
import { cutAtMidnight, placeOf } from './day-span.ts'

/** Hours as a bar from midnight to midnight, under the words that say them: to those who cannot see it, it says nothing new. */
export function DayBar({ span }: { span: DaySpan }) {
  return (
    <span className="day-bar" aria-hidden="true">
      {cutAtMidnight(span).map((piece) => (
        <span key={piece.start} style={placeOf(piece)} />
      ))}
    </span>
  )
}
