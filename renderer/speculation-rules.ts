/**
 * Lets the browser prefetch a document when a visitor is about to follow a link. This speeds up
 * clicks that happen before the application has loaded, which the loader passes on to the browser
 * after a timeout. The application navigates without documents, so it removes these rules
 * (`removeSpeculationRules`) and prefetches page data instead (`prefetch-page.ts`).
 *
 * Prefetch only, no prerender: a prerendered page would run live blocks, request the location and
 * load a booking widget for a visitor who may never come. Files (paths with a dot), links to other
 * windows and downloads are excluded. "source" is optional in the standard, but older validators
 * require it.
 */
const listSpeculationRules = (base: string) => ({
  prefetch: [
    {
      source: 'document',
      where: {
        and: [
          { href_matches: `${base}/*` },
          { not: { href_matches: `${base}/*.*` } },
          { not: { selector_matches: '[target], [download], [href^="#"]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/**
 * Renders the rules for the head of a built page. In development there are no documents to
 * prefetch.
 * @param base the path that all addresses of the site begin with
 */
export const renderSpeculationRules = (base: string): string =>
  JSON.stringify(listSpeculationRules(base))
