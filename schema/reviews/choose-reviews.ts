import { slugify } from '../util/slugify.ts'
import type { Testimonial } from '../types.gen.ts'
import { asText } from '../util/as-text.ts'
import { memoizeByObject } from '../util/memoize-by-object.ts'
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
  const [wantedPlace, wantedService] = [place, service].map((each) => toName(asText(each)))
  return indexReviews(reviews)
    .filter(
      ({ review, places, services }) =>
        !(publishing && review.lacks) &&
        (wantedPlace === '' || places.includes(wantedPlace!)) &&
        (wantedService === '' || services.includes(wantedService!)),
    )
    .slice(0, typeof show === 'number' ? show : usualCount)
    .map(({ review }) => review)
}

/** Whether a block shows other reviews once the site is published, because some lack proof. */
export const hidesReviews = (block: UnknownRecord, reviews: readonly Review[] = []): boolean =>
  showsReviews(block) && chooseReviews(block, { reviews }).some(({ lacks }) => lacks)

/** Many pages of a set choose among the same reviews. */
const indexReviews = memoizeByObject((reviews: readonly Review[]) =>
  reviews.map((review) => ({
    review,
    places: listNames(review.place),
    services: listNames(review.service),
  })),
)

/** Lists what finds a cell: a town also finds the town with its state. */
const listNames = (cell: string): string[] => [cell, cell.split(',')[0]!].map(toName)

/** Names in other scripts have no slug. */
const toName = (text: string): string => slugify(text) || text.trim().toLowerCase()

/** Whether a cell is what a block asks for. */
export const matchesCell = (cell: string, wanted: string): boolean =>
  listNames(cell).includes(toName(wanted))

/** Names the language of a review where it is not that of the page. */
function nameLanguage(written: string, page: string) {
  const [base, pageBase] = [written, page].map((each) => each.split('-')[0]!)
  if (base === pageBase) return {}
  const languageName = new Intl.DisplayNames([page], { type: 'language' }).of(base!)
  return { language: written, languageName }
}

/**
 * Formats a review as the block shows it. One that does not say its language is in that of the site.
 */
export const toTestimonial = (
  { text, author, place, date, stars, edited, source, address, lacks, ...review }: Review,
  { language, siteLanguage }: { language: string; siteLanguage: { language: string } },
): Testimonial => ({
  quote: text,
  ...nameLanguage(review.language || siteLanguage.language, language),
  name: author,
  ...(place !== '' && { location: place }),
  date: formatReviewDay(date.slice(0, 7), language),
  ...(stars !== undefined && { rating: stars }),
  ...(edited && { edited }),
  ...(source !== '' && { source }),
  ...(address !== '' && { address }),
  ...(lacks && { unproven: true }),
})
