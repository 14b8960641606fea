import { formatReviewDay, type Reviews } from './review.ts'
import {
  createComputedFact,
  type LedgerFact,
  type Reading,
  reviewListFact,
  reviewPrefix,
} from '../facts/facts.ts'
import { findSupportedLanguage } from '../util/supported-language.ts'

/**
 * Computes what texts can cite of the reviews that are published: `${reviews:count}`,
 * `${reviews:average}`, and `${reviews:checked}`, the day of the latest check. Without such reviews,
 * these are claims without evidence, which a published site leaves out.
 * @param languages those of the site, the main one first
 */
export function createReviewFacts(
  all: Reviews | undefined,
  languages: string[],
): Map<string, LedgerFact> {
  if (!all) return new Map()
  const { source: rowFile, reviews } = all
  const { file } = rowFile
  const proven = reviews.filter(({ lacks }) => lacks === undefined)
  const stars = proven.flatMap((review) => review.stars ?? [])
  const checked = proven
    .map((review) => review.checked)
    .sort()
    .at(-1)
  // Rounded down, so that it never promises too much.
  const average = stars.reduce((sum, each) => sum + each, 0) / stars.length
  const location = { source: rowFile, path: [] }
  const source = `computed from ${file}`
  const prove = (count: number, reading: Reading): Reading => ({
    ...reading,
    source,
    ...(count > 0 && checked && { evidence: { source: `${count} reviews in ${file}`, checked } }),
  })
  const days = languages.map((language) => [
    language,
    checked ? formatReviewDay(checked, findSupportedLanguage(language) ?? 'en-US') : '–',
  ])
  const claims: [name: string, label: string, unit: LedgerFact['unit'], reading: Reading][] = [
    ['count', 'Reviews', 'count', prove(proven.length, { value: proven.length })],
    [
      'average',
      'Average of the reviews',
      'rating',
      prove(stars.length, { value: stars.length > 0 ? Math.floor(average * 10 + 1e-9) / 10 : 0 }),
    ],
    [
      'checked',
      'Latest check of the reviews',
      'text',
      prove(proven.length, { value: days[0]![1]!, translations: Object.fromEntries(days) }),
    ],
  ]
  const list = { value: JSON.stringify(reviews.map(({ row: _, ...review }) => review)) }
  return new Map([
    ...claims.map(([name, label, unit, reading]): [string, LedgerFact] => [
      reviewPrefix + name,
      createComputedFact(
        {
          ...{ name: reviewPrefix + name, label, unit, location },
          claim: reading.evidence !== undefined,
          omitsUnproven: true,
        },
        reading,
      ),
    ]),
    [
      reviewListFact,
      createComputedFact({ name: reviewListFact, label: 'Reviews', unit: 'text', location }, list),
    ],
  ])
}
