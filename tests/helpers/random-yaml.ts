/** Values and YAML of every style from a seed. */
import type { JsonValue, StructureEdit } from '../../scripts/edit/yaml-operations.ts'

export type Random = {
  /** An integer from 0 up to the limit, which is not included. */
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
}

export function createRandomSource(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (list) => list[below(list.length)]!, chance: (limit) => next() < limit }
}

const texts = [
  'one',
  'Two words',
  'a: b',
  'x # y',
  "it's",
  'say "so"',
  '42',
  'true',
  'null',
  '',
  ' leading',
  'trailing ',
  '- dash',
  '[list]',
  '{map}',
  'comma, here',
  '${fact.reading} and **bold**',
  'é — ü',
  '😀 face',
  '*star',
  '&and',
  '!bang',
  '@at',
  '`tick',
  '%percent',
  'back\\slash',
  'tab\there',
  '2026-11-23',
  '0x1f',
  '~',
  '?',
  'line one\nline two',
  'line one\nline two\n',
  'a\n\nb\n',
  'ends with two\n\n',
  ' indented\nthen not\n',
  'a long text that goes on and on, with commas, so that it is longer than most lines are, or not',
]

export function createRandomValue(random: Random, depth = 0): JsonValue {
  const kind = random.below(depth > 3 ? 4 : 8)
  if (kind < 3) return random.pick(texts)
  if (kind === 3) return random.pick([0, 1, -2.5, true, false, null])
  const count = random.below(4)
  if (kind < 6) return Array.from({ length: count }, () => createRandomValue(random, depth + 1))
  return createMap(random, depth, count)
}

const keys = ['a', 'b', 'title', 'two words', '/route', 'x-y', '42', "it's", 'type', 'c: d']

export const createMap = (random: Random, depth: number, count: number): JsonValue =>
  Object.fromEntries(
    Array.from({ length: count }, () => [random.pick(keys), createRandomValue(random, depth + 1)]),
  )

