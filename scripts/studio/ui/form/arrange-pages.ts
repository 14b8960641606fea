/** The two orders of the list of pages: by family, and by address. */
import { findNearestName } from '../../../../schema/validate/nearest-name.ts'
import { groupBy } from '../../../../schema/util/group-by.ts'
import type { PageItem } from '../../../edit/describe/list-page-items.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { createWordFilter } from '../../../../blocks/shared/text/match-words.ts'

type Family = { name: string; pages: PageItem[] }

/** Replaces each word of a query by the one of these texts that is spelled most like it. */
function correctWords(query: string, texts: string[]): string {
  const words = new Set(texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)))
  return query.replace(/\S+/g, (word) => findNearestName(word, words) ?? word)
}

/**
 * Groups the pages that match a search, or what it is a typo of, by their family: the set or the file
 * that they are in. The family of the home page comes first. By address, all are one family.
 * @param maximum of pages in all families
 * @returns `isSimilar` if no page matches as it is typed
 */
export function groupPages(
  pages: PageItem[],
  query: string,
  maximum: number,
  getName = ({ title }: PageItem): string => title,
  isByAddress = false,
): { families: Family[]; count: number; isSimilar: boolean } {
  const describe = (page: PageItem) => `${page.route} ${getName(page)} ${page.title} ${page.kind}`
  const find = (words: string) => {
    const matches = createWordFilter(words)
    return pages.filter((page) => matches(describe(page)))
  }
  const exact = find(query)
  const matching = exact.length > 0 ? exact : find(correctWords(query, pages.map(describe)))
  const home = pages.find(({ route }) => route === '/')
  const isBesideHome = (page: PageItem) => home && nameFamily(page) === nameFamily(home)
  const found = matching.toSorted((a, b) =>
    isByAddress ? compareText(a.route, b.route) : Number(isBesideHome(b)) - Number(isBesideHome(a)),
  )
  const families = groupBy(found.slice(0, maximum), (page) =>
    isByAddress ? 'Map' : nameFamily(page),
  )
  return {
    families: [...families].map(([name, own]) => ({ name, pages: own })),
    count: found.length,
    isSimilar: exact.length === 0,
  }
}

const compareText = (a: string, b: string) => (a < b ? -1 : 1)

/** `pages/near-me.yaml` → *Near me*. */
const nameFamily = ({ file, set }: PageItem): string =>
  set === undefined ? toWords(file.replace(/^.*\//, '').replace(/\.\w+$/, '')) : `Set ${set}`
