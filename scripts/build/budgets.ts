/** What a page may weigh. Checked by the build and by `npm run weigh`; sizes in bytes. */
import { onceFor } from '../../schema/once-for.ts'
import type { PageBurden, PageLoad } from './weigh-page.ts'

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

/** A budget that is broken, by which pages, and in words: by how much. */
export type Excess = { budget: string; routes: string[]; text: string }

/** Every budget that is broken; empty when all are kept. */
export function findExcesses(pages: PageBurden[]): Excess[] {
  return [...findHeavyHtml(pages), ...pages.flatMap(findPageExcesses)]
}

/** Whether a page would break a budget if it were the only one. */
export const isHeavy = (page: PageBurden) =>
  page.html.brotli > budgets.html || findPageExcesses(page).length > 0

function findHeavyHtml(pages: PageBurden[]): Excess[] {
  const heavy = [...pages]
    .filter(({ html }) => html.brotli > budgets.html)
    .sort((a, b) => b.html.brotli - a.html.brotli)
  const [allowed, share] = [
    Math.floor(pages.length * (1 - budgets.htmlShare)),
    budgets.htmlShare * 100,
  ]
  // Those that no page may be are told of one by one, below.
  if (heavy.length <= allowed) return []
  const names = heavy.map(({ route, html }) => `${route} by ${bytes(html.brotli - budgets.html)}`)
  const text = `${heavy.length} of ${pages.length} pages have more than ${bytes(budgets.html)} of HTML (Brotli); ${share} % of pages must have less: ${names.join(', ')}`
  return [{ budget: 'most pages', routes: heavy.map(({ route }) => route), text }]
}

const findPageExcesses = ({ route, html, load }: PageBurden): Excess[] =>
  [...over('HTML (Brotli)', html.brotli, budgets.htmlMaximum), ...listLoadExcesses(load)].map(
    ({ budget, text }) => ({ budget, routes: [route], text: `${route}: ${text}` }),
  )

type LoadExcess = Pick<Excess, 'budget' | 'text'>

const over = (what: string, size: number, budget: number): LoadExcess[] =>
  size > budget
    ? [
        {
          budget: what,
          text: `${bytes(size)} of ${what}, ${bytes(size - budget)} above the budget of ${bytes(budget)}`,
        },
      ]
    : []

const listLoadExcesses = onceFor(
  ({
    script,
    early,
    measures,
    wakes,
    fonts,
    blocking,
    foreign,
    hasWidget,
  }: PageLoad): LoadExcess[] => {
    return [
      // Hosts differ in how they compress; the better of the two would flatter.
      // A widget of another company's is loaded by the application, and weighs more than it.
      ...(hasWidget && wakes
        ? []
        : over(
            'JavaScript before intent (compressed)',
            Math.max(script.brotli, script.gzip),
            budgets.script + (early ? budgets.early : 0) + (measures ? budgets.measuring : 0),
          )),
      ...over('fonts', fonts.bytes, budgets.fonts),
      ...blocking.map((font) => ({
        budget: font,
        text: `the font ${font} hides its text until it has come; give it font-display: swap or optional`,
      })),
      ...(hasWidget
        ? []
        : foreign.map((url) => ({ budget: url, text: `asks another origin for ${url}` }))),
    ]
  },
)

/** `14,600 bytes`. Written out, since `Intl` takes 15 ms at its first use. */
export const bytes = (size: number) => `${String(size).replace(/\B(?=(\d{3})+$)/g, ',')} bytes`
