import { isMap, isScalar, visit, type Document, type Pair, type YAMLMap } from 'yaml'
import { createCorrection, type Correction } from '../../problems/correction.ts'
import { groupBy } from '../../util/group-by.ts'
import { spliceText, type Splice } from '../../util/splice-text.ts'
import { parseYamlTree } from '../positions.ts'
import { listCauses } from './suspects.ts'
import {
  deleteLine,
  findLine,
  listLinesBelow,
  readLines,
  spliceLine,
  type SourceLine,
} from '../../problems/yaml-lines.ts'
import { missingDash } from './mistakes.ts'
import type { Report } from './report.ts'
import type { Problem } from '../../problems/problem.ts'

/** For each, the file is parsed again to find a correction. */
const maxReported = 20

/** A key that occurs twice in its map, with the offsets of both. */
type Repetition = { key: string; first: number; second: number; map: YAMLMap; pair: Pair }

function listRepetitions(document: Document): Repetition[] {
  const repetitions: Repetition[] = []
  const errors = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY')
  if (errors.length === 0) return []
  const offsets = new Set(errors.map(({ pos }) => pos[0]))
  visit(document, {
    Map(_, map) {
      const firsts = new Map<string, number>()
      for (const pair of map.items) {
        if (!isScalar(pair.key) || !pair.key.range) continue
        const [second] = pair.key.range
        const key = String(pair.key.value)
        const first = firsts.get(key)
        if (first === undefined) firsts.set(key, second)
        else if (offsets.has(second)) repetitions.push({ key, first, second, map, pair })
      }
    },
  })
  return repetitions.sort((one, other) => one.second - other.second)
}

/**
 * Deletes every repetition of a key from a document, so that the first value counts.
 * @returns whether there were any repetitions
 */
export function dropRepeatedKeys(document: Document): boolean {
  const repetitions = listRepetitions(document)
  const dropped = new Set(repetitions.map(({ pair }) => pair))
  for (const map of new Set(repetitions.map((each) => each.map)))
    map.items = map.items.filter((pair) => !dropped.has(pair))
  return repetitions.length > 0
}

/** Describes every key that occurs twice in its map. */
export function findRepeatedKeys(text: string, document: Document, report: Report): Problem[] {
  const pages = isMap(document.contents) ? document.get('pages', true) : undefined
  const lines = readLines(text)
  // A list entry without its dash repeats several properties of the entry above, for one reason.
  let explained = new Set<number>()
  const repetitions = listRepetitions(document)
  const inMaps = groupBy(repetitions, ({ map }) => map)
  return repetitions.slice(0, maxReported).flatMap(({ key, first, second, map }) => {
    if (explained.has(second)) return []
    const isRoute = map === pages
    const firstLine = findLine(lines, first) + 1
    const message = `The ${isRoute ? 'route' : 'property'} "${key}" is defined twice; the first is on line ${firstLine}.`
    const dash = isRoute ? undefined : correctMissingDash(text, lines, second, key)
    if (dash) explained = listOffsetsInEntry(lines, findLine(lines, second))
    // Several repetitions in one map may be those of another entry, whose first line is missing.
    const isOnly = inMaps.get(map)!.length === 1
    const deletion = dash || !isOnly ? undefined : deleteRepetition(text, lines, first, second)
    // Only a section such as `pages:` is at the start of a line.
    const isSection = second === 0 || text[second - 1] === '\n'
    const fix = dash
      ? dashFixes[key === 'type' ? 'block' : 'entry']
      : deletion
        ? 'Delete the second one, which is the same.'
        : isSection && 'Delete this line, and move what is below it to the first one.'
    const correction = dash ?? deletion
    const found = `a second ${key}`
    const details = { found, ...(fix && { fix }), ...(correction && { correction }) }
    const code = isRoute ? 'DUPLICATE_ROUTE' : 'DUPLICATE_KEY'
    return report(code, message, [second, second + key.length], details)
  })
}

