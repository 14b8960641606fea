import type { TestimonialsBlock } from '../../schema/types.gen.ts'
import { Section } from '../shared/section.tsx'

export function Testimonials(block: TestimonialsBlock) {
  return (
    <Section block={block} heading={block.heading} hasSideHeading={block.items.length === 1}>
      <ul className="card-list">
        {block.items.map(({ quote, name, location, date, rating, placeholder }, index) => (
          <li className="card" key={index} data-placeholder={placeholder || undefined}>
            {placeholder && <p className="badge">Sample</p>}
            {/* Nobody has given stars to a sample. */}
            {rating !== undefined && !placeholder && <Stars rating={rating} />}
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <p className="testimonial-by">
              <strong>{name}</strong>
              {[location, date].filter(Boolean).map((part) => `, ${part}`)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Stars({ rating }: { rating: number }) {
  // Never more stars than were given: what is left of 4.5 stands behind them as a figure.
  const full = Math.floor(rating)
  const fraction = full === rating ? '' : ` ${rating}`
  return (
    <p className="stars">
      <span aria-hidden="true">{'★'.repeat(full) + '☆'.repeat(5 - full) + fraction}</span>
      <span className="visually-hidden">{`${rating} of 5 stars`}</span>
    </p>
  )
}
