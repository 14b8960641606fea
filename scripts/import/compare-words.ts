import type { SiteReport } from '../prerender/run/inspect-site.ts'
import { listWords } from './html/dom.ts'
import type { ImportNote } from './old-site.ts'
import type { PlannedPage } from './plan-site.ts'

/**
 * Compares the words of every old page with those of the new site, so that nothing is lost in
 * silence.
 * @param noted what the report says already
 */
export function compareWords(
  pages: PlannedPage[],
  { resolvedSite }: SiteReport,
  shellTexts: string[],
  noted: ImportNote[],
): ImportNote[] {
  const texts = new Map(
    (resolvedSite?.pages ?? []).map((page) => [page.route, collectWords(page.data.blocks)]),
  )
  const shell = new Set(shellTexts.flatMap(listWords))
  const notes: ImportNote[] = []
  const designed = new Set<string>()
  for (const { old, route, content, shell: around, lists = [] } of pages) {
    const known = new Set([
      ...(texts.get(route) ?? []),
      ...lists.flatMap((article) => [...(texts.get(article.route) ?? [])]),
      ...noted
        .filter(({ address }) => address === old.address)
        .flatMap(({ detail }) => listWords(detail)),
    ])
    for (const { text } of content) {
      const missing = listWords(text).filter((word) => !known.has(word) && !shell.has(word))
      if (missing.length > 0)
        notes.push({
          what: 'words',
          address: old.address,
          detail: `${[...new Set(missing)].join(' ')} (in: ${text})`,
        })
    }
    for (const { text } of around) {
      const isMissing = listWords(text).some((word) => !shell.has(word) && !known.has(word))
      if (!isMissing || designed.has(text)) continue
      designed.add(text)
      notes.push({ what: 'design', address: old.address, detail: text })
    }
  }
  return notes
}

/** Every word that the data of blocks has. */
function collectWords(value: unknown): Set<string> {
  const words = new Set<string>()
  const visit = (each: unknown, key = '') => {
    if (typeof each === 'string') {
      if (!/^(?:type|href|src|id|t|icon)$/.test(key))
        for (const word of listWords(each)) words.add(word)
    } else if (Array.isArray(each)) {
      // A word may be divided by emphasis.
      const line = each.map((part) => toLine(part)).join('')
      for (const word of listWords(line)) words.add(word)
      for (const part of each) visit(part, key)
    } else if (typeof each === 'object' && each !== null)
      for (const [name, child] of Object.entries(each)) visit(child, name)
  }
  visit(value)
  return words
}

function toLine(part: unknown): string {
  if (typeof part === 'string') return part
  if (typeof part === 'object' && part !== null && 'c' in part && Array.isArray(part.c))
    return part.c.map(toLine).join('')
  return ' '
}
