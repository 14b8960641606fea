import { getAt, isRecord } from '../../schema/util/records.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'
import type { ValuePlace } from '../edit/source-address.ts'
import { type FindOptions, splitFound } from '../edit/replace-text.ts'
import type { Path } from '../../schema/problems/location.ts'

/**
 * Values with a text, those that are names last.
 * @property count of all, of which the first are listed
 * @property names how many of them are names
 */
export type FoundTexts = { texts: FoundText[]; count: number; names: number }

/**
 * @property text as written
 * @property isName whether only an address, an id or the name of a fact has it: to change one breaks
 *   what refers to it
 * @property isInRoute whether it is a cell of which the addresses of pages are made
 * @property isQuoted whether it is what a customer said, or says where that comes from
 */
export type FoundText = {
  address: ValuePlace
  text: string
  route?: string
  isName?: true
  isInRoute?: true
  isQuoted?: true
}

/** A picture of the site, and where it is used. */
export type MediaItem = { file: string; uses: { address: ValuePlace; route?: string }[] }

/** The maximum number of results, all of which a dialog shows. A longer query finds the others. */
const maxFound = 200

type FileValue = { file: string; value: JsonValue }

/** Names of kinds and types, which no reader sees. */
const isName = (path: Path) => path.at(-1) === 'type' || path.at(-1) === 'kind'

/** Where a fact comes from is a note for whoever keeps it, as is a comment: no page prints them. */
const isNote = (path: Path) =>
  path[0] === 'comments' || (path[0] === 'facts' && path.at(-1) === 'source')

/** Lists all texts in the value of a file. */
export function* listTexts({ file, value }: FileValue, path: Path = []): Generator<FoundText> {
  if (typeof value === 'string') {
    const route = path[0] === 'pages' ? String(path[1]) : undefined
    if (!isName(path) && !isNote(path))
      yield { address: { file, path }, text: value, ...(route !== undefined && { route }) }
  } else if (Array.isArray(value))
    for (const [index, child] of value.entries())
      yield* listTexts({ file, value: child }, [...path, index])
  else if (isRecord(value))
    for (const [key, child] of Object.entries(value))
      yield* listTexts({ file, value: child as JsonValue }, [...path, key])
}

/** Properties whose values are addresses, and names that others refer to. */
const nameKeys = new Set(['href', 'route', 'anchor', 'id', 'fact', 'icon', 'aliases', 'include'])

/** Whether a value is an address, an id or the name of a fact, and no text that is read. */
export const isNameAt = (path: Path, text: string, facts: ReadonlySet<string>): boolean =>
  nameKeys.has(String(path.findLast((step) => typeof step === 'string'))) ||
  /^(?:[/#]|\w+:\/\/)\S*$/.test(text) ||
  // Such as `total:one-evening-visit`. No reader sees words that are joined in this way.
  /^[a-z\d]+(?:[-_.:][a-z\d]+)+$/.test(text) ||
  facts.has(/^([\w-]+)(\.[\w-]+)?$/.exec(text)?.[1] ?? '')

const isTestimonial = (around: unknown) => isRecord(around) && 'quote' in around

/** @property route finds only what this page writes itself */
export type FindRequest = { text: string; isWhole?: boolean; route?: string }

/**
 * Finds a text in the values of files, ignoring case.
 * @param files the name and value of each
 * @param isName whether a value is an address, an id or the name of a fact, and no text that is read
 * @param reviews the file with what customers said
 */
export function findTexts(
  files: FileValue[],
  { text: wanted, isWhole = false, route }: FindRequest,
  isName: (found: FoundText) => boolean,
  reviews?: unknown,
): FoundTexts {
  const has = (text: string, options: FindOptions) =>
    splitFound(text, wanted, { isWhole, ...options }).some(({ isFound }) => isFound)
  const texts: FoundText[] = []
  const names: FoundText[] = []
  for (const file of files)
    for (const found of listTexts(file)) {
      const { text } = found
      if ((route !== undefined && found.route !== route) || !has(text, { isName: true })) continue
      const isQuoted =
        file.file === reviews || isTestimonial(getAt(file.value, found.address.path.slice(0, -1)))
      if (!isName(found) && has(text, {}))
        texts.push({ ...found, ...(isQuoted && { isQuoted: true as const }) })
      else names.push({ ...found, isName: true })
    }
  const all = [...texts, ...names]
  return { texts: all.slice(0, maxFound), count: all.length, names: names.length }
}

/** Lists where each picture of the site is used. @param pictures their addresses */
export function listMedia(files: FileValue[], pictures: string[]): MediaItem[] {
  const uses = new Map<string, FoundText[]>(pictures.map((file) => [file, []]))
  for (const file of files)
    for (const found of listTexts(file)) uses.get(found.text.trim())?.push(found)
  return [...uses].map(([file, own]) => ({
    file,
    uses: own.map(({ address, route }) => ({ address, ...(route !== undefined && { route }) })),
  }))
}
