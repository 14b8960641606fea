import { Icon } from '../shared/icon.tsx'
import { splitAtMidnight, toSegmentStyle, type DaySegment } from '../shared/time/day-span.ts'
import type { TimeBand } from './choose-chart.ts'

/**
 * A strip from midnight to midnight that shows the bands. Hidden from screen readers, since the
 * list below contains the same information.
 */
export function DayStripChart({ bands, marks }: { bands: TimeBand[]; marks: string[] }) {
  return (
    <div className="day-strip" aria-hidden="true">
      <div className="day-strip-bar">
        {bands.flatMap(({ icon = 'clock', label, span }) =>
          (span ? splitAtMidnight(span) : []).map((segment) => (
            <div
              key={`${label} ${segment.start}`}
              className="day-strip-band"
              data-first={segment.start === 0 || undefined}
              data-night={isNight(segment) || undefined}
              style={toSegmentStyle(segment)}
            >
              <Icon name={icon} size={20} />
            </div>
          )),
        )}
      </div>
      <div className="day-strip-marks">
        {marks.map((mark, index) => (
          <span key={index}>{mark}</span>
        ))}
      </div>
    </div>
  )
}

/** Whether the middle of the segment is roughly before 4 AM or after 8 PM. */
const isNight = ({ start, width }: DaySegment) => Math.abs(start + width / 2 - 50) > 33
