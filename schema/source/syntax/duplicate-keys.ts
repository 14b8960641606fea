import { isMap, isScalar, visit, type Document } from 'yaml'
import { createCorrection } from '../../problems/correction.ts'
import { problemInFile } from '../../problems/problem.ts'
import { spliceText, type Splice } from '../../util/splice-text.ts'
import { parseYamlTree } from '../positions.ts'
import { listCauses } from './cause.ts'
import { deleteLine, findLine, listLinesBelow, readLines, type SourceLine } from './lines.ts'
import { missingDash } from './structure-mistakes.ts'
import type { OffsetLocator } from '../position-types.ts'
import type { Correction, Problem } from '../../problems/types.ts'

/** Describes every key that occurs twice in its map. */
export function describeDuplicateKeys(
  file: string,
  text: string,
  document: Document,
  at: OffsetLocator,
): Problem[] {
  // A list entry without its dash repeats several properties of the entry above, for one reason.
  let explained = new Set<number>()
  return listDuplicates(document).flatMap(([first, second, key, isRoute]) => {
    if (explained.has(second)) return []
    const [code, what] = isRoute
      ? (['DUPLICATE_ROUTE', 'The route'] as const)
      : (['DUPLICATE_KEY', 'The property'] as const)
    const message = `${what} "${key}" is defined twice; the first is on line ${at(first, first).line}.`
    const dash = isRoute ? undefined : correctMissingDash(text, second, key)
    if (dash) explained = listOffsetsInEntry(text, second)
    const correction = dash ?? deleteRepetition(text, first, second)
    const details = {
      found: `a second ${key}`,
      ...(dash && {
        fix:
          key === 'type'
            ? 'Start the second block with a dash.'
            : 'If it belongs to another list entry, start that entry with a dash.',
      }),
      ...(!dash && correction && { fix: 'Delete the second one, which is the same.' }),
      ...(!dash &&
        !correction &&
        isSection(text, second) && {
          fix: 'Delete this line, and move what is below it to the first one.',
        }),
      ...(correction && { correction }),
    }
    const problem = problemInFile(file, code, message, details)
    return { ...problem, ...at(second, second + key.length) }
  })
}

/** Whether a key is at the start of a line, as that of a section such as `pages:` is. */
const isSection = (text: string, offset: number) => offset === 0 || text[offset - 1] === '\n'

/** Lists the offsets of an entry's properties, from the property at an offset to the last one. */
function listOffsetsInEntry(text: string, offset: number): Set<number> {
  const lines = readLines(text)
  const index = findLine(lines, offset)
  const { content } = lines[index]!
  const isEnd = ({ kind, indent }: SourceLine) => kind === 'code' && indent < content
  const own = listLinesBelow(lines, index, isEnd)
  return new Set(own.map((line) => line.start + line.content))
}

type Duplicate = [first: number, second: number, key: string, isRoute: boolean]

function listDuplicates(document: Document): Duplicate[] {
  const errors = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY')
  if (errors.length === 0) return []
  const offsets = new Set(errors.map(({ pos }) => pos[0]))
  const pages = isMap(document.contents) ? document.get('pages', true) : undefined
  const duplicates: Duplicate[] = []
  visit(document, {
    Map(_, map) {
      const firsts = new Map<string, number>()
      for (const { key } of map.items) {
        if (!isScalar(key) || !key.range) continue
        const [start] = key.range
        const name = String(key.value)
        const first = firsts.get(name)
        if (first === undefined) firsts.set(name, start)
        else if (offsets.has(start)) duplicates.push([first, start, name, map === pages])
      }
    },
  })
  return duplicates.sort((one, other) => one[1] - other[1])
}

/**
 * Deletes every repetition of a key from a document, so that the first value counts.
 * @returns whether there were any repetitions
 */
export function dropDuplicateKeys(document: Document): boolean {
  if (!document.errors.some(({ code }) => code === 'DUPLICATE_KEY')) return false
  visit(document, {
    Map(_, map) {
      const seen = new Set<string>()
      map.items = map.items.filter(({ key }) => {
        if (!isScalar(key)) return true
        const isFirst = !seen.has(String(key.value))
        seen.add(String(key.value))
        return isFirst
      })
    },
  })
  return true
}

function correctMissingDash(text: string, second: number, key: string): Correction | undefined {
  const lines = readLines(text)
  const faultLine = findLine(lines, second)
  const broken = { lines, faultLine, getLineNumber: () => 0 }
  for (const { range, edits } of listCauses(missingDash, broken)) {
    if (range[0] !== second || !removesDuplicate(text, edits)) continue
    // Sure only for `type`, since no block has two types. Another property may be repeated by
    // mistake.
    return createCorrection(text, edits, key === 'type')
  }
  return undefined
}

/** Creates the correction that deletes a line which repeats another one word for word. */
function deleteRepetition(text: string, first: number, second: number): Correction | undefined {
  const lines = readLines(text)
  const [one, other] = [lines[findLine(lines, first)]!, lines[findLine(lines, second)]!]
  const isWhole = other.value !== '' && other.dashes.length === 0
  if (!isWhole || one.key !== other.key || one.value !== other.value) return undefined
  const edits = [deleteLine(lines, other)]
  return removesDuplicate(text, edits) ? createCorrection(text, edits, true) : undefined
}

/** Whether edits leave fewer duplicates, and no syntax errors. */
function removesDuplicate(text: string, edits: Splice[]): boolean {
  const count = (source: string) => parseYamlTree(source)?.document.errors ?? []
  const after = count(spliceText(text, edits))
  return after.every(({ code }) => code === 'DUPLICATE_KEY') && after.length < count(text).length
}
