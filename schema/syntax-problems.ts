import { isMap, isNode, isScalar, visit, type Document, type YAMLError } from 'yaml'
import type { Position } from './parse-file.ts'
import { problemInFile, type Problem } from './problem.ts'

/** Turns offsets in a file into lines and columns. */
export type Locate = (start: number, end: number) => Position

/** How much data aliases may stand for before the parser refuses. */
export const maxAliasCount = 100

const plainWords: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'The line is indented with a tab. YAML takes spaces only.',
  BAD_INDENT: 'The indentation does not fit the lines above.',
  MISSING_CHAR: 'A character is missing: a closing quote, bracket, comma or colon.',
  MULTILINE_IMPLICIT_KEY: 'A name before a colon runs over several lines. A colon or a quote may be missing.',
  BLOCK_AS_IMPLICIT_KEY: 'There are two colons on one line. Put quotes around a text that holds a colon and a space.',
  UNEXPECTED_TOKEN: 'Something stands here that YAML does not expect. Text that begins with a sign needs quotes.',
  BAD_ALIAS: 'An alias (*name) is used that no anchor (&name) defines.',
  BAD_SCALAR_START: 'Text may not begin with this sign. Put quotes around it.',
}

/** After a mistake that ends the document early, the parser stumbles over every line that follows: the first stumble says it. */
export function listCauses(errors: YAMLError[]): YAMLError[] {
  const isEcho = ({ code, message }: YAMLError) => code === 'UNEXPECTED_TOKEN' && message.includes('token in YAML stream')
  const first = errors.find(isEcho)
  return errors.filter((error) => !isEcho(error) || (error === first && errors[0] === first))
}

/** What the parser found wrong, in the author's words. */
export function describeSyntax(file: string, error: YAMLError, text: string, document: Document, at: Locate): Problem {
  const [start, end] = error.pos
  if (error.code === 'DUPLICATE_KEY') return describeTwice(file, start, text, document, at)
  const quote = findOpenQuote(document, text, start)
  const found = error.message.replace(/\s+/g, ' ')
  if (quote !== undefined) {
    const message = 'The quote that opens here is not closed on its line.'
    return { ...problemInFile(file, 'YAML_SYNTAX', message, { expected: 'a closing quote', found }), ...at(quote, quote + 1) }
  }
  const position = at(start, Math.max(end, start + 1))
  if (/[[{].*\$\{/.test(position.excerpt)) {
    const message = "Between { } or [ ], a text with a citation needs quotes: '${name}'."
    return { ...problemInFile(file, 'YAML_SYNTAX', message, { found }), ...position }
  }
  const message = plainWords[error.code] ?? 'This is not valid YAML.'
  return { ...problemInFile(file, 'YAML_SYNTAX', message, { found }), ...position }
}

function describeTwice(file: string, start: number, text: string, document: Document, at: Locate): Problem {
  const key = /^(['"]?)([^'":\n]*)/.exec(text.slice(start))?.[2]?.trim() ?? ''
  const pages = isMap(document.contents) ? document.get('pages', true) : undefined
  const isRoute = isMap(pages) && pages.items.some((item) => isNode(item.key) && item.key.range?.[0] === start)
  const [code, what] = isRoute ? (['DUPLICATE_ROUTE', 'The route'] as const) : (['DUPLICATE_KEY', 'The property'] as const)
  const problem = problemInFile(file, code, `${what} "${key}" is given twice.`, { found: `a second ${key}` })
  return { ...problem, ...at(start, start + key.length) }
}

/**
 * A quote that is left open runs on to the next quote or to the end of the file, and the parser stumbles there.
 * The mistake is where the quote opens: at a quoted text over several lines that ends right before the stumble.
 */
function findOpenQuote(document: Document, text: string, stumble: number): number | undefined {
  let open: number | undefined
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || !node.range || !/^QUOTE/.test(node.type ?? '')) return
      const [start, end] = node.range
      const isNear = end <= stumble + 1 && text.slice(end, stumble).trim() === '' && !text.slice(end, stumble).includes('\n')
      const runsOn = stumble > start && stumble <= end
      if (text.slice(start, end).includes('\n') && (isNear || runsOn)) open = start
    },
  })
  return open
}

/** Why a file that parses cannot be turned into data. */
export function describeExpansion(file: string, error: Error, position: Position): Problem {
  const bomb = error.message.includes('Excessive alias count')
  const problem = bomb
    ? problemInFile(file, 'TOO_MANY_ALIASES', 'The aliases of this file stand for too much data.', {
        expected: `aliases that repeat at most ${maxAliasCount} values`,
      })
    : problemInFile(file, 'YAML_SYNTAX', 'This is not valid YAML.', { found: error.message })
  return { ...problem, ...position }
}
