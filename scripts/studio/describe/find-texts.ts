import { isRecord } from '../../../schema/util/records.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { FoundText, FoundTexts, MediaItem } from '../protocol.ts'
import type { Path } from '../../../schema/source/position-types.ts'

/** The maximum number of results. A longer query finds the others. */
const maxFound = 500

type FileValue = { file: string; value: JsonValue }

/** Names of kinds and types, which no reader sees. */
const isName = (path: Path) => path.at(-1) === 'type' || path.at(-1) === 'kind'

/** Where a fact comes from is a note for whoever keeps it, which no page prints. */
const isNote = (path: Path) => path[0] === 'facts' && path.at(-1) === 'source'

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

/**
 * Finds a text in the values of files, ignoring case.
 * @param files the name and value of each
 */
export function findTexts(files: FileValue[], wanted: string): FoundTexts {
  const lower = wanted.toLowerCase()
  if (lower === '') return { texts: [], count: 0 }
  const found = files.flatMap((file) =>
    [...listTexts(file)].filter(({ text }) => text.toLowerCase().includes(lower)),
  )
  return { texts: found.slice(0, maxFound), count: found.length }
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
