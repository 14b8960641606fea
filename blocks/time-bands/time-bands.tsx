import type { TimeBandsBlock } from '../../schema/types.gen.ts'
import { DayBar } from '../shared/time/day-bar.tsx'
import { Icon } from '../shared/icon.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { chooseChart, type TimeBand, listPriceSteps } from './choose-chart.ts'
import { splitAtMidnight, toSegmentStyle, type DaySegment } from '../shared/time/day-span.ts'

/** Time bands as a chart and as a list with the same information. */
export function TimeBands(block: TimeBandsBlock) {
  const { heading, lead, bands, dayHours = [], note } = block
  const chart = chooseChart(bands)
  return (
    <Section block={block} heading={heading} lead={lead}>
      {chart === 'steps' && <PriceStepChart bands={bands} />}
      {chart === 'strip' && <DayStripChart bands={bands} marks={dayHours} />}
      <ol className="band-list">
        {bands.map(({ icon = 'clock', label, hours, span, price, detail }) => (
          <li key={label}>
            <Icon name={icon} size={28} />
            <div>
              <h3>{label}</h3>
              <p className="band-hours">{preventRangeBreaks(hours)}</p>
              {chart === 'bars' && span && <DayBar span={span} />}
            </div>
            {price && <p className="band-price">{preventRangeBreaks(price.text)}</p>}
            {detail && <p className="band-detail">{detail}</p>}
          </li>
        ))}
      </ol>
      <Note nodes={note} />
    </Section>
  )
}

/**
 * A strip from midnight to midnight that shows the bands. Hidden from screen readers, since the
 * list below contains the same information.
 */
function DayStripChart({ bands, marks }: { bands: TimeBand[]; marks: string[] }) {
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

/**
 * Prices as steps over the hours: the width of a step is its duration, and its height is its price.
 * Hidden from screen readers, since the list below contains the same information.
 */
function PriceStepChart({ bands }: { bands: TimeBand[] }) {
  const steps = listPriceSteps(bands) ?? []
  const highest = Math.max(...steps.map(({ amount }) => amount))
  return (
    <div
      className="price-steps"
      aria-hidden="true"
      style={{ gridTemplateColumns: steps.map(({ start, end }) => `${end - start}fr`).join(' ') }}
    >
      {steps.map(({ band, amount }) => (
        <div key={band.label} className="price-step">
          <span className="price-step-sum">{band.price?.text}</span>
          <span
            className="price-step-bar"
            data-open={band.span?.to === undefined || undefined}
            style={{ blockSize: `${(amount / highest) * 9}rem` }}
          />
          <span className="price-step-hours">{preventRangeBreaks(band.hours)}</span>
        </div>
      ))}
    </div>
  )
}
