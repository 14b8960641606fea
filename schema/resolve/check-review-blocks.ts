import { reviewListFact, reviewPrefix } from '../facts/facts.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { type SourceLocation, locateChild, locateKey } from '../problems/location.ts'
import type { PageContext } from './page/page-types.ts'
import type { Findings } from './text/findings.ts'
import type { Page } from '../merge/merge-sources.ts'
import type { UnknownRecord } from '../util/records.ts'
import { listWrittenBlocks } from '../merge/written-blocks.ts'
import { showsReviews } from '../reviews/choose-reviews.ts'

/**
 * Whether it is no mistake that there are no reviews for a block: a town of a set has none yet, so
 * its block is left out, or some could not be read, which is reported where they are.
 */
export const mayLackReviews = ({ routeValues }: Page, { possiblyDefined }: PageContext): boolean =>
  routeValues !== undefined || possiblyDefined.has(reviewListFact)

/** Checks where the testimonials of a page come from, whether or not their blocks are left out. */
export function checkReviewBlocks(
  { raw, location: page }: Page,
  { facts, reviews, possiblyDefined }: PageContext,
  { problems }: Findings,
): void {
  for (const { block, location } of listWrittenBlocks(raw, page, 'testimonials')) {
    problems.push(...checkProperties(block, location))
    if (!showsReviews(block)) continue
    // A page is made again when a fact that it has looked up differs.
    facts.get(reviewListFact)
    // A file that cannot be read is reported where the settings name it.
    const mayExist = [reviewListFact, `${reviewPrefix}count`].some((name) =>
      possiblyDefined.has(name),
    )
    if (reviews || mayExist) continue
    const message = 'The settings name no file of reviews.'
    const expected = 'reviews: data/reviews.csv under site'
    problems.push(
      problemAt(locateChild(location, 'from'), 'UNKNOWN_REVIEWS', message, { expected }),
    )
  }
}

function checkProperties(block: UnknownRecord, location: SourceLocation): Problem[] {
  const report = (property: string, message: string, fix: string) =>
    problemAt(locateKey(location, property), 'UNKNOWN_PROPERTY', message, { found: property, fix })
  if (showsReviews(block)) {
    const message = 'These testimonials have both items and from: reviews.'
    return block.items === undefined ? [] : [report('items', message, 'Delete one of the two.')]
  }
  const unused = ['place', 'service', 'show'].filter((name) => block[name] !== undefined)
  if (block.from === undefined && block.items === undefined)
    return [
      problemAt(location, 'MISSING_PROPERTY', 'The property "items" is missing.', {
        expected: 'items, or from: reviews',
      }),
    ]
  return unused.map((name) =>
    report(
      name,
      `"${name}" chooses among reviews, and these testimonials are a list.`,
      'Delete it, or write from: reviews instead of items.',
    ),
  )
}