/** Writes a value in randomly chosen styles, with a numbered comment here and there. */
export function writeRandomYaml(value: JsonValue, random: Random): string {
  const lineBreak = random.chance(0.2) ? '\r\n' : '\n'
  const step = random.pick([1, 2, 2, 2, 3, 4])
  const listStep = random.chance(0.3) ? 0 : random.pick([1, 2, 2, 4])
  const density = random.pick([0, 0.1, 0.4])
  const flow = random.pick([0, 0.3, 0.8])
  let comments = 0
  const comment = () => `# c${++comments}c`

  /** In one line, in brackets. */
  const inline = (node: JsonValue): string => {
    if (Array.isArray(node)) return `[${node.map(inline).join(random.pick([', ', ',']))}]`
    if (typeof node === 'object' && node !== null)
      return `{ ${Object.entries(node)
        .map(([key, each]) => `${quote(key)}: ${inline(each)}`)
        .join(', ')} }`
    return typeof node === 'string' ? quote(node, true) : String(node)
  }
  const quote = (text: string, inFlow = false): string => {
    const isKeyword = /^(?:true|null)$/.test(text)
    const isPlain = /^[A-Za-zé/][\w é—/-]*(?<! )$/.test(text) && !isKeyword
    const styles = [
      JSON.stringify(text),
      ...(/[\n\t]/.test(text) ? [] : [`'${text.replaceAll("'", "''")}'`]),
      ...(isPlain || (!inFlow && /^[a-z][^:#\n]*[a-z]$/.test(text) && !isKeyword)
        ? [text, text]
        : []),
    ]
    return random.pick(styles)
  }
  /** The part after a key or dash, with the lines below it. */
  const writeRest = (node: JsonValue, column: number, isItem: boolean): string => {
    const end = random.chance(density) ? ` ${comment()}` : ''
    if (typeof node === 'string') return writeText(node, column, end)
    if (typeof node !== 'object' || node === null)
      return node === null && random.chance(0.5) ? end : ` ${node}${end}`
    const entries = Object.entries(node)
    if (entries.length === 0 || random.chance(flow)) return ` ${inline(node)}${end}`
    const isList = Array.isArray(node)
    if (isItem && !isList && end === '') return ` ${block(node, column + 2).trimStart()}`
    const below = column + (isList && !isItem ? listStep : isItem ? 2 : step)
    return `${end}${lineBreak}${block(node, below)}`
  }
  const writeText = (text: string, column: number, end: string): string => {
    const indent = ' '.repeat(column + step)
    const body = text.replace(/\n+$/, '')
    // Empty lines that follow would belong to a text that ends with some.
    const isBlock =
      body !== '' && !text.endsWith('\n\n') && !/^[ \n]|\t| $/.test(body) && random.chance(0.4)
    if (!isBlock) {
      const words = /^[A-Za-z]+(?: [A-Za-z]+)+$/.test(text) && random.chance(0.3)
      if (words) return ` ${text.replaceAll(' ', `${lineBreak}${indent}`)}${end}`
      return ` ${quote(text)}${end}`
    }
    const breaks = text.length - body.length
    const chomping = breaks === 0 ? '-' : ''
    const isFolded = random.chance(0.4) && !body.includes('\n')
    const lines = isFolded ? body.split(/(?<=\w) (?=\w)/) : body.split('\n')
    const written = lines.map((line) => (line === '' ? '' : indent + line))
    return ` ${isFolded ? '>' : '|'}${chomping}${end}${lineBreak}${written.join(lineBreak)}`
  }
  const block = (node: JsonValue, column: number): string => {
    const indent = ' '.repeat(column)
    const isList = Array.isArray(node)
    return Object.entries(node as object)
      .map(([key, each], index) => {
        const isFirst = index === 0
        const space = !isFirst && random.chance(density / 2) ? lineBreak : ''
        const above = !isFirst && random.chance(density) ? `${indent}${comment()}${lineBreak}` : ''
        const prefix = isList ? '-' : `${quote(key)}:`
        return `${space}${above}${indent}${prefix}${writeRest(each, column, isList)}`
      })
      .join(lineBreak)
  }
  return block(value, 0) + (random.chance(0.9) ? lineBreak : '')
}

type Place = { path: (string | number)[]; value: JsonValue; parent: JsonValue }

function listPlaces(value: JsonValue, path: (string | number)[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const below = [...path, Array.isArray(value) ? Number(key) : key]
    return [{ path: below, value: child, parent: value }, ...listPlaces(child, below)]
  })
}

/** Chooses an operation that fits a value. */
export function createOperation(value: JsonValue, random: Random): StructureEdit | undefined {
  const places = listPlaces(value)
  if (places.length === 0) return undefined
  const { path, value: old, parent } = random.pick(places)
  const isItem = Array.isArray(parent)
  const kind = random.pick(['set', 'set', 'text', 'insert', 'move', 'remove', 'property'])
  if (kind === 'set') return { kind, path, value: createRandomValue(random, random.below(4)) }
  if (kind === 'text' && typeof old === 'string')
    return { kind: 'set', path, value: changeText(old, random) }
  if (kind === 'insert' && isItem) return { kind, path, value: createRandomValue(random, 1) }
  if (kind === 'insert' && Array.isArray(old))
    return { kind, path: [...path, old.length], value: createRandomValue(random, 1) }
  if (kind === 'move' && isItem) return { kind, path, to: random.below(parent.length) }
  if (kind === 'remove') return { kind, path }
  if (kind === 'property' && !isItem)
    return { kind: 'set', path: [...path.slice(0, -1), 'new'], value: createRandomValue(random, 2) }
  return { kind: 'set', path, value: random.pick(texts) }
}

function changeText(text: string, random: Random): string {
  const at = random.below(text.length + 1)
  return text.slice(0, at) + random.pick(['x', "'", '"', ' ', '\\', 'é', ', ']) + text.slice(at + 1)
}

/** Applies an operation to a value: the model with which edits are compared. */
export function applyToModel(value: JsonValue, operation: StructureEdit): JsonValue {
  const root = structuredClone({ root: value }) as Record<string, JsonValue>
  const path = ['root', ...operation.path]
  const last = path.pop()!
  let parent: JsonValue = root
  for (const step of path) parent = (parent as Record<string, JsonValue>)[step]!
  if (operation.kind === 'set') (parent as Record<string, JsonValue>)[last] = operation.value
  else if (!Array.isArray(parent)) delete (parent as Record<string, JsonValue>)[last]
  else if (operation.kind === 'insert') parent.splice(Number(last), 0, operation.value)
  else {
    const [entry] = parent.splice(Number(last), 1)
    if (operation.kind === 'move') parent.splice(operation.to, 0, entry!)
  }
  return root.root!
}
