import { isMap, isNode, isScalar, visit, type Alias, type Document, type YAMLError } from 'yaml'
import { problemInFile } from '../problems/problem.ts'
import type { Position } from './position-types.ts'
import type { Problem } from '../problems/types.ts'

/** Turns offsets in a file into lines and columns. */
export type OffsetLocator = (start: number, end: number) => Position

/** The parser rejects a file whose aliases repeat more values. */
export const maxAliasCount = 100

/** Messages for errors that the parser's message identifies better than its code. */
const messagesByPattern: [message: RegExp, words: string][] = [
  [
    /without - indicator/,
    'This line is not part of the entry above. Indent it like the other lines of the entry, or start it with a dash.',
  ],
  [/need to be followed by map values/, 'A colon and a value are missing here.'],
  [
    /block sequence may not be used/,
    'This list does not belong to anything above it. A dash may be missing, or the indentation is wrong.',
  ],
  [
    /Block collections are not allowed within flow/,
    'Between { } or [ ], text that ends with a colon or contains a colon and a space needs quotes.',
  ],
  [
    /must be sufficiently indented and end with/,
    'A bracket opened above is never closed. A # after a space turns the rest of its line, including brackets, into a comment.',
  ],
]

const messagesByCode: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'The line --- starts a second document, but a file can only have one. Delete it.',
  TAB_AS_INDENT: 'This line is indented with a tab. YAML only allows spaces.',
  BAD_INDENT: 'The indentation does not match the lines above.',
  MISSING_CHAR: 'A character is missing: a closing quote, bracket, comma or colon.',
  MULTILINE_IMPLICIT_KEY:
    'The name before this colon spans several lines. A colon or a quote may be missing.',
  BLOCK_AS_IMPLICIT_KEY:
    'This line has two colons. Put quotes around text that contains a colon and a space.',
  UNEXPECTED_TOKEN:
    'YAML does not expect this here. Text that starts with a special character needs quotes.',
  BAD_ALIAS:
    'Text that starts with * needs quotes. Without quotes it is an alias, and there is no anchor (&name) for it.',
  BAD_SCALAR_START: 'Text cannot start with this character. Put quotes around it.',
}

/**
 * Keeps the first error of each entry (a page, a fact), and none after an error that ends the
 * document early: one mistake makes the parser fail on the following lines as well.
 */
export function filterRootErrors(errors: YAMLError[], text: string): YAMLError[] {
  const isLast = ({ code, message }: YAMLError) =>
    code === 'UNEXPECTED_TOKEN' && message.includes('token in YAML stream')
  const entries = [...text.matchAll(/^ {0,2}[^\s#]/gm)].map(({ index }) => index)
  const reported = new Set<number>()
  let ended = false
  return errors.filter((error) => {
    if (error.code === 'DUPLICATE_KEY') return true
    // An error right at the start of an entry belongs to the entry before it.
    const entry = entries.findLastIndex((start) => start < error.pos[0])
    const isFollowUp = ended || reported.has(entry) || (isLast(error) && reported.size > 0)
    reported.add(entry)
    ended ||= isLast(error)
    return !isFollowUp
  })
}

/** Finds an alias to a node that contains the alias, which would expand forever. */
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
        `The alias *${node.source} contains itself.`,
        { found: `*${node.source}` },
      )
      found = { ...problem, ...at(node.range[0], node.range[1]) }
      return visit.BREAK
    },
  })
  return found
}

/** Finds a Git conflict marker. */
export function findMergeMarker(
  file: string,
  text: string,
  at: OffsetLocator,
): Problem | undefined {
  const marker = /^(?:<{7}|={7}|>{7}).*$/m.exec(text)
  if (!marker) return undefined
  const message = 'This file has an unresolved merge conflict.'
  const details = {
    found: marker[0],
    fix: 'Keep the lines of one version, and delete the <<<<<<<, ======= and >>>>>>> lines.',
  }
  return {
    ...problemInFile(file, 'YAML_SYNTAX', message, details),
    ...at(marker.index, marker.index + marker[0].length),
  }
}

