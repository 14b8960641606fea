import { Icon } from '../shared/icon.tsx'
import { splitAtMidnight, toSegmentStyle, type DaySegment } from '../shared/time/day-span.ts'
import type { TimeBand } from './choose-chart.ts'

/** A day from midnight to midnight with the bands in their places. The list below it says the same in words. */
export function DayStripChart({ bands, marks }: { bands: TimeBand[]; marks: string[] }) {
  return (
    <div className="day-strip" aria-hidden="true">
      <div className="day-strip-bar">
        {bands.flatMap(({ icon = 'clock', label, span }) =>
          (span ? splitAtMidnight(span) : []).map((piece) => (
            <div
              key={`${label} ${piece.start}`}
              className="day-strip-band"
              data-first={piece.start === 0 || undefined}
              data-night={isNight(piece) || undefined}
              style={toSegmentStyle(piece)}
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

/** Most of the band lies before five in the morning or after nine in the evening. */
const isNight = ({ start, width }: DaySegment) => Math.abs(start + width / 2 - 50) > 33
