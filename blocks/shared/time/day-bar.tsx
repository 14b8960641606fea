import type { DaySpan } from '../../../schema/types.gen.ts'
import { splitAtMidnight, toSegmentStyle } from './day-span.ts'

/**
 * A bar that shows a time span within a day. It is hidden from screen readers, since the text above
 * it contains the same hours.
 */
export function DayBar({ span }: { span: DaySpan }) {
  return (
    <span className="day-bar" aria-hidden="true">
      {splitAtMidnight(span).map((segment) => (
        <span key={segment.start} style={toSegmentStyle(segment)} />
      ))}
    </span>
  )
}
