/** What of Lighthouse's result makes a page fail. */
import { expect, it } from 'vitest'
import {
  describeScores,
  findFailures,
  type PageReport,
} from '../scripts/lighthouse/describe-report.ts'

const audit = (id: string, score: number | null) => ({
  [id]: { id, title: `Title of ${id}`, score, scoreDisplayMode: 'binary' },
})

function report(
  score: number,
  audits: PageReport['audits'],
  weights: Record<string, number>,
): PageReport {
  const auditRefs = Object.entries(weights).map(([id, weight]) => ({ id, weight }))
  return { categories: { seo: { title: 'SEO', score, auditRefs } }, audits }
}

it('nothing, when all is well', () => {
  const perfect = report(1, { ...audit('a', 1), ...audit('b', null) }, { a: 1, b: 1 })
  expect(findFailures(perfect, false)).toEqual([])
  expect(describeScores('/x', perfect)).toBe('/x: SEO 100')
})

it('an audit that has a weight, in words', () => {
  const { categories, audits } = report(
    0.995,
    { ...audit('a', 0), ...audit('b', 0.5) },
    { a: 1, b: 0 },
  )
  expect(findFailures({ categories, audits }, false)).toEqual([
    { text: 'SEO: Title of a (a, 0)', counts: true },
    { text: 'SEO: Title of b (b, 50)', counts: false },
  ])
  // Never rounded up.
  expect(describeScores('/x', { categories, audits })).toBe('/x: SEO 99')
})

it('not that a page cannot be listed which asks for that, and all else of it', () => {
  const hidden = report(
    0.66,
    { ...audit('is-crawlable', 0), ...audit('a', 1) },
    { 'is-crawlable': 4, a: 1 },
  )
  expect(findFailures(hidden, true)).toEqual([])
  expect(findFailures(hidden, false)).toMatchObject([{ counts: true }])
  const wrong = report(
    0.5,
    { ...audit('is-crawlable', 0), ...audit('a', 0) },
    { 'is-crawlable': 4, a: 1 },
  )
  expect(findFailures(wrong, true)).toEqual([{ text: 'SEO: Title of a (a, 0)', counts: true }])
})

it('a score that no audit explains, and a page that could not be loaded', () => {
  expect(findFailures(report(0.9, {}, {}), false)).toEqual([
    { text: 'SEO is below 100', counts: true },
  ])
  expect(
    findFailures({ ...report(1, {}, {}), runtimeError: { message: 'No page' } }, false),
  ).toEqual([{ text: 'No page', counts: true }])
})
