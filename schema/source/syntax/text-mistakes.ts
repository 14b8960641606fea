import { onEachLine, onMatch, type CauseKind, type Columns, type Suspect } from './cause.ts'
import {
  findCodeLine,
  getParentColumn,
  hasPropertyName,
  listLinesBelow,
  spliceLine,
  withoutComment,
  type SourceLine,
} from '../../problems/yaml-lines.ts'
import {
  findClosingQuote,
  listItems,
  quoteText,
  readFlow,
  type Flow,
} from '../../problems/yaml-texts.ts'

/** A value as written: of a line, or of an entry between brackets. */
type Value = { column: number; text: string; key?: string }

/** Reads the list or group between brackets that is the value of a line, or a line of its own. */
function readFlowOfLine({ key, dashes, indent, valueColumn, text }: SourceLine): Flow | undefined {
  const column = key === undefined && dashes.length === 0 ? indent : valueColumn
  return /[[{]/.test(text[column] ?? '') ? readFlow(text, column) : undefined
}

function listFlowValues(line: SourceLine): Value[] {
  const flow = readFlowOfLine(line)
  return (flow ? listItems(flow) : [])
    .filter((item) => !item.flow)
    .map(({ key, column, end }) => ({ key, column, text: line.text.slice(column, end) }))
}

/** Lists the value of a line. A list entry such as "Note: bring ID" may be one, too. */
function listLineValues(line: SourceLine, lines: SourceLine[]): Value[] {
  const { key, dashes, content, text, value, valueColumn } = line
  const isText = dashes.length > 0 && /[ A-Z]/.test(key ?? '') && !hasPropertyName(line, lines)
  return [
    ...(isText ? [{ column: content, text: withoutComment(text.slice(content)) }] : []),
    ...((key === undefined && dashes.length === 0) || key === '<<'
      ? []
      : [{ column: valueColumn, text: withoutComment(value) }]),
  ]
}

/** Suspects values: `correct` returns the corrected value, and the characters to underline. */
const inValues = (
  list: (line: SourceLine, lines: SourceLine[]) => Value[],
  correct: (value: Value, line: SourceLine, lines: SourceLine[]) => Correction | false,
): CauseKind['find'] =>
  onEachLine((line, lines) =>
    list(line, lines).flatMap((value): Suspect[] => {
      const found = correct(value, line, lines)
      if (!found) return []
      const { column } = value
      const { mark, ...correction } = found
      return [
        {
          line,
          at: [column, column + value.text.length],
          ...correction,
          mark: [column + mark[0], column + mark[1]],
        },
      ]
    }),
  )

type Correction = Pick<Suspect, 'text' | 'message' | 'isGuess'> & { mark: Columns }

/**
 * A value that starts with a quote.
 * @property text the value without a comment after it
 * @property close the index of the quote that ends it, or -1
 * @property endsEarly whether more text follows
 */
type QuotedText = { text: string; close: number; endsEarly: boolean }

/** Suspects values that start with a quote. */
const inQuotes = (
  quotes: string,
  correct: (value: QuotedText) => [text: string, mark: Columns] | false,
): CauseKind['find'] =>
  inValues(
    (line) => {
      const values = [...listFlowValues(line), { column: line.valueColumn, text: line.value }]
      return values.filter(({ text }) => text !== '' && quotes.includes(text[0]!))
    },
    (value) => {
      const close = findClosingQuote(value.text) ?? -1
      const after = close === -1 ? '' : value.text.slice(close + 1)
      const endsEarly = !/^(?:\s+#.*|\s*)$/.test(after)
      const isWhole = close !== -1 && !endsEarly
      const text = isWhole ? value.text.slice(0, close + 1) : withoutComment(value.text)
      const found = correct({ text, close, endsEarly })
      return found && { text: found[0] + value.text.slice(text.length), mark: found[1] }
    },
  )

const doubleApostrophes = (text: string) => `'${text.replace(/''?/g, "''")}'`
const invalidEscape = /\\[^0abtnvfre"/\\N_LPxuU \t]/

/** Why a text needs quotes. */
type QuoteReason = Required<Pick<Suspect, 'message' | 'mark' | 'isGuess'>>

/** What YAML reads a special character as that starts a text. */
const meaningsOfCharacters: Record<string, string> = {
  '*': 'an alias',
  '&': 'an anchor',
  '!': 'a tag',
  '%': 'a directive',
  '@': 'a reserved character',
  '`': 'a reserved character',
  '{': 'a group of properties',
  '[': 'a list',
  '}': 'the end of a group',
  ']': 'the end of a list',
  ',': 'the end of a list entry',
  '-': 'a list entry',
  '?': 'a property name',
  ':': 'a property without a name',
  '|': 'the start of a text on the lines below',
  '>': 'the start of a text on the lines below',
}

/** Returns why a text needs quotes. Undefined if it needs none, or has them already. */
function findQuoteReason(text: string): QuoteReason | undefined {
  const first = text[0] ?? ''
  if (first === '' || first === '"' || first === "'") return undefined
  if (isSpecialStart(text))
    return {
      message: `Text that starts with ${first} needs quotes. Without them, YAML reads ${first} as ${meaningsOfCharacters[first]}.`,
      mark: [0, 1],
      // It may be a list, or an alias whose anchor is in another file.
      isGuess: (first === '[' && !/^\[[^\]]*\]\(/.test(text)) || /^\*[\w-]+$/.test(text),
    }
  const colon = /:(?=\s|$)/.exec(text)
  if (colon)
    return {
      message: `Text that ${text.trimEnd().length === colon.index + 1 ? 'ends with a colon' : 'contains a colon and a space'} needs quotes.`,
      mark: [colon.index, colon.index + 1],
      isGuess: !text.includes(' ') || first === '{' || first === '[',
    }
  const hash = /(?<=\s)#\S*/.exec(text)
  return (
    (hash && {
      message:
        'Text that contains a space and a # needs quotes. Without them, a comment starts there.',
      mark: [hash.index, hash.index + hash[0].length],
      isGuess: false,
    }) ??
    undefined
  )
}

function isSpecialStart(text: string): boolean {
  if (/^[*&!@%`},\]]|^[-?:](?:\s|$)/.test(text)) return true
  // | and > start a block scalar if nothing but its options follows.
  if (/^[|>]\s*\S/.test(text)) return !/^[|>][-+0-9]{0,2}\s*(?:#.*)?$/.test(text)
  if (/^\{\s*[\w-]+:\s/.test(text)) return false
  // A list or group ends with its bracket, so a value with more text after the bracket is a text.
  const close = { '[': ']', '{': '}' }[text[0]!]
  return close !== undefined && new RegExp(`\\${close}\\s*[^\\s,\\]}#]`).test(text)
}

/** Puts quotes around a text that needs them. It may be two properties that a line break parted. */
const quote = ({ text }: Value, line: SourceLine, lines: SourceLine[]): Correction | false => {
  const reason = findQuoteReason(text)
  if (!reason) return false
  const names = [...text.matchAll(/(\S+):(?=\s|$)/g)].map(([, name]) => name!)
  const mayBeJoined = names.some(
    (name) => name.startsWith('/') || hasPropertyName(line, lines, name),
  )
  return { text: quoteText(text), ...reason, isGuess: reason.isGuess || mayBeJoined }
}

/** Mistakes with quotes, with brackets, and with texts that need quotes. */
export const textMistakes: CauseKind[] = [
  {
    message: 'There is nothing before this comma.',
    fix: 'Delete the comma, or write what is missing.',
    find: onMatch('one', /(?<=[,[{])\s*,/g, () => ''),
  },
  {
    message: 'The quotes are around the name too.',
    fix: 'Put them around the text only.',
    hidesRest: true,
    find: onMatch('one', /(["'])(?<=^ *(?:- +)*.)\s*(?:- +)?[\w/-]+:\s.*\1(?=\s*$)/g, (text) =>
      text.replace(/^(["'])\s*((?:- +)?[\w/-]+):\s+/, '$2: $1'),
    ),
  },
  ...['', ' '].map((space) => ({
    message: 'This quote is never closed.',
    fix: 'Delete it.',
    hidesRest: true,
    find: onMatch('one', /["'](?<=^ *(?:- +)*.)(?=\s*(?:- +)?[\w/-]+:(?:\s|$))/g, () => space),
  })),
  {
    // The text ends with the other kind of quote, or with a typographic one.
    message: 'The quotes at the start and at the end of this text are not the same.',
    fix: 'Use the same quotes.',
    hidesRest: true,
    find: inQuotes(
      `"'`,
      ({ text, close }) =>
        close === -1 &&
        text.length > 2 &&
        /["“”‘’]$|(?<!s)'$/.test(text) && [text.slice(0, -1) + text[0], [0, 1]],
    ),
  },
  {
    message: 'This text starts with an apostrophe, which YAML reads as a quote.',
    fix: 'Put double quotes around the text.',
    hidesRest: true,
    find: inQuotes(
      "'",
      ({ text, close }) =>
        close === -1 &&
        /^'(?:tis|twas|til|em|cause|n|round|bout|\d\ds?)\b/i.test(text) && [
          `"${text.replace(/(["\\])/g, '\\$1')}"`,
          [0, 1],
        ],
    ),
  },
  {
    message: 'This quote is never closed.',
    fix: 'Close it at the end of the text.',
    hidesRest: true,
    find: inQuotes(`"'`, ({ text, close }) => close === -1 && [text + text[0], [0, 1]]),
  },
  {
    message: 'Between double quotes, a backslash (\\) has a special meaning.',
    fix: 'Use single quotes.',
    find: inQuotes('"', ({ text, close, endsEarly }) => {
      const backslash = text.search(invalidEscape)
      const isWhole = close !== -1 && !endsEarly && backslash !== -1
      const inner = text.slice(1, -1).replaceAll("'", "''")
      return isWhole && [`'${inner}'`, [backslash, backslash + 2]]
    }),
  },
  {
    message: 'An apostrophe ends this text early, because the text starts with one.',
    fix: 'Write the apostrophe inside the text twice.',
    find: inQuotes(
      "'",
      ({ text, close, endsEarly }) =>
        endsEarly && /.'$/.test(text) && [doubleApostrophes(text.slice(1, -1)), [close, close + 1]],
    ),
  },
  {
    message: 'This quote ends the text early.',
    fix: 'Write \\ before the quotes inside the text.',
    find: inQuotes(
      '"',
      ({ text, close, endsEarly }) =>
        endsEarly &&
        text.endsWith('"') && [
          `"${text.slice(1, -1).replace(/(?<!\\)"/g, '\\"')}"`,
          [close, close + 1],
        ],
    ),
  },
  {
    message: 'This text starts with a quote, but does not end with one.',
    fix: 'Close the quote, and write the apostrophe inside the text twice.',
    hidesRest: true,
    find: inQuotes(
      "'",
      ({ text, close, endsEarly }) =>
        endsEarly &&
        /^[\p{L}\p{N}]/u.test(text.slice(close + 1)) && [doubleApostrophes(text.slice(1)), [0, 1]],
    ),
  },
  {
    message: 'Only part of this text is in quotes.',
    fix: 'Put quotes around the whole text.',
    find: inQuotes(`"'`, ({ text, close, endsEarly }) => {
      const whole = text.includes('"') ? `'${text.replaceAll("'", "''")}'` : `"${text}"`
      return endsEarly && [whole, [0, close + 1]]
    }),
  },
  {
    fix: 'Add it.',
    find: inValues(listFlowValues, ({ key, text }, line, lines) => {
      const next = key === undefined ? undefined : /\s+([\w-]+):(?=\s|$)/.exec(text)
      if (!next || !hasPropertyName(line, lines, next[1])) return false
      const { index } = next
      return {
        message: `A comma is missing before "${next[1]}".`,
        mark: [index, index + 1],
        text: `${text.slice(0, index)},${text.slice(index)}`,
        isGuess: !/^\s+[\w-]+:\s+\S/.test(text.slice(index)),
      }
    }),
  },
  { fix: 'Put quotes around the text.', find: inValues(listFlowValues, quote) },
  {
    fix: 'Put quotes around the text.',
    find: inValues(listFlowValues, ({ text }) => {
      const braces = /["']/.test(text[0] ?? '') ? undefined : /\$\{|\{\{|[[\]{}]/.exec(text)
      if (!braces) return false
      const { 0: found, index } = braces
      const what = { '${': 'a citation', '{{': 'a column' }[found] ?? 'a bracket'
      return {
        message: `Between { } or [ ], text with ${what} needs quotes.`,
        mark: [index, index + found.length],
        text: quoteText(text),
        isGuess: found.length === 1,
      }
    }),
  },
  {
    message: 'A comma is missing between two entries.',
    fix: 'Add it.',
    find: onEachLine((line) => {
      const flow = readFlowOfLine(line)
      const items = flow ? listItems(flow) : []
      return items
        .filter(({ isCommaMissing }) => isCommaMissing)
        .map(({ end }) => ({ line, mark: [end, end + 1], at: [end, end], text: ',' }))
    }),
  },
  { find: onEachLine(findBracketMistakes) },
  {
    message: 'A comma is missing at the end of this line.',
    fix: 'Add it.',
    find: ({ lines, faultLine }) =>
      [faultLine, faultLine + 1].flatMap((index): Suspect[] => {
        const line = findCodeLine(lines, index, -1)
        const end = withoutComment(line?.text ?? '').length
        if (!line || /[,[{:]/.test(line.text[end - 1]!)) return []
        return [{ line, mark: [end, end + 1], at: [end, end], text: ',' }]
      }),
  },
  {
    message: 'The quote at the start of this text is missing.',
    fix: 'Add it.',
    find: inValues(listLineValues, ({ text }) => {
      const end = text.length - 1
      const isMissing =
        findQuoteReason(text) && /["']/.test(text.at(-1)!) && text.indexOf(text[end]!) === end
      return isMissing === true && { text: text[end] + text, mark: [end, end + 1] }
    }),
  },
  { fix: 'Put quotes around the text.', find: inValues(listLineValues, quote) },
  { fix: 'Put quotes around the text.', find: onEachLine(findUnquotedLines) },
]

/** Suspects brackets that are missing, too many, or of the wrong kind. */
function findBracketMistakes(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  const outer = readFlowOfLine(line)
  if (!outer) return findUnopenedGroup(line)
  const { text } = line
  const flows = [...listItems(outer).flatMap(({ flow }) => flow ?? []), outer]
  const suspects = flows.flatMap((flow): Suspect[] => {
    const { open, close, end, right } = flow
    if (close !== undefined && text[close] === right) return []
    const mark: Columns = [open, open + 1]
    const unclosed = { ...describeUnclosed(text[open]!), line, mark }
    const closing = (text[open + 1] === ' ' ? ' ' : '') + right
    const last =
      close === undefined
        ? end + withoutComment(text.slice(end)).length
        : text.slice(0, close).trimEnd().length
    const message = `This ${text[open]} is closed by ${text[close ?? 0]}.`
    const fix = `Close it with ${right}.`
    return [
      ...(close === undefined
        ? []
        : [{ line, message, fix, mark, at: [close, close + 1] as Columns, text: right }]),
      { ...unclosed, at: [last, last], text: closing },
    ]
  })
  const extra = /^\s*([}\]])[}\]]*(?=\s*(?:#.*)?$)/.exec(text.slice(outer.end))
  if (extra) {
    const mark: Columns = [outer.end, outer.end + extra[0].length]
    suspects.push({ line, message: `There is one ${extra[1]} too many.`, fix: 'Delete it.', mark })
  }
  // The closing bracket of several lines belongs below them.
  const below = listLinesBelow(lines, index, ({ indent }) => indent <= line.indent)
  const last = below.findLast(({ kind }) => kind === 'code')
  if (last && outer.close === undefined) {
    const end = last.text.length
    suspects.push({
      ...describeUnclosed(text[outer.open]!),
      line,
      mark: [outer.open, outer.open + 1],
      edits: [spliceLine(last, end, end, `\n${' '.repeat(line.indent)}${outer.right}`)],
    })
  }
  return suspects
}

const describeUnclosed = (bracket: string) => ({
  message: `This ${bracket} is never closed.`,
  fix: 'Close it.',
  hidesRest: true,
})

/** Suspects a group without its opening brace: `- label: Call us, href: /call }`. */
function findUnopenedGroup(line: SourceLine): Suspect[] {
  if (line.dashes.length === 0 || line.key === undefined) return []
  const { close, items } = readFlow(`{ ${line.text.slice(line.content)}`, 0)
  if (close === undefined || items.length < 2 || items.some(({ key }) => key === undefined))
    return []
  const end = line.content + close - 2
  const at: Columns = [line.content, line.content]
  const message = 'This } is never opened.'
  return [{ line, message, fix: 'Open it.', mark: [end, end + 1], at, text: '{ ' }]
}

/** Suspects a text that continues on deeper lines, one of which contains a colon or a #. */
function findUnquotedLines(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  const column = getParentColumn(line) ?? Infinity
  const first = /^[^"'[{|>*&!%@`#]/.test(line.value) ? line : undefined
  const below = listLinesBelow(lines, index, ({ indent }) => indent <= column)
  const further = below.filter(({ kind }) => kind === 'code')
  const last = further.at(-1)
  const culprit = further.find(({ text }) => findQuoteReason(text.trim()))
  if (!first || !last || !culprit || hasPropertyName(culprit, lines)) return []
  const { message, mark } = findQuoteReason(culprit.text.trim())!
  const whole = [line.value, ...further.map(({ text }) => text)].join('\n')
  const quote = quoteText(whole)[0]!
  // Apostrophes between single quotes are written twice.
  const apostrophes = [line, ...further].flatMap((each) =>
    [...each.text.matchAll(/'/g)]
      .filter(({ index: at }) => quote === "'" && (each !== line || at >= line.valueColumn))
      .map(({ index: at }) => spliceLine(each, at, at, "'")),
  )
  const end = last.text.trimEnd().length
  return [
    {
      line: culprit,
      message,
      mark: [culprit.indent + mark[0], culprit.indent + mark[1]],
      // The lines may be properties or entries, after a mistake in the first line.
      isGuess: further.some(
        (each) => each.dashes.length > 0 || (each.key !== undefined && /^\S+$/.test(each.key)),
      ),
      edits: [
        ...apostrophes,
        spliceLine(line, line.valueColumn, line.valueColumn, quote),
        spliceLine(last, end, end, quote),
      ],
    },
  ]
}
