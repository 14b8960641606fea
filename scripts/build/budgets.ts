/** What a page may weigh. Checked by the build and by `npm run weigh`; sizes in bytes. */
import type { PageBurden } from './weigh-page.ts'

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
  early: 1_500,
  /** And where the site counts visits. */
  measuring: 1_000,
  /** All fonts that a page's css names. */
  fonts: 60_000,
}

/** Every budget that is broken, in words, the page and by how much; empty when all are kept. */
export function findExcesses(pages: PageBurden[]): string[] {
  return [...findHeavyHtml(pages), ...pages.flatMap(findPageExcesses)]
}

function findHeavyHtml(pages: PageBurden[]): string[] {
  const heavy = [...pages].filter(({ html }) => html.brotli > budgets.html).sort((a, b) => b.html.brotli - a.html.brotli)
  const [allowed, share] = [Math.floor(pages.length * (1 - budgets.htmlShare)), budgets.htmlShare * 100]
  // Those that no page may be are told of one by one, below.
  if (heavy.length <= allowed) return []
  const names = heavy.map(({ route, html }) => `${route} by ${bytes(html.brotli - budgets.html)}`)
  return [`${heavy.length} of ${pages.length} pages have more than ${bytes(budgets.html)} of HTML (Brotli); ${share} % of pages must have less: ${names.join(', ')}`]
}

function findPageExcesses({ route, html, script, early, measures, wakes, fonts, blocking, foreign, hasWidget }: PageBurden): string[] {
  const over = (what: string, size: number, budget: number) =>
    size > budget ? [`${route}: ${bytes(size)} of ${what}, ${bytes(size - budget)} above the budget of ${bytes(budget)}`] : []
  return [
    ...over('HTML (Brotli)', html.brotli, budgets.htmlMaximum),
    // Hosts differ in how they compress; the better of the two would flatter.
    // A widget of another company's is loaded by the application, and weighs more than it.
    ...(hasWidget && wakes ? [] : over('JavaScript before intent (compressed)', Math.max(script.brotli, script.gzip), budgets.script + (early ? budgets.early : 0) + (measures ? budgets.measuring : 0))),
    ...over('fonts', fonts.bytes, budgets.fonts),
    ...blocking.map((font) => `${route}: the font ${font} hides its text until it has come; give it font-display: swap or optional`),
    ...(hasWidget ? [] : foreign.map((url) => `${route}: asks another origin for ${url}`)),
  ]
}

export const bytes = (size: number) => `${size.toLocaleString('en-US')} bytes`
