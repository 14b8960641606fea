import type { TestimonialsBlock } from '../../schema/types.gen.ts'
import { fillIn } from '../shared/text/fill-in.ts'
import { Section } from '../shared/section.tsx'

export function Testimonials(block: TestimonialsBlock) {
  return (
    <Section block={block} heading={block.heading} hasSideHeading={block.items.length === 1}>
      <ul className="card-list">
        {block.items.map(({ quote, name, location, date, rating, placeholder }, index) => (
          <li className="card" key={index} data-placeholder={placeholder || undefined}>
            {placeholder && <p className="badge">{block.words.sample}</p>}
            {/* A placeholder has no real rating. */}
            {rating !== undefined && !placeholder && <Stars rating={rating} words={block.words} />}
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

function Stars({ rating, words }: Pick<TestimonialsBlock, 'words'> & { rating: number }) {
  // Round down, so that a rating never gets too many stars; show 4.5 as a number after them.
  const fullStars = Math.floor(rating)
  const exactRating = fullStars === rating ? '' : ` ${rating}`
  return (
    <p className="stars">
      <span aria-hidden="true">
        {'★'.repeat(fullStars) + '☆'.repeat(5 - fullStars) + exactRating}
      </span>
      <span className="visually-hidden">{fillIn(words.stars, { rating })}</span>
    </p>
  )
}
