import type { Testimonial, TestimonialsBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { fillIn } from '../shared/text/fill-in.ts'
import { Section } from '../shared/section.tsx'

export function Testimonials(block: TestimonialsBlock) {
  const { items = [], heading, words } = block
  return (
    <Section block={block} heading={heading} hasSideHeading={items.length === 1}>
      <ul className="card-list">
        {items.map(({ placeholder, unproven, ...item }, index) => (
          <li className="card" key={index} data-placeholder={placeholder || unproven || undefined}>
            {placeholder && <p className="badge">{words.sample}</p>}
            {unproven && <p className="badge">{words.unproven}</p>}
            {/* A placeholder has no real rating. */}
            {item.rating !== undefined && !placeholder && (
              <Stars rating={item.rating} words={words} />
            )}
            <blockquote cite={item.address} lang={item.language}>
              <p>{item.quote}</p>
            </blockquote>
            <Byline item={item} words={words} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Byline({ item, words }: Pick<TestimonialsBlock, 'words'> & { item: Testimonial }) {
  const { name, location, date, edited, source, address, languageName } = item
  const origin = source === undefined ? words.original : fillIn(words.source, { source })
  return (
    <p className="testimonial-by">
      <strong>{name}</strong>
      {[location, date].filter(Boolean).map((part) => `, ${part}`)}
      {(source !== undefined || address !== undefined) && (
        <>
          <br />
          {address === undefined ? origin : <Link href={address}>{origin}</Link>}
        </>
      )}
      {edited && ` · ${words.edited}`}
      {languageName && ` · ${fillIn(words.language, { language: languageName })}`}
    </p>
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
