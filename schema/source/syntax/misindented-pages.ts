import { isMap, isScalar, type Document, type YAMLMap } from 'yaml'
import { createCorrection } from '../../problems/correction.ts'
import { problemInFile } from '../../problems/problem.ts'
import { spliceText } from '../../util/splice-text.ts'
import { parseYamlTree } from '../positions.ts'

import { readLines, shiftLines } from './lines.ts'
import type { OffsetLocator } from '../position-types.ts'
import type { Problem } from '../../problems/types.ts'

/**
 * Describes every page whose route is in the column of another page's properties. Its properties
 * then repeat those of that page, and each repetition would be reported.
 */
export function describeMisindentedPages(
  file: string,
  text: string,
  document: Document,
  at: OffsetLocator,
): Problem[] {
  const pages = isMap(document.contents) ? document.get('pages', true) : undefined
  if (!isMap(pages) || !document.errors.some(({ code }) => code === 'DUPLICATE_KEY')) return []
  const misindented = pages.items.flatMap(({ key, value }) =>
    isScalar(key) && key.range && isMap(value)
      ? listRoutes(value).map((start) => ({ start, pageStart: key.range![0], page: key.value }))
      : [],
  )
  const lines = readLines(text)
  const findLine = (offset: number) => lines.findLast(({ start }) => start <= offset)!
  const edits = misindented.flatMap(({ start, pageStart }) => {
    const line = findLine(start)
    return shiftLines([line], findLine(pageStart).indent - line.indent)
  })
  // If moving the routes leaves errors, the properties are repeated for another reason.
  if (misindented.length === 0 || parseYamlTree(spliceText(text, edits))?.document.errors.length)
    return []
  return misindented.map(({ start, page }, index) => {
    const name = findLine(start).key!
    const message = `The page ${name} is indented like a property of the page ${String(page)}.`
    const details = {
      fix: `Indent it as far as ${String(page)}.`,
      correction: createCorrection(text, [edits[index]!], true),
    }
    const problem = problemInFile(file, 'YAML_SYNTAX', message, details)
    return { ...problem, ...at(start, start + name.length) }
  })
}

/** Lists the offsets of the routes among the properties of a page. */
const listRoutes = (page: YAMLMap): number[] =>
  page.items.flatMap(({ key, value }) =>
    isScalar(key) && String(key.value).startsWith('/') && key.range && isNullValue(value)
      ? [key.range[0]]
      : [],
  )

const isNullValue = (value: unknown) => value === null || (isScalar(value) && value.value === null)