/** Turns an error of the YAML parser into a problem that its author can understand. */
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
    const message = 'This quote is not closed on the same line.'
    return {
      ...problemInFile(file, 'YAML_SYNTAX', message, { expected: 'a closing quote' }),
      ...at(quote, quote + 1),
    }
  }
  const position = at(start, Math.max(end, start + 1))
  const unusualSpace = /[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/.exec(position.excerpt)
  if (unusualSpace) {
    const message =
      'This line contains a space that YAML does not accept, such as a non-breaking space.'
    return {
      ...problemInFile(file, 'YAML_SYNTAX', message, { fix: 'Replace it with a normal space.' }),
      ...position,
    }
  }
  if (
    /^\s*(?:- )?[\w-]+:[^\s/]/.test(position.excerpt) &&
    error.message.includes('need to be followed by map values')
  ) {
    return {
      ...problemInFile(file, 'YAML_SYNTAX', 'A space is missing after the colon.'),
      ...position,
    }
  }
  if (/\r(?!\n)/.test(text)) {
    const message = 'This file uses old Mac line endings (CR).'
    return {
      ...problemInFile(file, 'YAML_SYNTAX', message, {
        fix: 'Save it with Unix (LF) or Windows (CRLF) line endings.',
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
      "An apostrophe ends this text early, because the text starts with one. Write it twice (driver''s), or use double quotes around the text."
    return { ...problemInFile(file, 'YAML_SYNTAX', message), ...position }
  }
  const unquoted = position.excerpt.replace(/'[^']*'|"[^"]*"/g, '')
  if (/(?<!\$)[[{].*\$\{/.test(unquoted)) {
    const message = "Between { } or [ ], text with a citation needs quotes: '${name}'."
    return { ...problemInFile(file, 'YAML_SYNTAX', message), ...position }
  }
  if (/[[{].*\{\{/.test(unquoted)) {
    const message = "Between { } or [ ], text with a column needs quotes: '{{name}}'."
    return { ...problemInFile(file, 'YAML_SYNTAX', message), ...position }
  }
  const isNested = error.code === 'BLOCK_AS_IMPLICIT_KEY' && unquoted.split(/:(?:\s|$)/).length <= 2
  const message =
    messagesByPattern.find(([pattern]) => pattern.test(error.message))?.[1] ??
    (isNested
      ? 'The next line is indented as if it belonged to this one.'
      : messagesByCode[error.code])
  // The parser's message takes YAML knowledge to understand, so it is only a fallback.
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
      ? `; the first is on line ${at(first.key.range[0], first.key.range[1]).line}`
      : ''
  // Two blocks without a dash between them are parsed as one block with two types.
  const fix = key === 'type' ? 'Start the second block with a dash: - type: …' : undefined
  const problem = problemInFile(file, code, `${what} "${key}" is defined twice${where}.`, {
    found: `a second ${key}`,
    ...(fix && { fix }),
  })
  return { ...problem, ...at(start, start + key.length) }
}

/**
 * Finds the opening quote that an error is about. Without its closing quote, a text extends to the
 * next quote or to the end of the file, where the parser reports the error.
 * @param errorOffset where the parser reports the error
 * @returns the offset of a quoted text over several lines that ends right before the error
 */
function findUnclosedQuote(
  document: Document,
  text: string,
  errorOffset: number,
): number | undefined {
  let open: number | undefined
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || !node.range || !/^QUOTE/.test(node.type ?? '')) return
      const [start, end] = node.range
      const endsBeforeError =
        end <= errorOffset + 1 &&
        text.slice(end, errorOffset).trim() === '' &&
        !text.slice(end, errorOffset).includes('\n')
      const containsError = errorOffset > start && errorOffset <= end
      if (text.slice(start, end).includes('\n') && (endsBeforeError || containsError)) open = start
    },
  })
  return open
}

/**
 * Explains why a file that parses cannot be converted to data.
 * @param position where to report too many aliases
 */
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
    ? problemInFile(file, 'TOO_MANY_ALIASES', 'The aliases in this file expand to too much data.', {
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
 * Finds texts that lose a part to YAML syntax: `Room #4` ends at a comment, `&Co` is an anchor,
 * `!Now` is a tag. Comments with a space after the # and anchors that an alias uses are intended.
 */
export function findTruncatedTexts(
  file: string,
  document: Document,
  text: string,
  at: OffsetLocator,
): Problem[] {
  const problems: Problem[] = []
  const report = (syntax: string, start: number, found: string) => {
    const message = `YAML reads "${found}" as ${syntax}, so it does not appear on the page.`
    problems.push({
      ...problemInFile(file, 'TRUNCATED_TEXT', message, { found }),
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
        report('a comment', text.indexOf('#', range[0]), `#${comment.split('\n')[0]}`)
      }
      if (anchor !== undefined && !used.has(anchor))
        report('an anchor', text.lastIndexOf(`&${anchor}`, range[0]), `&${anchor}`)
      if (tag !== undefined && !tag.startsWith('tag:yaml.org'))
        report('a tag', text.lastIndexOf('!', range[0]), tag)
    },
  })
  // A text meant to start with a Markdown heading, without the | before it.
  for (const { index, 1: key, 2: heading } of text.matchAll(
    /^([ ]*(?:- )?[\w-]+:[ ]+)(##[^\n]*)$/gm,
  )) {
    if (!isInsideBlockScalar(document, index)) report('a comment', index + key!.length, heading!)
  }
  return problems
}

/** Whether an offset is in a block scalar (| or >), where every character is text. */
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
