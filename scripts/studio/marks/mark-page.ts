import { memoize } from '../../../schema/util/memoize.ts'
import type { PageMarks, FieldMark } from '../../../renderer/dev/studio/page-marks.ts'
import type { FactTable, PageData } from '../../../schema/page-data.ts'
import type { Block } from '../../../schema/types.gen.ts'
import { getAt, isRecord } from '../../../schema/util/records.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { type ValuePlace, formatAddress } from '../../edit/source-address.ts'
import type { Path } from '../../../schema/problems/location.ts'
import { Parser } from 'htmlparser2'

/** Renders each block separately, with the current components. */
export type RenderBlocks = (blocks: Block[], bookingRoutes: string[]) => string[]

/** Enough for the blocks of a few pages. */
const maxKnown = 500

/** The marks of blocks that have not changed. */
const known = new Map<string, BlockMarks>()

/**
 * Marks a page.
 * @param raw the blocks as written
 * @param address of the list of blocks
 * @param toSourcePath converts a path below the list to the path in the file
 * @param locateCell finds a cell of a table of facts that a block prints whole, or a row of a set
 */
export function markPage(
  raw: JsonValue[],
  { blocks }: PageData,
  { file, path }: ValuePlace,
  render: (block: Block) => string,
  toSourcePath: (below: Path) => Path = (below) => below,
  locateCell: (table: string, row: number, column: number) => ValuePlace | undefined = () =>
    undefined,
): PageMarks {
  const written = alignBlocks(raw, blocks)
  return {
    blocks: blocks.map((block, index) => {
      const place = written[index]
      const toAddress = (below: Path) =>
        formatAddress({ file, path: [...path, ...toSourcePath([place ?? index, ...below])] })
      const own = raw[place ?? -1] ?? null
      const toFieldAddress = ([list = '', ...below]: Path) => {
        const table = getAt(own, [list])
        const [row, column = 0] = below.filter((step) => typeof step === 'number')
        if (typeof table !== 'string' || row === undefined) return toAddress([list, ...below])
        const cell = locateCell(table, row, column)
        return cell ? formatAddress(cell) : toAddress([list])
      }
      const { elements, fields } = memoize(known, JSON.stringify([own, block]), maxKnown, () =>
        markBlock(own, block, render),
      )
      return {
        address: toAddress([]),
        elements,
        fields: fields.map(({ at, tag, path: below }) => ({
          ...{ at, tag },
          address: toFieldAddress(below),
        })),
      }
    }),
  }
}

/**
 * On a page of a set, blocks of the template may be missing. @returns the index of each as written
 */
function alignBlocks(raw: JsonValue[], blocks: Block[]): (number | undefined)[] {
  if (raw.length === blocks.length) return blocks.map((_, index) => index)
  let next = 0
  return blocks.map(({ type }) => {
    const index = raw.findIndex((each, at) => at >= next && isRecord(each) && each.type === type)
    if (index < 0) return undefined
    next = index + 1
    return index
  })
}

/** Marks of a block, with paths below it. */
type BlockMarks = {
  elements: number
  fields: (Pick<FieldMark, 'at' | 'tag'> & { path: Path })[]
}

/**
 * Finds the elements that show the values of a block: it is rendered again with its texts wrapped.
 * A text is left out if wrapping it changes anything else, such as an id that is made from it.
 * @param raw the block as written
 * @param render renders a block by itself
 */
export function markBlock(
  raw: JsonValue,
  resolved: Block,
  render: (block: Block) => string,
): BlockMarks {
  const plain = render(resolved)
  const paths = listTextPaths(raw, resolved)
  const renderWith = (ids: number[]) => {
    const html = render(wrapTexts(resolved, paths, ids)).replaceAll(encodedPattern, '')
    return html.replaceAll(tokenPattern, '') === plain ? html : undefined
  }
  const usable = findUsable(
    paths.map((_, id) => id),
    (ids) => renderWith(ids) !== undefined,
  )
  const elements = findElements(renderWith(usable) ?? plain)
  return { elements: elements.length, fields: placeMarks(elements, paths) }
}

/** Bisects the texts to leave out those whose wrapping changes something else. */
function findUsable(ids: number[], test: (ids: number[]) => boolean): number[] {
  if (ids.length === 0 || test(ids)) return ids
  if (ids.length === 1) return []
  const half = ids.length >> 1
  const found = [ids.slice(0, half), ids.slice(half)].flatMap((part) => findUsable(part, test))
  return test(found) ? found : []
}

/**
 * Marks the outermost element that shows only one value, and then the entries of lists in the same
 * way.
 */
