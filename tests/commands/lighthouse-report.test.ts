/** Which Lighthouse results make a page fail. */
import { expect, it } from 'vitest'
import {
  formatScores,
  findAuditFailures,
  type LighthouseReport,
} from '../../scripts/lighthouse/format-report.ts'

const createAudit = (id: string, score: number | null) => ({
  [id]: { id, title: `Title of ${id}`, score, scoreDisplayMode: 'binary' },
})

function createReport(
  score: number,
  audits: LighthouseReport['audits'],
  weights: Record<string, number>,
): LighthouseReport {
  const auditRefs = Object.entries(weights).map(([id, weight]) => ({ id, weight }))
  return { categories: { seo: { title: 'SEO', score, auditRefs } }, audits }
}

it('a perfect report has no failures', () => {
  const perfect = createReport(
    1,
    { ...createAudit('a', 1), ...createAudit('b', null) },
    { a: 1, b: 1 },
  )
  expect(findAuditFailures(perfect, false)).toEqual([])
  expect(formatScores('/x', perfect)).toBe('/x: SEO 100')
})

it('an imperfect audit is listed, and fails the page if it has a weight', () => {
  const { categories, audits } = createReport(
    0.995,
    { ...createAudit('a', 0), ...createAudit('b', 0.5) },
    { a: 1, b: 0 },
  )
  expect(findAuditFailures({ categories, audits }, false)).toEqual([
    { text: 'SEO: Title of a (a, 0)', failsPage: true },
    { text: 'SEO: Title of b (b, 50)', failsPage: false },
  ])
  // Scores are never rounded up.
  expect(formatScores('/x', { categories, audits })).toBe('/x: SEO 99')
})

it('a noindex page may fail the crawlable audit, but no other', () => {
  const hidden = createReport(
    0.66,
    { ...createAudit('is-crawlable', 0), ...createAudit('a', 1) },
    { 'is-crawlable': 4, a: 1 },
  )
  expect(findAuditFailures(hidden, true)).toEqual([])
  expect(findAuditFailures(hidden, false)).toMatchObject([{ failsPage: true }])
  const wrong = createReport(
    0.5,
    { ...createAudit('is-crawlable', 0), ...createAudit('a', 0) },
    { 'is-crawlable': 4, a: 1 },
  )
  expect(findAuditFailures(wrong, true)).toEqual([
    { text: 'SEO: Title of a (a, 0)', failsPage: true },
  ])
})

it('an unexplained low score and a page that did not load fail', () => {
  expect(findAuditFailures(createReport(0.9, {}, {}), false)).toEqual([
    { text: 'SEO is below 100', failsPage: true },
  ])
  expect(
    findAuditFailures({ ...createReport(1, {}, {}), runtimeError: { message: 'No page' } }, false),
  ).toEqual([{ text: 'No page', failsPage: true }])
})
