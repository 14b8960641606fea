import { isMap, isNode, isScalar, visit, type Alias, type Document, type YAMLError } from 'yaml'
import type { Position } from './positions.ts'
import { problemInFile, type Problem } from '../problems/problem.ts'

/** Turns offsets in a file into lines and columns. */
export type OffsetLocator = (start: number, end: number) => Position

/** How much data aliases may stand for before the parser refuses. */
export const maxAliasCount = 100

/** For mistakes whose code says too little: what the parser's message tells. */
const messagesByPattern: [message: RegExp, words: string][] = [
  [
    /without - indicator/,
    'This line does not continue the entry above: indent it like the lines of its entry, or begin it with a dash.',
  ],
  [/need to be followed by map values/, 'A colon and a value are missing here.'],
  [
    /block sequence may not be used/,
    'A list begins here that nothing above it leads to: a dash may be missing, or the indentation differs.',
  ],
  [
    /Block collections are not allowed within flow/,
    'Between { } or [ ], a text that ends in a colon, or holds a colon and a space, needs quotes.',
  ],
  [
    /must be sufficiently indented and end with/,
    'A bracket that was opened above is not closed. A # after a space hides the rest of its line, brackets too.',
  ],
]

const messagesByCode: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'A line of --- begins a second document, and a file holds one. Delete that line.',
  TAB_AS_INDENT: 'The line is indented with a tab. YAML takes spaces only.',
  BAD_INDENT: 'The indentation does not fit the lines above.',
  MISSING_CHAR: 'A character is missing: a closing quote, bracket, comma or colon.',
  MULTILINE_IMPLICIT_KEY:
    'A name before a colon runs over several lines. A colon or a quote may be missing.',
  BLOCK_AS_IMPLICIT_KEY:
    'There are two colons on one line. Put quotes around a text that holds a colon and a space.',
  UNEXPECTED_TOKEN:
    'Something stands here that YAML does not expect. Text that begins with a sign needs quotes.',
  BAD_ALIAS:
    'A text that begins with * needs quotes. Without them it is an alias, and no anchor (&name) defines this one.',
  BAD_SCALAR_START: 'Text may not begin with this sign. Put quotes around it.',
}

/**
 * After a mistake the parser stumbles over the lines that follow it, so of each entry (a page, a fact) only the first
 * stumble is reported, and after one that ends the document early nothing.
 */