function placeMarks(elements: MarkedElement[], paths: Path[]): BlockMarks['fields'] {
  const fields: BlockMarks['fields'] = []
  const visit = (element: MarkedElement, at: number[], marked: Path, isTop: boolean) => {
    const shown = [...listShown(element)].map((id) => paths[id]!)
    const common = isTop ? undefined : findCommonPath(shown)
    const isNew = common !== undefined && common.length > marked.length
    if (isNew) fields.push({ at, tag: element.tag, path: common })
    element.children.forEach((child, index) =>
      visit(child, [...at, index], isNew ? common : marked, false),
    )
  }
  elements.forEach((element, index) => visit(element, [index], [], true))
  return fields
}

/** The path that all paths begin with, up to an entry of a list or a whole text. */
function findCommonPath(paths: Path[]): Path | undefined {
  const [first, ...others] = paths
  if (!first) return undefined
  if (others.length === 0) return first
  let length = 0
  while (length < first.length && others.every((path) => path[length] === first[length])) length++
  const common = first.slice(0, length)
  return typeof common.at(-1) === 'number' || length === first.length ? common : undefined
}

/** An element of a block. @property ids of the values that its own text or attributes show */
type MarkedElement = { tag: string; ids: Set<number>; children: MarkedElement[] }

/** Reads the elements of HTML, with the values that each shows. */
function findElements(html: string): MarkedElement[] {
  const root: MarkedElement = { tag: '', ids: new Set(), children: [] }
  const open = [root]
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const ids = new Set(Object.values(attributes).flatMap(listTokens))
        const element: MarkedElement = { tag, ids, children: [] }
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      ontext(text) {
        for (const id of listTokens(text)) open.at(-1)!.ids.add(id)
      },
      onclosetag() {
        open.pop()
      },
    },
    { lowerCaseTags: false, decodeEntities: false },
  )
  parser.end(html)
  return root.children
}

/** All values that an element and its children show. */
function listShown({ ids, children }: MarkedElement): Set<number> {
  return new Set([...ids, ...children.flatMap((child) => [...listShown(child)])])
}

/** Characters that no text contains: a site's files cannot hold them, see CONTROL_CHARACTER. */
const [open, middle, close] = ['\uE000', '\uE001', '\uE002']
const tokenPattern = /\uE000(\d+)\uE001|\uE002/g
/** In an address, such as the subject of an email, which shows no text. */
const encodedPattern = /%EE%80%80\d+%EE%80%81|%EE%80%82/g

const wrapText = (text: string, id: number) => `${open}${id}${middle}${text}${close}`

/** The ids of the values in a text, in order. */
const listTokens = (text: string): number[] =>
  [...text.matchAll(tokenPattern)].flatMap(([, id]) => (id === undefined ? [] : [Number(id)]))

/**
 * Lists the paths of texts that a block prints.
 * @param raw the block as written
 * @param resolved the block as it is rendered
 */
function listTextPaths(raw: JsonValue, resolved: unknown, path: Path = []): Path[] {
  if (typeof raw === 'string' || typeof raw === 'number')
    return resolved === undefined || path.at(-1) === 'type'
      ? []
      : isFactTable(resolved)
        ? resolved.rows.flatMap(({ cells }, row) =>
            cells.map((_, column) => [...path, 'rows', row, 'cells', column]),
          )
        : [path]
  if (Array.isArray(raw))
    return Array.isArray(resolved) && resolved.length === raw.length
      ? raw.flatMap((item, index) => listTextPaths(item, resolved[index], [...path, index]))
      : []
  if (!isRecord(raw) || !isRecord(resolved)) return []
  return Object.entries(raw).flatMap(([key, child]) => {
    const [at, shown] = [[...path, key], resolved[key]]
    return typeof child === 'string' && isRecord(raw.row) && isListOf(raw.row, shown)
      ? shown.flatMap((_, row) => Object.keys(raw.row!).map((name) => [...at, row, name]))
      : listTextPaths(child, shown, at)
  })
}

/** Whether entries have been made of the rows of a set. */
const isListOf = (template: object, resolved: unknown): resolved is unknown[] =>
  Array.isArray(resolved) &&
  resolved.every((each) => isRecord(each) && Object.keys(template).every((name) => name in each))

const isFactTable = (resolved: unknown): resolved is FactTable =>
  isRecord(resolved) && Array.isArray(resolved.rows)

/**
 * Marks the printed texts of the values at paths with the indexes of these paths. The given block
 * is unchanged.
 */
function wrapTexts<T>(resolved: T, paths: Path[], ids: number[]): T {
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
