/**
 * Documents that the browser may fetch ahead when a visitor is about to follow a link: they serve the click that the
 * application is too late for, which the loader hands to the browser after 300 ms. Once the application is there, navigation
 * needs no documents: it takes these rules away (`stopSpeculating`) and fetches pages' data ahead instead (`prefetch-page.ts`). So
 * what can be fetched in vain is the documents of the links that the pointer rested on before, some 5 kB each.
 *
 * Prefetch alone, no prerender: a prerendered page would run live blocks, ask for the location and load a booking widget for
 * a visitor who never came. Files (addresses with a dot), links to another window and downloads are left alone.
 * "source" may be left out by the standard, but older checkers want it.
 */
const speculationRuleSet = {
  prefetch: [
    {
      source: 'document',
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: '/*.*' } },
          { not: { selector_matches: '[target], [download], [href^="#"]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
}

/** For the head of a built page; development has no files to fetch ahead. */
export const speculationRules = `<script type="speculationrules">${JSON.stringify(speculationRuleSet)}</script>`
