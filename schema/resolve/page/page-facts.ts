import { problemAt } from '../../problems/problem.ts'
import type { SourceLocation } from '../../problems/source-file.ts'
import { asText } from '../../util/as-text.ts'
import { asRecord } from '../../util/records.ts'
import { suggestName } from '../../validate/nearest-name.ts'
import type { Page } from '../../merge/merge-sources.ts'
import type { Findings, TextContext } from '../text/findings.ts'
import { createCountableLists } from '../counts/count-list.ts'
import { reportUnknownReading } from '../text/resolve-citations.ts'
import type { PageContext } from './page-types.ts'
import { locateChild, locateKey } from '../../problems/locate-child.ts'

/** Adds the facts defined only on a page to the facts of the ledger. Their names never collide. */
export const withPageFacts = <C extends Pick<TextContext, 'facts'>>(
  { facts }: Pick<Page, 'facts'>,
  context: C,
): C => (facts ? { ...context, facts: new Map([...context.facts, ...facts]) } : context)

/** Creates the text context of one page, with the page's choice of readings. */
export function createPageTextContext(
  page: Page,
  shared: Omit<TextContext, 'readings' | 'lists'> & Pick<PageContext, 'labels' | 'schema'>,
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
    lists: createCountableLists(shared.schema, raw),
  }
}

/** Reports `readings` of a page that name an unknown fact, or a reading that the fact lacks. */
export function checkPageReadings(
  raw: Page['raw'],
  page: SourceLocation,
  { facts, possiblyDefined }: PageContext,
  findings: Findings,
): void {
  const readings = asRecord(raw.readings)
  for (const [name, reading] of Object.entries(readings)) {
    const location = locateChild(page, 'readings', name)
    const fact = facts.get(name)
    if (!fact) {
      if (possiblyDefined.has(name)) continue
      const details = {
        expected: 'the name of a fact in the ledger',
        found: name,
        ...suggestName(name, facts.keys()),
      }
      findings.problems.push(
        problemAt(locateKey(location), 'UNKNOWN_FACT', `There is no fact "${name}".`, details),
      )
    } else if (typeof reading === 'string' && !fact.readings.has(reading)) {
      findings.problems.push(reportUnknownReading(fact, reading, location))
    }
  }
}
