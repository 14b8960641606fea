import type { JsonValue } from '../yaml-operations.ts'
import { formatScalar, isScalarValue } from './scalar-text.ts'
import type { TextStyle } from './text-style.ts'

/** Writes a value in one line, as it may be in brackets. */
export function formatFlow(value: JsonValue, style: TextStyle): string {
  if (isScalarValue(value)) return formatScalar(value, { isFlow: true, indent: 2 }, style)
  if (Array.isArray(value)) return `[${value.map((each) => formatFlow(each, style)).join(', ')}]`
  const pairs = Object.entries(value).map(([key, each]) => formatFlowPair(key, each, style))
  return pairs.length === 0 ? '{}' : `{${style.padding}${pairs.join(', ')}${style.padding}}`
}

export const formatFlowPair = (key: string, value: JsonValue, style: TextStyle): string =>
  `${formatScalar(key, { isFlow: true, indent: 2 }, style)}: ${formatFlow(value, style)}`

/**
 * Writes an entry of a block map or list, over several lines if its value is long.
 * @param prefix the key with its colon, or the dash
 * @param column of the prefix; the first line is not indented
 * @param isFlow whether to write maps and lists in brackets, and texts in one line; by default, if
 *   they are short
 */
export function formatEntry(
  prefix: string,
  value: JsonValue,
  column: number,
  style: TextStyle,
  isFlow = isShort(value, prefix === '-', style),
): string {
  const isItem = prefix === '-'
  if (isScalarValue(value)) {
    const indent = column + (isItem ? 2 : style.indent)
    const isInline = isFlow && String(value).includes('\n')
    return `${prefix} ${formatScalar(value, { isFlow: isInline, indent }, style)}`.replace(
      /\r?\n$/,
      '',
    )
  }
  const isList = Array.isArray(value)
  const isEmpty = Object.keys(value).length === 0
  if (isFlow || isEmpty || (isItem && isList)) return `${prefix} ${formatFlow(value, style)}`
  const below = column + (isItem ? 2 : isList ? style.listIndent : style.indent)
  const entries = isList
    ? value.map((each) => formatEntry('-', each, below, style))
    : Object.entries(value).map(([key, each]) => formatProperty(key, each, below, style))
  const lines = entries.join(style.lineBreak + ' '.repeat(below))
  return isItem ? `${prefix} ${lines}` : `${prefix}${style.lineBreak}${' '.repeat(below)}${lines}`
}

/** Writes a property of a block map. See `formatEntry`. */
export const formatProperty = (
  key: string,
  value: JsonValue,
  column: number,
  style: TextStyle,
): string =>
  formatEntry(`${formatScalar(key, { isFlow: false, indent: 2 }, style)}:`, value, column, style)

/** Longer maps and lists are written over several lines. */
const maxFlowLength = 100

function isShort(value: JsonValue, isItem: boolean, style: TextStyle): boolean {
  if (isScalarValue(value)) return false
  const isList = Array.isArray(value)
  if (!(isList ? style.usesFlowLists : style.usesFlowMaps)) return false
  // Blocks of a page always have lines of their own.
  if (isItem && 'type' in value) return false
  return (
    Object.values(value).every(
      (each) => isScalarValue(each) && !(typeof each === 'string' && each.includes('\n')),
    ) && formatFlow(value, style).length <= maxFlowLength
  )
}
