import type { PricesBlock } from '../../schema/types.gen.ts'
import { Button } from '../shared/plain-button.tsx'

export function Prices({ id, heading, cards }: PricesBlock) {
  return (
    <section className="prices" id={id}>
      <h2>{heading}</h2>
      <div className="cards">
        {cards.map((card, index) => (
          <Card key={index} {...card} />
        ))}
      </div>
    </section>
  )
}

function Card({ name, amount, currency, unit, features, action }: PricesBlock['cards'][number]) {
  return (
    <article className="card">
      <h3>{name}</h3>
      <p className="price">
        <span className="amount">{`${amount} ${currency}`}</span>{' '}
        <span className="unit">{unit}</span>
      </p>
      <ul>
        {features.map((feature, index) => (
          <li key={index}>{feature}</li>
        ))}
      </ul>
      <Button action={action} style="primary" />
    </article>
  )
}
