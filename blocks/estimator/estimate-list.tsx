import type { EstimatorBlock } from '../../schema/types.gen.ts'
import { keepRanges } from '../shared/keep-ranges.tsx'
import { formatAmount, type Amount, type Estimate } from './estimate.ts'

/** Each part and the sum. Without a script it could not follow the choices, so it is not shown. */
export function EstimateList({
  block: { result: words, groups, language = 'en' },
  result,
}: {
  block: EstimatorBlock
  result: Estimate
}) {
  const currency = groups[0]!.choices[0]!.price.unit
  const money = (amount: Amount) => formatAmount(amount, currency, language)
  return (
    <div className="estimate">
      <h3>{words.heading}</h3>
      <dl>
        {result.parts.map(({ label, detail, amount }, index) => (
          <div key={index}>
            <dt>
              {label}
              {detail && <small> {detail}</small>}
            </dt>
            <dd>{keepRanges(money(amount))}</dd>
          </div>
        ))}
      </dl>
      <p className="estimate-total" role="status">
        {words.total} <strong>{keepRanges(money(result.total))}</strong>
      </p>
      {result.beyond.map((extra) => (
        <p className="estimate-beyond" role="alert" key={extra.label}>
          {extra.beyond}
        </p>
      ))}
    </div>
  )
}
