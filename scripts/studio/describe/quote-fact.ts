import { createTextReader } from '../../report/quote-sentences.ts'
import { asRecord } from '../../../schema/util/records.ts'
import type { DraftedSite } from '../../edit/drafted-site.ts'
import { listTexts } from '../../report/find-texts.ts'
import { locateEntry } from '../../report/list-pages.ts'

/** `GET quotes ?fact`: a sentence that prints a reading, by its name. */
export type FactQuotes = Record<string, { sentence: string; route: string }>

/** How many pages of a reading are searched for a sentence. Others print a table or a list. */
const maxSearched = 5

/** A sentence of the site for each reading of a fact, from the first page that has one. */
export async function quoteFact(drafted: DraftedSite, name: string): Promise<FactQuotes> {
  const { resolved } = drafted.site
  const { site, context } = resolved
  const fact = context.facts.get(name)
  const listing = drafted.listFacts().find((each) => each.name === name)
  const quotes: FactQuotes = {}
  if (!fact || !listing) return quotes
  for (const { name: reading, pages } of listing.readings)
    for (const route of pages.slice(0, maxSearched)) {
      const page = site.pages.get(route)
      if (!page || page.facts?.has(name)) continue
      const entry = locateEntry(page)
      // The template of a set has the names of columns in its sentences.
      if (entry.path[0] !== 'pages') continue
      // The session keeps no texts of unchanged pages.
      const value = await drafted.draft.readValue(entry)
      const written = { ...page, raw: asRecord(value) }
      const pageAlone = { ...site, pages: new Map([[route, written]]) }
      const texts = createTextReader({ ...resolved, site: pageAlone })
      const sentences = [...listTexts({ file: entry.file, value: value ?? null })]
        .filter(({ text }) => text.includes(`\${${name}`))
        .flatMap(({ address: { path } }) => {
          const location = { ...page.location, path: [...page.location.path, ...path] }
          return texts.quoteReading(fact, reading, location, route)
        })
      // A cell that holds nothing but the figure says nothing.
      const found = sentences.find(({ sentence }) => /\p{L}.*\s.*\s/u.test(sentence))
      if (!found) continue
      quotes[reading] = { sentence: found.sentence, route }
      break
    }
  return quotes
}
