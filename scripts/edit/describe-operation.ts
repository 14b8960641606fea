import type { JsonValue, Edit } from './yaml-operations.ts'
import { nameValue } from './name-value.ts'
import { createStarter, sectionNames, toWords } from '../../schema/shared/to-words.ts'
import { isRecord } from '../../schema/util/records.ts'
import type { Path } from '../../schema/problems/location.ts'

type Collection = Record<string | number, JsonValue>

/**
 * Describes an operation in words, such as `Move "Price cards" on /pricing up`.
 * @param root the value of the file before it
 */
export function describeOperation(root: JsonValue, operation: Edit): string {
  const { path } = operation
  const values = listAlongPath(root, path)
  const [last, old] = [path.at(-1)!, values.at(-1)]
  const isWritten = operation.kind === 'set' && old === createStarter(String(last))
  const written = isWritten ? { ...(values.at(-2) as object), [last]: operation.value } : undefined
  const owner = nameOwner(path, written ? values.with(-2, written) : values)
  const place = namePlace(path)
  const isItem = Array.isArray(values.at(-2))
  const property = nameProperty(String(last))
  switch (operation.kind) {
    case 'move':
      return `Move ${quote(old, path)}${place} ${describeDistance(Number(last), operation.to)}`
    case 'insert':
      return `Add ${quote(operation.value, path)} to ${owner}`
    case 'remove':
      return isItem ? `Remove ${quote(old, path)}${place}` : `Remove ${property} from ${owner}`
    case 'rename-key':
      return `Rename ${property} of ${owner} to ${operation.name}`
    case 'set':
      if (isItem) return `Change ${quote(old, path)} in ${owner}`
      if (old === undefined) return `Add ${property} to ${owner}`
      // A new entry begins with a name that another one may have, such as a link called Home.
      return Array.isArray(values.at(-3)) && !isWritten && ['label', 'name'].includes(String(last))
        ? `Change ${property} "${nameValue(old)}" to "${nameValue(operation.value)}"${place}`
        : `Change ${property} of ${owner}`
  }
}

/** In a sentence, as the form calls it. Columns of a table have names of their own. */
function nameProperty(key: string): string {
  if (/^[A-Z]/.test(key)) return key
  const words = toWords(key)
  return words.charAt(0).toLowerCase() + words.slice(1)
}

function describeDistance(from: number, to: number): string {
  if (to === from - 1) return 'up'
  if (to === from + 1) return 'down'
  return `to position ${to + 1}`
}

/** The value at each step of a path, the root first. */
function listAlongPath(root: JsonValue, path: Path): (JsonValue | undefined)[] {
  let node: JsonValue | undefined = root
  return [
    node,
    ...path.map((step) => {
      const isOpen = typeof node === 'object' && node !== null
      node = isOpen ? (node as Collection)[step] : undefined
      return node
    }),
  ]
}

/** `items` for an entry of a list `items`. */
const nameKind = (path: Path) =>
  String(path.findLast((step) => typeof step === 'string') ?? 'entry')

const quote = (value: JsonValue | undefined, path: Path) =>
  `"${nameValue(omitStarters(value)) ?? nameRow(value, path) ?? toWords(nameKind(path))}"`

/** No name is a text that nobody has written yet. */
const omitStarters = (value: JsonValue | undefined): JsonValue | undefined =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value as Collection).filter(([name, text]) => text !== createStarter(name)),
      )
    : value

/** The first cell of a row in a file of rows. */
const nameRow = (value: JsonValue | undefined, path: Path) =>
  typeof path[0] === 'number' && isRecord(value)
    ? Object.values(value as Collection).find((cell) => typeof cell === 'string' && cell !== '')
    : undefined

/** The page or the set around a value in it. */
function namePlace([section, name]: Path): string {
  if (section === 'pages') return ` on ${name}`
  return section === 'sets' ? ` in the set ${name}` : ''
}

/**
 * Names what contains the last step: an entry by its name and its page, a page by its route, or a
 * section.
 */
function nameOwner(path: Path, values: (JsonValue | undefined)[]): string {
  for (let depth = path.length - 1; depth > 0; depth--) {
    const [step, value, parent] = [path[depth - 1]!, values[depth], values[depth - 1]]
    if (Array.isArray(parent)) return quote(value, path.slice(0, depth)) + namePlace(path)
    if (depth === 2 && ['pages', 'sets'].includes(String(path[0]))) return String(step)
    if (depth === 2 && path[0] === 'facts') {
      const label = isRecord(value) && value.label
      return typeof label === 'string' ? `"${label}"` : `the fact ${step}`
    }
  }
  if (path.length < 2) return 'the file'
  const section = String(path[0])
  return sectionNames[section]?.toLowerCase() ?? section
}
