import { asText } from '../../util/as-text.ts'
import type { Page } from '../../merge/merge-sources.ts'
import type { TextContext } from '../text/findings.ts'
import type { PageContext } from './page-types.ts'

/** Adds the facts defined only on a page to the facts of the ledger. Their names never collide. */
export const withPageFacts = <C extends Pick<TextContext, 'facts'>>(
  { facts }: Pick<Page, 'facts'>,
  context: C,
): C => (facts ? { ...context, facts: new Map([...context.facts, ...facts]) } : context)

/** Creates the text context of one page, with the page's choice of readings. */
export function createPageTextContext(
  page: Page,
  shared: Omit<TextContext, 'readings' | 'page'> & Pick<PageContext, 'labels' | 'schema'>,
): TextContext {
  const { route, raw } = page
  const context = withPageFacts(page, shared)
  const readings = Object.entries((raw.readings ?? {}) as Record<string, unknown>).filter(
    ([name, reading]) => context.facts.get(name)?.readings.has(asText(reading)),
  )
  return {
    ...context,
    settings: new Map([...context.settings, ['page.label', context.labels.get(route) ?? '']]),
    readings: new Map(readings as [string, string][]),
    page: { raw, schema: shared.schema },
  }
}
