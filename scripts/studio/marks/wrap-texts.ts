import { isRecord } from '../../../schema/util/records.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { Path } from '../../../schema/source/position-types.ts'

/** Characters that no text contains: a site's files cannot hold them, see CONTROL_CHARACTER. */
const [open, middle, close] = ['\uE000', '\uE001', '\uE002']
const tokenPattern = /\uE000(\d+)\uE001|\uE002/g

const wrapText = (text: string, id: number) => `${open}${id}${middle}${text}${close}`

export const removeTokens = (html: string): string => html.replaceAll(tokenPattern, '')

/** The ids of the values in a text, in order. */
export const listTokens = (text: string): number[] =>
  [...text.matchAll(tokenPattern)].flatMap(([, id]) => (id === undefined ? [] : [Number(id)]))

/**
 * Lists the paths of texts that a block prints.
 * @param raw the block as written
 * @param resolved the block as it is rendered
 */
export function listTextPaths(raw: JsonValue, resolved: unknown, path: Path = []): Path[] {
  if (typeof raw === 'string' || typeof raw === 'number')
    return resolved === undefined || path.at(-1) === 'type' ? [] : [path]
  if (Array.isArray(raw))
    return Array.isArray(resolved) && resolved.length === raw.length
      ? raw.flatMap((item, index) => listTextPaths(item, resolved[index], [...path, index]))
      : []
  if (!isRecord(raw) || !isRecord(resolved)) return []
  return Object.entries(raw).flatMap(([key, child]) =>
    listTextPaths(child, resolved[key], [...path, key]),
  )
}

/**
 * Marks the printed texts of the values at paths with the indexes of these paths. The given block
 * is unchanged.
 */
export function wrapTexts<T>(resolved: T, paths: Path[], ids: number[]): T {
  const root = { block: structuredClone(resolved) }
  for (const id of ids) {
    const path = ['block', ...paths[id]!]
    const parent = path.slice(0, -1).reduce<unknown>((node, step) => (node as never)[step], root)
    const last = path.at(-1)! as never
    ;(parent as Record<string, unknown>)[last] = wrapValue(
      (parent as Record<string, unknown>)[last],
      id,
    )
  }
  return root.block
}

/** A text, parsed Markdown, a formatted fact, or a phone number. */
function wrapValue(value: unknown, id: number): unknown {
  if (typeof value === 'string') return value === '' ? value : wrapText(value, id)
  if (Array.isArray(value)) return value.map((each) => wrapValue(each, id))
  if (!isRecord(value)) return value
  if ('c' in value) return { ...value, c: wrapValue(value.c, id) }
  return typeof value.text === 'string' ? { ...value, text: wrapValue(value.text, id) } : value
}
