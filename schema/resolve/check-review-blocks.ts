import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import type { PageContext } from './page/page-types.ts'
import type { Findings } from './text/findings.ts'
import type { Page } from '../merge/merge-sources.ts'
import type { SourceLocation } from '../problems/source-file.ts'
import { asText } from '../util/as-text.ts'
import { locateChild, locateKey } from '../problems/locate-child.ts'
import type { UnknownRecord } from '../util/records.ts'
import { listWrittenBlocks } from '../merge/written-blocks.ts'
import { describeUnknownName } from '../validate/nearest-name.ts'
import { matchesCell, showsReviews } from '../reviews/choose-reviews.ts'
import { reviewListFact, reviewPrefix } from '../reviews/review.ts'

/** Checks where the testimonials of a page come from, whether or not their blocks are left out. */
export function checkReviewBlocks(
  { raw, location: page, routeValues }: Page,
  context: PageContext,
  { problems }: Findings,
): void {
  for (const { block, location } of listWrittenBlocks(raw, page, 'testimonials')) {
    problems.push(...checkProperties(block, location))
    if (!showsReviews(block)) continue
    // A page is made again when a fact that it has looked up differs.
    context.facts.get(reviewListFact)
    // That a town of a set has no reviews yet is no mistake: its block is left out.
    const isOfSet = routeValues !== undefined && context.reviews !== undefined
    const mayBeIncomplete = context.possiblyDefined.has(reviewListFact)
    if (!isOfSet && !mayBeIncomplete) problems.push(...checkChoice(block, location, context))
  }
}

function checkProperties(block: UnknownRecord, location: SourceLocation): Problem[] {
  if (showsReviews(block) && block.items !== undefined)
    return [
      problemAt(
        locateKey(location, 'items'),
        'UNKNOWN_PROPERTY',
        'These testimonials have both items and from: reviews.',
        { found: 'items', fix: 'Delete one of the two.' },
      ),
    ]
  if (showsReviews(block)) return []
  const unused = ['place', 'service', 'show'].filter((name) => block[name] !== undefined)
  if (block.from === undefined && block.items === undefined)
    return [
      problemAt(location, 'MISSING_PROPERTY', 'The property "items" is missing.', {
        expected: 'items, or from: reviews',
      }),
    ]
  return unused.map((name) =>
    problemAt(
      locateKey(location, name),
      'UNKNOWN_PROPERTY',
      `"${name}" chooses among reviews, and these testimonials are a list.`,
      { found: name, fix: 'Delete it, or write from: reviews instead of items.' },
    ),
  )
}

/** Checks that there is something to choose from. */
function checkChoice(
  block: UnknownRecord,
  location: SourceLocation,
  { reviews, possiblyDefined }: PageContext,
): Problem[] {
  if (!reviews)
    // A file that cannot be read is reported where the settings name it.
    return possiblyDefined.has(`${reviewPrefix}count`)
      ? []
      : [
          problemAt(
            locateChild(location, 'from'),
            'UNKNOWN_REVIEWS',
            'The settings name no file of reviews.',
            { expected: 'reviews: data/reviews.csv under site' },
          ),
        ]
  return (['place', 'service'] as const).flatMap((column) => {
    const wanted = asText(block[column])
    const known = [...new Set(reviews.map((review) => review[column]).filter(Boolean))]
    if (wanted === '' || known.some((cell) => matchesCell(cell, wanted))) return []
    return [
      problemAt(
        locateChild(location, column),
        'UNKNOWN_REVIEWS',
        `No review has the ${column} "${wanted}".`,
        describeUnknownName(wanted, known, `reviews with the ${column} "${wanted}"`),
      ),
    ]
  })
}
