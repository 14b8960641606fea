import { hasControlCharacter } from './text/control-characters.ts'

/** Thrown for YAML that the fast path does not cover. */
export class UnsupportedSyntax extends Error {}

/** Matches numbers whose digits a double represents exactly. The reference parses all others. */
const exactNumberPattern = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/

/** Matches plain scalars that YAML 1.2 does not read as text. */
const nonStringPattern =
  /^(?:~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/

/** The length of the longest word that `nonStringPattern` matches. Numbers may be longer. */
const maxKeywordLength = 'false'.length
const digitNine = 57

/** The characters that may start a scalar that `nonStringPattern` matches. */
const mayStartNonString = Uint8Array.from({ length: 128 }, (_, code) =>
  '~nNtTfF0123456789.+-'.includes(String.fromCharCode(code)) ? 1 : 0,
)

/** Parses a plain scalar on one line. @throws {UnsupportedSyntax} */
export function parsePlainScalar(source: string): string | number | boolean | null {
  // Most scalars are text, which their first character tells.
  const first = source.charCodeAt(0)
  if (!mayStartNonString[first] || (first > digitNine && source.length > maxKeywordLength))
    return source
  if (source === 'true') return true
  if (source === 'false') return false
  if (source === 'null' || source === '~') return null
  if (exactNumberPattern.test(source)) return Number(source)
  if (nonStringPattern.test(source)) throw new UnsupportedSyntax()
  return source
}

/**
 * Folds the lines of a flow scalar: a single line break becomes a space, and of several consecutive
 * ones, all but the first are kept.
 */
export function foldLines(source: string): string {
  const lines = source.split('\n')
  let folded = ''
  let separator = ''
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1
    let part = line
    if (index > 0) part = part.replace(/^ +/, '')
    if (!isLast) part = trimTrailingSpaces(part)
    if (index > 0 && part === '' && !isLast) {
      if (separator === '\n') folded += separator
      separator = '\n'
    } else {
      folded += separator + part
      separator = ' '
    }
  }
  return folded
}

/**
 * Removes trailing spaces in linear time. A pattern such as / +$/ would try every run of spaces.
 */
function trimTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && line.charCodeAt(end - 1) === 32) end--
  return line.slice(0, end)
}

const escapes: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', n: '\n', t: '\t' }

/** Resolves the escapes of a double-quoted scalar. @throws {UnsupportedSyntax} */
export function unescapeDoubleQuoted(source: string): string {
  const value = source.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/gs,
    (_, hex: string | undefined, character: string | undefined) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16))
      const meaning = Object.hasOwn(escapes, character!) ? escapes[character!] : undefined
      if (meaning === undefined) throw new UnsupportedSyntax()
      return meaning
    },
  )
  // The reference reports control characters.
  if (hasControlCharacter(value)) throw new UnsupportedSyntax()
  return value.normalize()
}
