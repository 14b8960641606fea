/** What a copy of a page still says about the place or the thing that its original is about. */
import { capitalize } from '../../../schema/shared/capitalize.ts'
import type { JsonValue } from '../yaml-operations.ts'
import { isNameAt, listTexts } from '../../report/find-texts.ts'
import type { CopiedName } from '../inputs.ts'
import { replaceFound, hasPhrase } from '../replace-text.ts'
import { asRecord, getAt, isRecord } from '../../../schema/util/records.ts'

type PageValue = Record<string, JsonValue>

/**
 * Compares two addresses: from `/locations/stanton` to `/locations/lamesa`, Stanton becomes Lamesa.
 * @param spellings texts that may spell these names, such as labels
 * @returns undefined if none of the words is another one
 */
export function findCopiedName(
  from: string,
  to: string,
  spellings: unknown[],
): CopiedName | undefined {
  const [old, own] = [from, to].map((route) => route.toLowerCase().split(/[/-]+/).filter(Boolean))
  while (old!.length > 0 && old![0] === own![0]) for (const each of [old!, own!]) each.shift()
  while (old!.length > 0 && old!.at(-1) === own!.at(-1)) for (const each of [old!, own!]) each.pop()
  if (old!.length === 0 || own!.length === 0) return undefined
  const spell = (words: string[]) => {
    const name = words.join(' ')
    for (const text of spellings) {
      const at = typeof text === 'string' ? text.toLowerCase().indexOf(name) : -1
      if (at >= 0) return (text as string).slice(at, at + name.length)
    }
    return words.map(capitalize).join(' ')
  }
  return { text: spell(old!), by: spell(own!) }
}

/** Replaces a name in the texts of a page, but not in addresses and names of facts. */
export function replaceCopiedName(
  page: PageValue,
  { text: name, by }: CopiedName,
  facts: ReadonlySet<string>,
): { page: PageValue; count: number } {
  const copy = structuredClone(page)
  let count = 0
  for (const { address, text } of listTexts({ file: '', value: page })) {
    const { path } = address
    if (isNameAt(path, text, facts)) continue
    const value = replaceFound(text, name, by, { isWhole: true })
    if (value === text) continue
    getAt<Record<string | number, unknown>>(copy, path.slice(0, -1))![path.at(-1)!] = value
    count++
  }
  // The coordinates are those of the other place.
  if (count > 0 && isRecord(copy.city)) {
    const { latitude: _, longitude: __, ...city } = copy.city as PageValue
    copy.city = city
  }
  return { page: copy, count }
}

/**
 * Lists the facts of the original that a copy cites, and its pictures and county, each with where it
 * is: `distance-stanton (hero, faq)`.
 */
export function listCopied(
  page: PageValue,
  { text: name }: CopiedName,
  facts: ReadonlySet<string>,
): string[] {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const { county } = asRecord(page.city)
  const places = new Map<string, Set<unknown>>()
  for (const { address, text } of listTexts({ file: '', value: page })) {
    const { path } = address
    const block = path[0] === 'blocks' && asRecord((page.blocks as JsonValue[])[Number(path[1])])
    const cited = [...text.matchAll(/\$\{([^}]*)\}/g)].map((citation) => citation[1]!)
    const names = isNameAt(path, text, facts) ? [text] : cited
    const found = names.filter((each) => hasPhrase(each.toLowerCase(), slug))
    if (typeof county === 'string' && hasPhrase(text, county)) found.push(county)
    for (const each of found)
      places.set(each, (places.get(each) ?? new Set()).add(block ? block.type : path[0]))
  }
  return [...places].map(([each, where]) => `${each} (${[...where].join(', ')})`)
}
