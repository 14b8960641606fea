import { countItems } from '../../util/group-by.ts'
import { basename, extname } from 'node:path'
import type { RowFile } from '../../tables/table.ts'
import type { SourceLocation } from '../../problems/location.ts'
import { asRecord } from '../../util/records.ts'
import { countPrefix, createComputedFact, type LedgerFact } from '../../facts/facts.ts'
import type { Site } from '../../merge/merge-sources.ts'

/**
 * Creates facts for the counts that any page can cite:
 *
 * - `count:towns`, the towns of the area served, in the settings, or the rows of `data/towns.csv`
 * - `count:/towns`, the pages directly below an address
 *
 * Where both exist, or two tables of the same name, their long names are cited:
 * `count:areaServed.towns` and `count:data/towns.csv`.
 */
export function createCountFacts(
  site: Site,
  rowFiles: Map<string, RowFile>,
): Map<string, LedgerFact> {
  const { main, settings } = site
  const facts = new Map<string, LedgerFact>()
  const ambiguous = new Set<string>()
  const add = (counted: string, label: string, value: number, location: SourceLocation) => {
    const name = countPrefix + counted
    if (facts.has(name)) ambiguous.add(name)
    const reading = { value, source: 'counted by the generator' }
    facts.set(name, createComputedFact({ name, label, unit: 'count', location }, reading))
  }
  const { towns } = asRecord(asRecord(settings.business).areaServed)
  if (Array.isArray(towns)) {
    const location = { source: main, path: ['site', 'business', 'areaServed', 'towns'] }
    for (const name of ['towns', 'areaServed.towns'])
      add(name, 'Towns of the area served', towns.length, location)
  }
  for (const source of rowFiles.values()) {
    const { file, table } = source
    const location = { source, path: [] }
    for (const name of new Set([getShortName(file), file]))
      if (!table) site.possiblyDefined.add(countPrefix + name)
      else add(name, `Rows of ${file}`, table.rows.length, location)
  }
  for (const [route, count] of countChildren(site)) {
    const location = site.pages.get(route)?.location ?? { source: main, path: [] }
    add(route, `Pages below ${route}`, count, location)
  }
  for (const name of ambiguous) facts.delete(name)
  return facts
}

/**
 * Returns the short name of a table, or of a list in the settings: data/towns.csv → towns,
 * areaServed.towns → towns.
 */
export const getShortName = (name: string): string =>
  /^areaServed\./.test(name) ? name.slice('areaServed.'.length) : basename(name, extname(name))

/** Counts the pages directly below each address, except below the pages of sets. */
function countChildren({ pages }: Site): Map<string, number> {
  const parents = [...pages.keys()].map((route) => route.slice(0, route.lastIndexOf('/')))
  // A set may have thousands of pages with pages below them.
  return countItems(parents.filter((parent) => parent !== '' && !pages.get(parent)?.routeValues))
}
