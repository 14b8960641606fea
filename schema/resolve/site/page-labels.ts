import type { SourceLocation } from '../../source/types.ts'
import type { Words } from '../../words/create-words.ts'
import type { MergedSite } from '../merge-sources.ts'
import { withPageFacts } from '../page/page-facts.ts'
import { resolveString } from '../resolve-text.ts'
import { createFindings, type TextContext } from '../text/findings.ts'

/** Maps each route to a short name: the page's label, or its title up to the first separator. */
export function createPageLabels(
  { pages, planned }: MergedSite,
  text: TextContext,
  words: Words,
): Map<string, string> {
  // Findings are discarded, since they are reported when the page is resolved.
  const resolveText = (written: string, location: SourceLocation, context = text) =>
    written.includes('$')
      ? String(resolveString('text', written, location, {}, context, createFindings()))
      : written
  const labels = new Map(
    [...planned].map(([route, { label, location }]) => [route, resolveText(label, location)]),
  )
  for (const page of pages.values()) {
    const { route, raw, location } = page
    const context = withPageFacts(page, text)
    if (typeof raw.label === 'string') labels.set(route, resolveText(raw.label, location, context))
    else
      labels.set(
        route,
        typeof raw.title === 'string'
          ? resolveText(raw.title, location, context).split(/ [|–—:] |: /)[0]!
          : route,
      )
  }
  if (typeof pages.get('/')?.raw.label !== 'string')
    labels.set('/', String(words.get('page')?.home))
  return labels
}