export function filterRootErrors(errors: YAMLError[], text: string): YAMLError[] {
  const isLast = ({ code, message }: YAMLError) =>
    code === 'UNEXPECTED_TOKEN' && message.includes('token in YAML stream')
  const entries = [...text.matchAll(/^ {0,2}[^\s#]/gm)].map(({ index }) => index)
  const reported = new Set<number>()
  let ended = false
  return errors.filter((error) => {
    if (error.code === 'DUPLICATE_KEY') return true
    // A stumble at the very beginning of an entry is the end of what stands before it.
    const entry = entries.findLastIndex((start) => start < error.pos[0])
    const isEcho = ended || reported.has(entry) || (isLast(error) && reported.size > 0)
    reported.add(entry)
    ended ||= isLast(error)
    return !isEcho
  })
}

/** An alias that repeats the part in which it stands would go on forever. */
export function findAliasCycle(
  file: string,
  document: Document,
  at: OffsetLocator,
): Problem | undefined {
  let found: Problem | undefined
  visit(document, {
    Alias(_, node, path) {
      const target = node.resolve(document)
      if (!target || !path.includes(target) || !node.range) return
      const problem = problemInFile(
        file,
        'TOO_MANY_ALIASES',
        `The alias *${node.source} repeats the part it stands in.`,
        { found: `*${node.source}` },
      )
      found = { ...problem, ...at(node.range[0], node.range[1]) }
      return visit.BREAK
    },
  })
  return found
}

/** Marks that a merge of two versions leaves in a file when nobody has chosen between them. */
export function findMergeMarker(
  file: string,
  text: string,
  at: OffsetLocator,
): Problem | undefined {
  const marker = /^(?:<{7}|={7}|>{7}).*$/m.exec(text)
  if (!marker) return undefined
  const message = 'Two versions of this file were merged, and nobody has chosen between them yet.'
  const details = {
    found: marker[0],
    fix: 'Keep the lines of one version, and delete the lines of <<<<<<<, ======= and >>>>>>>.',
  }
  return {
    ...problemInFile(file, 'YAML_SYNTAX', message, details),
    ...at(marker.index, marker.index + marker[0].length),
  }
}

/** What the parser found wrong, in the author's words. */
export function describeSyntaxError(
  file: string,
  error: YAMLError,
  text: string,
  document: Document,
  at: OffsetLocator,
): Problem {
  const [start, end] = error.pos
  if (error.code === 'DUPLICATE_KEY') return describeDuplicateKey(file, start, text, document, at)
  const quote = findUnclosedQuote(document, text, start)
  if (quote !== undefined) {
    const message = 'The quote that opens here is not closed on its line.'
    return {
      ...problemInFile(file, 'YAML_SYNTAX', message, { expected: 'a closing quote' }),
      ...at(quote, quote + 1),
    }
  }
  const position = at(start, Math.max(end, start + 1))
  const strange = /[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/.exec(position.excerpt)
  if (strange) {
    const message =
      'This line holds a space that YAML does not take for one, such as a non-breaking space.'
    return {
      ...problemInFile(file, 'YAML_SYNTAX', message, { fix: 'Delete it and type a space.' }),
      ...position,
    }
  }
  if (
    /^\s*(?:- )?[\w-]+:[^\s/]/.test(position.excerpt) &&
    error.message.includes('need to be followed by map values')
  ) {
    return {
      ...problemInFile(file, 'YAML_SYNTAX', 'A space is missing behind the colon.'),
      ...position,
    }
  }
  if (/\r(?!\n)/.test(text)) {
    const message = 'Lines of this file end with a sign that no editor writes any more (CR).'
    return {
      ...problemInFile(file, 'YAML_SYNTAX', message, {
        fix: 'Save it with line ends of Unix (LF) or Windows (CRLF).',
      }),
      ...position,
      excerpt: position.excerpt.split('\r')[0]!,
    }
  }
  if (/^ *\t/.test(position.excerpt))
    return { ...problemInFile(file, 'YAML_SYNTAX', messagesByCode.TAB_AS_INDENT!), ...position }
  if (
    error.code === 'UNEXPECTED_TOKEN' &&
    /(?:^|[\s:[{,])'[^']*[\p{L}]'[\p{L}]/u.test(position.excerpt)
  ) {
    const message =
      "An apostrophe ends this text, since one began it. Write it twice (driver''s), or put the text into double quotes."
    return { ...problemInFile(file, 'YAML_SYNTAX', message), ...position }
  }
  const unquoted = position.excerpt.replace(/'[^']*'|"[^"]*"/g, '')
  if (/(?<!\$)[[{].*\$\{/.test(unquoted)) {
    const message = "Between { } or [ ], a text with a citation needs quotes: '${name}'."
    return { ...problemInFile(file, 'YAML_SYNTAX', message), ...position }
  }
  if (/[[{].*\{\{/.test(unquoted)) {
    const message = "Between { } or [ ], a text with a column needs quotes: '{{name}}'."
    return { ...problemInFile(file, 'YAML_SYNTAX', message), ...position }
  }
  const isNested = error.code === 'BLOCK_AS_IMPLICIT_KEY' && unquoted.split(/:(?:\s|$)/).length <= 2
  const message =
    messagesByPattern.find(([pattern]) => pattern.test(error.message))?.[1] ??
    (isNested
      ? 'The line below is indented as if it belonged to this one.'
      : messagesByCode[error.code])
  // The parser's own words are for those who know YAML well; they are given where we have no better ones.
  const found = message === undefined ? error.message.replace(/\s+/g, ' ') : undefined
  return {
    ...problemInFile(file, 'YAML_SYNTAX', message ?? 'This is not valid YAML.', { found }),
    ...position,
  }
}

function describeDuplicateKey(
  file: string,
  start: number,
  text: string,
  document: Document,
  at: OffsetLocator,
): Problem {
  const key = /^(['"]?)([^'":\n]*)/.exec(text.slice(start))?.[2]?.trim() ?? ''
  const pages = isMap(document.contents) ? document.get('pages', true) : undefined
  const isRoute =
    isMap(pages) && pages.items.some((item) => isNode(item.key) && item.key.range?.[0] === start)
  const [code, what] = isRoute
    ? (['DUPLICATE_ROUTE', 'The route'] as const)
    : (['DUPLICATE_KEY', 'The property'] as const)
  const first = isMap(pages)
    ? pages.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
    : undefined
  const where =
    isRoute && isNode(first?.key) && first.key.range
      ? `; the first stands in line ${at(first.key.range[0], first.key.range[1]).line}`
      : ''
  // Two blocks without a dash between them read as one block with two types.
  const fix = key === 'type' ? 'Begin the second block with a dash: - type: …' : undefined
  const problem = problemInFile(file, code, `${what} "${key}" is given twice${where}.`, {
    found: `a second ${key}`,
    ...(fix && { fix }),
  })
  return { ...problem, ...at(start, start + key.length) }
}

/**
 * A quote that is left open runs on to the next quote or to the end of the file, and the parser stumbles there.
 * The mistake is where the quote opens: at a quoted text over several lines that ends right before the stumble.
 */
function findUnclosedQuote(document: Document, text: string, stumble: number): number | undefined {
  let open: number | undefined
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || !node.range || !/^QUOTE/.test(node.type ?? '')) return
      const [start, end] = node.range
      const isNear =
        end <= stumble + 1 &&
        text.slice(end, stumble).trim() === '' &&
        !text.slice(end, stumble).includes('\n')
      const runsOn = stumble > start && stumble <= end
      if (text.slice(start, end).includes('\n') && (isNear || runsOn)) open = start
    },
  })
  return open
}

/** Why a file that parses cannot be turned into data. @param position where to show an alias bomb. */
export function describeExpansionError(
  file: string,
  error: Error,
  document: Document,
  position: Position,
  at: OffsetLocator,
): Problem {
  const unresolved = findUnresolvedAlias(document)
  if (unresolved) {
    const [start, end] = unresolved.range!
    return {
      ...problemInFile(file, 'YAML_SYNTAX', messagesByCode.BAD_ALIAS!, {
        found: `*${unresolved.source}`,
      }),
      ...at(start, end),
    }
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
 * Texts that lose a part because YAML reads a sign in them as its own: `Room #4` ends before a remark, `&Co` names an
 * anchor, `!Now` is a tag. A remark with a space behind its # is one, and an anchor that an alias uses is one.
 */
export function findTruncatedTexts(
  file: string,
  document: Document,
  text: string,
  at: OffsetLocator,
): Problem[] {
  const problems: Problem[] = []
  const report = (sign: string, start: number, found: string) => {
    const message = `YAML takes "${found}" for ${sign}, so it is not printed.`
    problems.push({
      ...problemInFile(file, 'TEXT_CUT', message, { found }),
      ...at(start, start + found.length),
    })
  }
  const used = new Set<string>()
  visit(document, { Alias: (_, { source }) => void used.add(source) })
  visit(document, {
    Collection(_, { tag, range }) {
      if (tag !== undefined && range && !/:(?:map|seq)$/.test(tag))
        report('a tag', text.lastIndexOf('!', range[0]), tag.replace('tag:yaml.org,2002:', '!!'))
    },
    Scalar(_, { type, comment, range, anchor, tag, value }) {
      if (!range) return
      if (comment && /^[^\s]/.test(comment) && (type === 'PLAIN' || value === null)) {
        report('a remark', text.indexOf('#', range[0]), `#${comment.split('\n')[0]}`)
      }
      if (anchor !== undefined && !used.has(anchor))
        report('an anchor', text.lastIndexOf(`&${anchor}`, range[0]), `&${anchor}`)
      if (tag !== undefined && !tag.startsWith('tag:yaml.org'))
        report('a tag', text.lastIndexOf('!', range[0]), tag)
    },
  })
  // A text that was meant to begin with a heading and lacks its |.
  for (const { index, 1: key, 2: remark } of text.matchAll(
    /^([ ]*(?:- )?[\w-]+:[ ]+)(##[^\n]*)$/gm,
  )) {
    if (!isInsideBlockScalar(document, index)) report('a remark', index + key!.length, remark!)
  }
  return problems
}

/** Whether an offset lies in a text of several lines, where every sign is printed. */
function isInsideBlockScalar(document: Document, offset: number): boolean {
  let inside = false
  visit(document, {
    Scalar(_, { type, range }) {
      if (range && /^BLOCK/.test(type ?? '') && range[0] < offset && offset < range[1])
        inside = true
    },
  })
  return inside
}
