/** The performance budgets of pages, in bytes unless said otherwise. Each build checks them. */
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'

/** In bytes. An estimate is on the same side of each budget as the size itself. */
export type Size = { bytes: number; estimated?: boolean }

/**
 * What a page costs before the visitor interacts with it.
 * @property html the document with its CSS, as hosts compress it
 */
export type PageWeight = { route: string; html: Size; load: PageLoad }

/** What a page loads besides its document. Sizes in bytes. */
type PageLoad = {
  /**
   * The compressed scripts that load without interaction: the loader, eager scripts, analytics, and
   * the application if a block hydrates immediately.
   */
  script: number
  /** Whether blocks have scripts that load with the page. */
  hasEagerScripts: boolean
  hasAnalytics: boolean
  /** Whether the application loads after the first paint, without interaction. */
  hydratesAtOnce: boolean
  /** All fonts that the CSS refers to. */
  fonts: number
  /** Fonts that hide their text until they have loaded. */
  blockingFonts: string[]
  /** URLs at other origins that the document or its CSS loads. */
  thirdParty: string[]
  /** Whether the page embeds a third-party widget. */
  hasWidget: boolean
}

export const budgets = {
  /**
   * HTML with inline CSS, Brotli. Fits into the first round trip of a new connection: 10 segments
   * of 1,460 bytes.
   */
  html: 14_600,
  /** The share of pages that must meet `html`. */
  htmlShare: 0.95,
  /** The maximum for every page. */
  htmlMaximum: 20_000,
  /**
   * Compressed JavaScript that loads without interaction: the loader, and the application if eager.
   */
  script: 1_500,
  /** Added to `script` for pages with eager scripts. */
  eager: 1_500,
  /** Added to `script` for sites with analytics. */
  analytics: 1_500,
  /** All fonts that the CSS of a page refers to. */
  fonts: 60_000,
}

/**
 * An exceeded budget.
 * @property budget Identifies the budget.
 * @property routes The pages that exceed it.
 * @property text The message, with the excess.
 */
export type BudgetViolation = { budget: string; routes: string[]; text: string }

/** Finds all exceeded budgets of a site. */
export function findBudgetViolations(pages: PageWeight[]): BudgetViolation[] {
  return [...findHtmlViolations(pages), ...pages.flatMap(findPageViolations)]
}

function findHtmlViolations(pages: PageWeight[]): BudgetViolation[] {
  const heavy = [...pages]
    .filter(({ html }) => html.bytes > budgets.html)
    .sort((a, b) => b.html.bytes - a.html.bytes)
  const [allowed, share] = [
    Math.floor(pages.length * (1 - budgets.htmlShare)),
    budgets.htmlShare * 100,
  ]
  if (heavy.length <= allowed) return []
  const names = heavy.map(
    ({ route, html }) => `${route} by ${formatSize({ ...html, bytes: html.bytes - budgets.html })}`,
  )
  const text = `${heavy.length} of ${pages.length} pages exceed ${formatBytes(budgets.html)} of HTML (Brotli); ${share}% of pages must not: ${names.join(', ')}`
  return [{ budget: 'most pages', routes: heavy.map(({ route }) => route), text }]
}

const findPageViolations = ({ route, html, load }: PageWeight): BudgetViolation[] =>
  [...checkLimit('HTML (Brotli)', html, budgets.htmlMaximum), ...listLoadViolations(load)].map(
    ({ budget, text }) => ({ budget, routes: [route], text: `${route}: ${text}` }),
  )

type LoadViolation = Pick<BudgetViolation, 'budget' | 'text'>

const checkLimit = (name: string, size: Size, budget: number): LoadViolation[] => {
  const excess = size.bytes - budget
  if (excess <= 0) return []
  const over = formatSize({ ...size, bytes: excess })
  const text = `${formatSize(size)} of ${name}, ${over} over the budget of ${formatBytes(budget)}`
  return [{ budget: name, text }]
}

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
      // The eager application of a page with a third-party widget is exempt: the widget is larger.
      ...(hasWidget && hydratesAtOnce
        ? []
        : checkLimit(
            'JavaScript before intent (compressed)',
            { bytes: script },
            budgets.script +
              (hasEagerScripts ? budgets.eager : 0) +
              (hasAnalytics ? budgets.analytics : 0),
          )),
      ...checkLimit('fonts', { bytes: fonts }, budgets.fonts),
      ...blockingFonts.map((font) => ({
        budget: font,
        text: `the font ${font} hides its text until it has loaded; set font-display to swap or optional`,
      })),
      ...(hasWidget
        ? []
        : thirdParty.map((url) => ({
            budget: url,
            text: `loads ${url} from another origin, which site.allowOrigins does not name`,
          }))),
    ]
  },
)

/** Formats a size like `14,600 bytes`, or `about 14,600 bytes`. */
export const formatSize = ({ bytes, estimated }: Size) =>
  `${estimated ? 'about ' : ''}${formatBytes(bytes)}`

/** Formats a size like `14,600 bytes`. Without `Intl`, whose first use is slow. */
export const formatBytes = (size: number) =>
  `${String(size).replace(/\B(?=(\d{3})+$)/g, ',')} bytes`
