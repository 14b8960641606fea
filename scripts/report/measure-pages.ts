import { indexCitations } from '../../schema/resolve/index-citations.ts'
import type { PageSummary } from '../../schema/resolve/page-summary.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { asText } from '../../schema/util/as-text.ts'
import { isInSitemap } from '../prerender/output/render-sitemaps.ts'
import { followLinks } from './links.ts'

/** A page as search engines find it. */
export type PageMeasures = {
  /** The status with which a host answers. */
  answer: 200 | 404
  /** Whether search engines may list it, and the sitemap does. */
  indexed: boolean
  /** Absolute URL. */
  canonical: string
  /** ISO date of the last change of its content, if recorded. */
  lastmod?: string
  /** Its own language, then those of its other versions. */
  languages: string[]
  titleLength: number
  description: string
  descriptionLength: number
  /** Its main heading. */
  heading: string
  /** The types of what its structured data describes. */
  jsonLdTypes: string[]
  /** The other pages of this site that it links to, or lists as articles. */
  linksOut: number
  /** The other pages that link to it. */
  linksIn: number
  /** Whether the header or the footer links to it. */
  inMenus: boolean
  /** The fewest links to follow from the home page; left out if it cannot be reached. */
  depth?: number
  /** The number of words in its texts. */
  words: number
  /** The facts that few other pages print, see `listLocalFacts`. */
  localFacts: string[]
}

/** Measures the pages that visitors find, by route. The summaries are those of a check. */
export function measurePages({
  resolved,
  pages,
  notFound,
}: {
  resolved: ResolvedSite
  pages: PageSummary[]
  notFound?: PageSummary
}): Map<string, PageMeasures> {
  const { site, context } = resolved
  const graph = followLinks({ resolved, pages: notFound ? [...pages, notFound] : pages })
  const localFacts = listLocalFacts(
    pages,
    (route, fact) => site.pages.get(route)?.facts?.has(fact) === true,
  )
  const measure = (page: PageSummary, answer: 200 | 404): [string, PageMeasures] => {
    const { route, data, meta, heading = '', jsonLdTypes = [], words = 0 } = page
    const { title, description, canonical, alternates = [] } = data.head
    const language = asText(site.pages.get(route)?.raw.language) || context.siteLanguage.language
    const depth = graph.depths.get(route)
    return [
      route,
      {
        answer,
        indexed: answer === 200 && isInSitemap(page),
        canonical,
        ...(meta.lastmod !== undefined && { lastmod: meta.lastmod }),
        languages: [...new Set([language, ...alternates.map((each) => each.language)])],
        titleLength: title.length,
        description,
        descriptionLength: description.length,
        heading,
        jsonLdTypes,
        linksOut: graph.out.get(route)?.size ?? 0,
        linksIn: graph.in.get(route)?.length ?? 0,
        inMenus: graph.inMenus.has(route),
        ...(depth !== undefined && { depth }),
        words,
        localFacts: localFacts.get(route) ?? [],
      },
    ]
  }
  return new Map([
    ...pages.map((page) => measure(page, 200)),
    ...(notFound ? [measure(notFound, 404)] : []),
  ])
}

/**
 * A page that lists all towns repeats their facts, so a few other pages may print a local fact,
 * too.
 */
const maxOtherPages = 3

/**
 * Lists the facts that belong to each page: those of its own row, and those of the ledger that at
 * most three other pages print.
 * @param isOwn whether a fact is defined for one page alone
 * @returns names by route, such as `distance-springfield`, with the reading if a fact has several
 */
function listLocalFacts(
  pages: Pick<PageSummary, 'route' | 'citations'>[],
  isOwn: (route: string, fact: string) => boolean,
): Map<string, string[]> {
  const routes = indexCitations(pages)
  return new Map(
    pages.map(({ route, citations = [] }) => {
      const local = citations.filter(
        (fact) =>
          routes.get(fact)!.length <= maxOtherPages + 1 || isOwn(route, fact.split('.', 1)[0]!),
      )
      return [route, local.map((fact) => fact.replace(/\.value$/, ''))]
    }),
  )
}
