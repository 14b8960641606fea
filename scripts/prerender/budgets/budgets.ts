/** What a page may weigh. Checked by the build and by `npm run weigh`; sizes in bytes. */
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { PageWeight, PageLoad } from './measure-page.ts'

export const budgets = {
  /** With the inlined css, Brotli: what fits into the first round trip of a new connection (10 segments of 1,460 bytes). */
  html: 14_600,
  /** The share of pages that must keep `html`. */
  htmlShare: 0.95,
  /** No page at all may be above this. */
  htmlMaximum: 20_000,
  /** JavaScript that is loaded though the visitor does nothing, compressed: the loader, and an application that is not waited for. */
  script: 1_500,
  /** As much again for the early scripts of a page whose blocks have something to say before that. */
  eager: 1_500,
  /** And where the site counts visits. */
  analytics: 1_000,
  /** All fonts that a page's css names. */
  fonts: 60_000,
}

/** A budget that is broken, by which pages, and in words: by how much. */
export type BudgetViolation = { budget: string; routes: string[]; text: string }

/** Every budget that is broken; empty when all are kept. */
export function findBudgetViolations(pages: PageWeight[]): BudgetViolation[] {
  return [...findHtmlViolations(pages), ...pages.flatMap(findPageViolations)]
}

/** Whether a page would break a budget if it were the only one. */
export const exceedsBudget = (page: PageWeight) =>
  page.html.brotli > budgets.html || findPageViolations(page).length > 0

function findHtmlViolations(pages: PageWeight[]): BudgetViolation[] {
  const heavy = [...pages]
    .filter(({ html }) => html.brotli > budgets.html)
    .sort((a, b) => b.html.brotli - a.html.brotli)
  const [allowed, share] = [
    Math.floor(pages.length * (1 - budgets.htmlShare)),
    budgets.htmlShare * 100,
  ]
  // Those that no page may be are told of one by one, below.
  if (heavy.length <= allowed) return []
  const names = heavy.map(
    ({ route, html }) => `${route} by ${formatBytes(html.brotli - budgets.html)}`,
  )
  const text = `${heavy.length} of ${pages.length} pages have more than ${formatBytes(budgets.html)} of HTML (Brotli); ${share} % of pages must have less: ${names.join(', ')}`
  return [{ budget: 'most pages', routes: heavy.map(({ route }) => route), text }]
}

const findPageViolations = ({ route, html, load }: PageWeight): BudgetViolation[] =>
  [
    ...checkLimit('HTML (Brotli)', html.brotli, budgets.htmlMaximum),
    ...listLoadViolations(load),
  ].map(({ budget, text }) => ({ budget, routes: [route], text: `${route}: ${text}` }))

type LoadViolation = Pick<BudgetViolation, 'budget' | 'text'>

const checkLimit = (what: string, size: number, budget: number): LoadViolation[] =>
  size > budget
    ? [
        {
          budget: what,
          text: `${formatBytes(size)} of ${what}, ${formatBytes(size - budget)} above the budget of ${formatBytes(budget)}`,
        },
      ]
    : []

const listLoadViolations = memoizeByObject(
  ({
    script,
    hasEagerScripts,
    hasAnalytics,
    hydratesAtOnce,
    fonts,
    blockingFonts,
    thirdParty,
    hasWidget,
  }: PageLoad): LoadViolation[] => {
    return [
      // Hosts differ in how they compress; the better of the two would flatter.
      // A widget of another company's is loaded by the application, and weighs more than it.
      ...(hasWidget && hydratesAtOnce
        ? []
        : checkLimit(
            'JavaScript before intent (compressed)',
            Math.max(script.brotli, script.gzip),
            budgets.script +
              (hasEagerScripts ? budgets.eager : 0) +
              (hasAnalytics ? budgets.analytics : 0),
          )),
      ...checkLimit('fonts', fonts.bytes, budgets.fonts),
      ...blockingFonts.map((font) => ({
        budget: font,
        text: `the font ${font} hides its text until it has come; give it font-display: swap or optional`,
      })),
      ...(hasWidget
        ? []
        : thirdParty.map((url) => ({ budget: url, text: `asks another origin for ${url}` }))),
    ]
  },
)

/** `14,600 bytes`. Written out, since `Intl` takes 15 ms at its first use. */
export const formatBytes = (size: number) =>
  `${String(size).replace(/\B(?=(\d{3})+$)/g, ',')} bytes`
