import type { Fact } from '../../schema/page-data.ts'
import { preventRangeBreaks } from './text/prevent-range-breaks.tsx'

/** A price with its prefix and unit: `from $60 per visit`. */
export function Price({ prefix, price, unit }: { prefix?: string; price: Fact; unit?: string }) {
  return (
    <p className="price">
      {prefix && <span className="price-prefix">{prefix} </span>}
      <span className="price-amount">{preventRangeBreaks(price.text)}</span>
      {unit && <span className="price-unit"> {preventRangeBreaks(unit)}</span>}
    </p>
  )
}

/** The included features, as a list with check marks. */
export function FeatureList({ features }: { features?: string[] }) {
  if (!features) return null
  return (
    <ul className="features">
      {features.map((feature, index) => (
        <li key={index}>{preventRangeBreaks(feature)}</li>
      ))}
    </ul>
  )
}
