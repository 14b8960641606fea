import { isMap, isScalar, isSeq, visit, type Document, type YAMLMap, type YAMLSeq } from 'yaml'
import { getNodeRange, type YamlTree } from '../../../schema/source/positions.ts'
import { rankByCount } from '../../../schema/util/group-by.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import { getColumn } from './list-entries.ts'

/**
 * How a file is written, for new text in it.
 * @property indent of a map in a map
 * @property listIndent of a list in a map
 * @property usesFlowMaps whether short maps in lists are in braces
 * @property usesFlowLists whether short lists are in brackets
 * @property padding between braces and their content
 * @property isJson whether names and texts need double quotes
 * @property isFact whether numbers are figures of facts
 */
export type TextStyle = {
  indent: number
  listIndent: number
  quote: "'" | '"'
  lineBreak: '\n' | '\r\n'
  usesFlowMaps: boolean
  usesFlowLists: boolean
  padding: ' ' | ''
  isJson: boolean
  isFact?: boolean
}

/** A text that is edited, and how new text in it is written. */
export type EditedText = { file: string; tree: YamlTree; style: TextStyle }

/** Detects the prevailing style of a file. */
export function detectStyle(file: string, document: Document, text: string): TextStyle {
  return { ...detect(document)(text), isJson: isJson(file) }
}

export const isJson = (file: string): boolean => /\.json$/i.test(file)

const detect = memoizeByObject((document: Document) => {
  let style: FoundStyle | undefined
  return (text: string) => (style ??= findStyle(document, text))
})

type FoundStyle = Omit<TextStyle, 'isJson' | 'isFact'>

function findStyle(document: Document, text: string): FoundStyle {
  const indents: number[] = []
  const listIndents: number[] = []
  const votes = { quotes: 0, flowMaps: 0, flowLists: 0, padding: 0 }
  visit(document, {
    Scalar(_, { type }) {
      if (type === 'QUOTE_SINGLE') votes.quotes++
      if (type === 'QUOTE_DOUBLE') votes.quotes--
    },
    Pair(_, { key, value }, ancestors) {
      const map = ancestors.at(-1) as YAMLMap
      if (map.flow || !(isMap(value) || isSeq(value)) || value.flow) return
      const [own, below] = [key, value].map((node) => getColumn(text, getNodeRange(node)?.[0] ?? 0))
      ;(isMap(value) ? indents : listIndents).push(below! - own!)
    },
    Map(_, map, ancestors) {
      // Blocks of a page always have lines of their own.
      const isShort = !map.has('type') && map.items.every(({ value }) => isScalar(value))
      if (isSeq(ancestors.at(-1)) && isShort) votes.flowMaps += map.flow ? 1 : -1
      if (map.flow) votes.padding += text[getNodeRange(map)![0] + 1] === ' ' ? 1 : -1
    },
    Seq(_, list: YAMLSeq) {
      if (list.items.every(isScalar)) votes.flowLists += list.flow ? 1 : -1
    },
  })
  return {
    indent: Math.max(1, rankByCount(indents)[0]?.item ?? 2),
    listIndent: Math.max(0, rankByCount(listIndents)[0]?.item ?? 2),
    quote: votes.quotes < 0 ? '"' : "'",
    lineBreak: text.includes('\r\n') ? '\r\n' : '\n',
    usesFlowMaps: votes.flowMaps > 0,
    usesFlowLists: votes.flowLists >= 0,
    padding: votes.padding >= 0 ? ' ' : '',
  }
}