const dashFixes = {
  block: 'Start the second block with a dash.',
  entry: 'If it belongs to another list entry, start that entry with a dash.',
}

/** Lists the offsets of an entry's properties, from the property on a line to the last one. */
function listOffsetsInEntry(lines: SourceLine[], index: number): Set<number> {
  const { content } = lines[index]!
  const isEnd = ({ kind, indent }: SourceLine) => kind === 'code' && indent < content
  return new Set(listLinesBelow(lines, index, isEnd).map((line) => line.start + line.content))
}

function correctMissingDash(
  text: string,
  lines: SourceLine[],
  second: number,
  key: string,
): Correction | undefined {
  const broken = { text, lines, faultLine: findLine(lines, second), getLineNumber: () => 0 }
  for (const { range, edits } of listCauses(missingDash, broken)) {
    if (range[0] !== second || !removesRepetition(text, edits)) continue
    // Sure only for `type`, since no block has two types. Another property may be repeated by
    // mistake.
    return createCorrection(text, edits, key === 'type')
  }
  return undefined
}

/** Creates the correction that deletes a line which repeats another one word for word. */
function deleteRepetition(
  text: string,
  lines: SourceLine[],
  first: number,
  second: number,
): Correction | undefined {
  const [one, other] = [lines[findLine(lines, first)]!, lines[findLine(lines, second)]!]
  const areWhole = [first, second].every((offset) => {
    const at = findLine(lines, offset)
    const { start, content, dashes } = lines[at]!
    const isAlone = offset === start + content && (offset === first || dashes.length === 0)
    // A deeper line below belongs to the value.
    return isAlone && !listLinesBelow(lines, at, ({ indent }) => indent <= content).some(hasText)
  })
  if (!areWhole || other.value === '' || one.value !== other.value) return undefined
  const edits = [deleteLine(lines, other)]
  return removesRepetition(text, edits) ? createCorrection(text, edits, true) : undefined
}

const hasText = ({ kind }: SourceLine) => kind !== 'blank'

/** Whether edits leave fewer repetitions, and no syntax errors. */
function removesRepetition(text: string, edits: Splice[]): boolean {
  const listErrors = (source: string) => parseYamlTree(source)?.document.errors ?? []
  const after = listErrors(spliceText(text, edits))
  return (
    after.every(({ code }) => code === 'DUPLICATE_KEY') && after.length < listErrors(text).length
  )
}

/**
 * Finds every page whose route is in the column of another page's properties. Its properties then
 * repeat those of that page, and each repetition would be reported.
 */
export function findMisindentedPages(text: string, document: Document, report: Report): Problem[] {
  const lines = readLines(text)
  const pages = lines.findIndex(({ key, indent }) => key === 'pages' && indent === 0)
  if (pages === -1 || document.errors.length === 0) return []
  const isEnd = ({ kind, indent }: SourceLine) => kind === 'code' && indent === 0
  const routes = listLinesBelow(lines, pages, isEnd).filter(
    ({ kind, key, value }) => kind === 'code' && key?.startsWith('/') && value === '',
  )
  const column = routes[0]?.indent ?? 0
  const misindented = routes.filter(({ indent }) => indent > column)
  const edits = misindented.map((line) => spliceLine(line, 0, line.indent, ' '.repeat(column)))
  // If moving the routes leaves errors, the properties are repeated for another reason.
  if (edits.length === 0 || parseYamlTree(spliceText(text, edits))?.document.errors.length)
    return []
  return misindented.map((line, index) => {
    const above = routes.findLast(({ start, indent }) => start < line.start && indent === column)!
    const message = `The page ${line.key} is indented like a property of the page ${above.key}.`
    const fix = `Indent it as far as ${above.key}.`
    const correction = createCorrection(text, [edits[index]!], true)
    const start = line.start + line.content
    return report('YAML_SYNTAX', message, [start, start + line.key!.length], { fix, correction })
  })
}
