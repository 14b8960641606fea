import { isMap, isNode, isScalar, visit, type Alias, type Document, type YAMLError } from 'yaml'
import type { Position } from './parse-file.ts'
import { problemInFile, type Problem } from './problem.ts'

/** Turns offsets in a file into lines and columns. */
export type Locate = (start: number, end: number) => Position

/** How much data aliases may stand for before the parser refuses. */
export const maxAliasCount = 100

/** For mistakes whose code says too little: what the parser's message tells. */
const plainerWords: [message: RegExp, words: string][] = [
  [/without - indicator/, 'This line does not continue the entry above: indent it like the lines of its entry, or begin it with a dash.'],
  [/need to be followed by map values/, 'A colon and a value are missing here.'],
  [/block sequence may not be used/, 'A list begins here that nothing above it leads to: a dash may be missing, or the indentation differs.'],
  [/must be sufficiently indented and end with/, 'A bracket that was opened above is not closed. A # after a space hides the rest of its line, brackets too.'],
]

const plainWords: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'A line of --- begins a second document, and a file holds one. Delete that line.',
  TAB_AS_INDENT: 'The line is indented with a tab. YAML takes spaces only.',
  BAD_INDENT: 'The indentation does not fit the lines above.',
  MISSING_CHAR: 'A character is missing: a closing quote, bracket, comma or colon.',
  MULTILINE_IMPLICIT_KEY: 'A name before a colon runs over several lines. A colon or a quote may be missing.',
  BLOCK_AS_IMPLICIT_KEY: 'There are two colons on one line. Put quotes around a text that holds a colon and a space.',
  UNEXPECTED_TOKEN: 'Something stands here that YAML does not expect. Text that begins with a sign needs quotes.',
  BAD_ALIAS: 'An alias (*name) is used that no anchor (&name) defines.',
  BAD_SCALAR_START: 'Text may not begin with this sign. Put quotes around it.',
}

/**
 * After a mistake the parser stumbles over the lines that follow it: the first stumble says it. One that ends the
 * document early is followed by a stumble on every line; another by stumbles on the same line and the next.
 * @param lineOf the line of an offset.
 */
export function listCauses(errors: YAMLError[], lineOf: (offset: number) => number): YAMLError[] {
  const isEcho = ({ code, message }: YAMLError) => code === 'UNEXPECTED_TOKEN' && message.includes('token in YAML stream')
  const first = errors.find(isEcho)
  let last = -Infinity
  return errors.filter((error) => {
    const line = lineOf(error.pos[0])
    const follows = error.code !== 'DUPLICATE_KEY' && line - last <= 1
    if (error.code !== 'DUPLICATE_KEY') last = line
    return !follows && (!isEcho(error) || (error === first && errors[0] === first))
  })
}

/** What the parser found wrong, in the author's words. */
export function describeSyntax(file: string, error: YAMLError, text: string, document: Document, at: Locate): Problem {
  const [start, end] = error.pos
  if (error.code === 'DUPLICATE_KEY') return describeTwice(file, start, text, document, at)
  const quote = findOpenQuote(document, text, start)
  if (quote !== undefined) {
    const message = 'The quote that opens here is not closed on its line.'
    return { ...problemInFile(file, 'YAML_SYNTAX', message, { expected: 'a closing quote' }), ...at(quote, quote + 1) }
  }
  const position = at(start, Math.max(end, start + 1))
  const unquoted = position.excerpt.replace(/'[^']*'|"[^"]*"/g, '')
  if (/[[{].*\$\{/.test(unquoted)) {
    const message = "Between { } or [ ], a text with a citation needs quotes: '${name}'."
    return { ...problemInFile(file, 'YAML_SYNTAX', message), ...position }
  }
  const isNested = error.code === 'BLOCK_AS_IMPLICIT_KEY' && unquoted.split(/:(?:\s|$)/).length <= 2
  const message =
    plainerWords.find(([pattern]) => pattern.test(error.message))?.[1] ??
    (isNested ? 'The line below is indented as if it belonged to this one.' : plainWords[error.code])
  // The parser's own words are for those who know YAML well; they are given where we have no better ones.
  const found = message === undefined ? error.message.replace(/\s+/g, ' ') : undefined
  return { ...problemInFile(file, 'YAML_SYNTAX', message ?? 'This is not valid YAML.', { found }), ...position }
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

/** Why a file that parses cannot be turned into data. @param position where to show an alias bomb. */
export function describeExpansion(file: string, error: Error, document: Document, position: Position, at: Locate): Problem {
  const unresolved = findUnresolvedAlias(document)
  if (unresolved) {
    const [start, end] = unresolved.range!
    return { ...problemInFile(file, 'YAML_SYNTAX', plainWords.BAD_ALIAS!, { found: `*${unresolved.source}` }), ...at(start, end) }
  }
  const bomb = error.message.includes('Excessive alias count')
  const problem = bomb
    ? problemInFile(file, 'TOO_MANY_ALIASES', 'The aliases of this file stand for too much data.', {
        expected: `aliases that repeat at most ${maxAliasCount} values`,
      })
    : problemInFile(file, 'YAML_SYNTAX', 'This is not valid YAML.', { found: error.message })
  return { ...problem, ...position }
}

function findUnresolvedAlias(document: Document): Alias | undefined {
  let found: Alias | undefined
  visit(document, {
    Alias(_, node) {
      if (node.resolve(document)) return
      found = node
      return visit.BREAK
    },
  })
  return found
}

/**
 * Texts that stop at a sign the author meant to print: in `Room #4`, YAML takes the # for the beginning of a remark.
 * A remark with a space behind its # is one.
 */
export function findCutTexts(file: string, document: Document, text: string, at: Locate): Problem[] {
  const problems: Problem[] = []
  visit(document, {
    Scalar(_, { type, value, comment, range }) {
      if (type !== 'PLAIN' || typeof value !== 'string' || !comment || /^\s/.test(comment) || !range) return
      const start = text.indexOf('#', range[1])
      const found = `#${comment.split('\n')[0]}`
      const message = `The text ends before "${found}", which YAML takes for a remark.`
      problems.push({ ...problemInFile(file, 'TEXT_CUT', message, { found }), ...at(start, start + found.length) })
    },
  })
  return problems
}
