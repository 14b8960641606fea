import type { EstimatorBlock } from '../../schema/types.gen.ts'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { formatAmount, type AmountRange, type Estimate } from './estimate.ts'

/** The line items and the total. Hidden without JavaScript, since it could not be updated. */
export function EstimateSummary({
  block: { result: texts, groups, language = 'en' },
  result,
}: {
  block: EstimatorBlock
  result: Estimate
}) {
  const currency = groups[0]!.choices[0]!.price.unit
  const format = (amount: AmountRange) => formatAmount(amount, currency, language)
  return (
    <div className="estimate">
      <h3>{texts.heading}</h3>
      <dl>
        {result.lines.map(({ label, detail, amount }, index) => (
          <div key={index}>
            <dt>
              {label}
              {detail && <small> {detail}</small>}
            </dt>
            <dd>{preventRangeBreaks(format(amount))}</dd>
          </div>
        ))}
      </dl>
      <p className="estimate-total" role="status">
        {texts.total} <strong>{preventRangeBreaks(format(result.total))}</strong>
      </p>
    </div>
  )
}
