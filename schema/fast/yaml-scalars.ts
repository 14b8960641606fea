/** Thrown where a file leaves the part of YAML that `readCommonYaml` reads. */
export class UnsupportedSyntax extends Error {}

/** Numbers whose every digit is kept; others are left to the other parser. */
const exactNumberPattern = /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?$/

/** Whatever else YAML 1.2 takes for something other than text. */
const nonStringPattern =
  /^(?:~|[Nn]ull|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/

/** Such words are no longer than this; what begins with a digit, a dot or a sign may be. */
const maxKeywordLength = 'false'.length
const digitNine = 57

/** What such a thing may begin with. */
const mayStartNonString = Uint8Array.from({ length: 128 }, (_, code) =>
  '~nNtTfF0123456789.+-'.includes(String.fromCharCode(code)) ? 1 : 0,
)

/** What a scalar on one line without quotes stands for. */
export function parsePlainScalar(source: string): string | number | boolean | null {
  // Most texts begin with another letter.
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

/** Joins lines as YAML does outside of blocks: one break is a space, and of several one is left away. */
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

/** A pattern such as / +$/ would try every run of spaces to its end. */
function trimTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && line.charCodeAt(end - 1) === 32) end--
  return line.slice(0, end)
}

const escapes: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', n: '\n', t: '\t' }

/** Resolves what backslashes stand for in double quotes. */
export function unescapeDoubleQuoted(source: string): string {
  return source.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/gs,
    (_, hex: string | undefined, sign: string | undefined) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16))
      const value = Object.hasOwn(escapes, sign!) ? escapes[sign!] : undefined
      if (value === undefined) throw new UnsupportedSyntax()
      return value
    },
  )
}
