import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { listPriceSteps, type TimeBand } from './choose-chart.ts'

/**
 * Prices as steps over the hours: the width of a step is its duration, and its height is its price.
 * Hidden from screen readers, since the list below contains the same information.
 */
export function PriceStepChart({ bands }: { bands: TimeBand[] }) {
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
