import { slugify } from '../resolve/slugify.ts'
import type { Testimonial } from '../types.gen.ts'
import { asText } from '../util/as-text.ts'
import type { UnknownRecord } from '../util/records.ts'
import { formatReviewDay, type Review } from './review.ts'

/** How many reviews a block shows if it does not say. */
const usualCount = 6

/** Whether a block takes its testimonials from the reviews of the site. */
export const showsReviews = (block: UnknownRecord): boolean =>
  block.type === 'testimonials' && block.from === 'reviews'

/** Chooses the reviews that a block shows, newest first. A published site shows those with proof. */
export function chooseReviews(
  { place, service, show }: UnknownRecord,
  { reviews = [], publishing }: { reviews?: readonly Review[]; publishing?: object },
): Review[] {
  return reviews
    .filter(
      (review) =>
        !(publishing && review.lacks) &&
        matchesCell(review.place, asText(place)) &&
        matchesCell(review.service, asText(service)),
    )
    .slice(0, typeof show === 'number' ? show : usualCount)
}

/** Whether a cell is what a block asks for: a town is also the town with its state. */
export const matchesCell = (cell: string, wanted: string): boolean =>
  wanted === '' || [cell, cell.split(',')[0]!].some((part) => slugify(part) === slugify(wanted))

/** Formats a review as the block shows it. */
export const toTestimonial = (
  { text, author, place, date, stars, edited, source, address, lacks }: Review,
  language: string,
): Testimonial => ({
  quote: text,
  name: author,
  ...(place !== '' && { location: place }),
  date: formatReviewDay(date.slice(0, 7), language),
  ...(stars !== undefined && { rating: stars }),
  ...(edited && { edited }),
  ...(source !== '' && { source }),
  ...(address !== '' && { address }),
  ...(lacks && { unproven: true }),
})
