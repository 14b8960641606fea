import { onEachLine, onMatch, type BrokenText, type CauseKind, type Suspect } from './cause.ts'
import {
  findCodeLine,
  hasPropertyName,
  listOpenLevels,
  opensBlock,
  spliceLine,
  withoutComment,
  type SourceLine,
} from '../../problems/yaml-lines.ts'
import { needsQuotes, quoteText } from '../../problems/yaml-texts.ts'

const spaces = '\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000'
const invisibleCharacters = '\\u200b-\\u200d\\ufeff'
/**
 * In the indentation and after a dash or colon. Elsewhere, they are part of a text. Here and below, a
 * pattern looks back from what it finds, since looking back from each character takes the square of
 * the length of a line.
 */
const unusualSpacePattern = new RegExp(
  `[${spaces}${invisibleCharacters}](?<=^[\\s${invisibleCharacters}-]*.|^[^:]*:\\s*.)`,
  'g',
)

/**
 * Writes a colon and a space in place of some columns. The value after them gets quotes if it
 * contains a colon.
 */
export function separateValue(line: SourceLine, from: number, to: number): Suspect {
  const rest = line.text.slice(to)
  const value = withoutComment(rest)
  const isText = /:\s|:$/.test(value) && !needsQuotes(value[0] ?? '')
  const separated = (isText ? quoteText(value) : value) + rest.slice(value.length)
  const text = rest === '' ? ':' : `: ${separated}`
  return { line, mark: [from, to], at: [from, line.text.length], text }
}

/** Finds a name and a value that a pattern matches, with what is between them. */
const onNameAndValue = (pattern: RegExp): CauseKind['find'] =>
  onEachLine((line) => {
    const [, before, colon] = pattern.exec(line.text) ?? []
    if (before === undefined || colon === undefined) return []
    return [separateValue(line, before.length, before.length + colon.length)]
  })

/** Syntax of other formats, unusual characters, tabs and missing spaces. */
export const characterMistakes: CauseKind[] = [
  {
    message: 'This line is Markdown, not YAML.',
    fix: 'Delete the lines with ```.',
    find: onMatch('file', /^\s*(?:```|~~~)[\w-]*\s*$/g),
  },
  {
    message: 'In YAML, a comment starts with #.',
    fix: 'Write # instead of //.',
    find: onEachLine((line, lines, index) => {
      const slashes = line.indent
      if (!/^ *\/\/(?:\s|$)/.test(line.text)) return []
      // Below a line of code, it may be in front of a text that belongs on the page.
      const isGuess = line.indent > 0 || lines[index - 1]?.kind === 'code'
      return [{ line, mark: [slashes, slashes + 2], text: '#', isGuess }]
    }),
  },
  {
    message: 'In YAML, a comment starts with #.',
    fix: 'Write # instead of <!-- and -->.',
    find: onMatch(
      'one',
      /<!--(?<=^\s*<!--).*-->(?=\s*$)/g,
      (all) => `# ${all.slice(4, -3).trim()}`,
    ),
  },
  {
    message: 'The line --- starts a second document, but a file can only have one.',
    fix: 'Delete the line.',
    find: onMatch('one', /^---(?=\s*$)/g),
  },
  {
    message: 'The line ... ends the document, but a file can only have one.',
    fix: 'Delete the line.',
    find: onMatch('one', /^\.\.\.(?=\s*$)/g),
  },
  {
    message: 'In YAML, a line does not end with a comma or semicolon.',
    fix: 'Delete it.',
    find: onMatch('file', /[,;](?<=["'}\]]\s*.)(?=\s*$)/g, () => ''),
  },
  ...[' ', ''].map((space) => ({
    message: 'There is a space here that YAML does not accept, such as a non-breaking space.',
    fix: space ? 'Replace it with a normal space.' : 'Delete it.',
    find: onMatch('file', unusualSpacePattern, (character) =>
      /[\u200b-\u200d\ufeff]/.test(character) ? '' : space,
    ),
  })),
  {
    message: 'This character looks like the hyphen of a list entry, but it is a different one.',
    fix: 'Start the entry with a hyphen and a space.',
    find: onMatch('file', /(?:[–—•·‣▪]|[*+](?= ))(?<=^ *.)\s?(?=\s*\S)/g, () => '- '),
  },
  {
    message: 'This character looks like a colon, but it is a different one.',
    fix: 'Write a normal colon and a space.',
    find: onMatch('file', /(?<=^ *(?:- +)*[\w-]+)\s*[：﹕∶]\s*/g, () => ': '),
  },
  {
    // Those inside a text are correct.
    message: 'Typographic quotes (“ ”, ‘ ’) do not quote text in YAML.',
    fix: 'Write straight quotes.',
    find: onMatch(
      'line',
      /[“”„«»‘’‚‹›](?<=^\s*.|[-:]\s.|[[{,]\s?.)|[“”„«»‘’‚‹›](?=\s*(?:$|[,}\]]|#))/g,
      (quote) => (/[“”„«»]/.test(quote) ? '"' : "'"),
    ),
  },
  {
    message: 'This line is indented with a tab. YAML only allows spaces.',
    find: findTabs,
  },
  {
    message: 'There is a tab after this dash. YAML only allows a space.',
    fix: 'Use a space.',
    find: onMatch('one', /(?<=^ *-)\t+/g, () => ' '),
  },
  {
    message: 'A space is missing after the colon.',
    fix: 'Add it.',
    find: onNameAndValue(/^( *(?:- +)*(?:"[^"]*"|'[^']*'|[\w-]+))(:)(?=[^\s:/])/),
  },
  {
    message: 'The space belongs after the colon, not before it.',
    fix: 'Move it.',
    find: onNameAndValue(/^( *(?:- +)*[\w-]+)(\s+:)(?=\S)/),
  },
  {
    message: 'A space is missing after the dash.',
    find: onEachLine((line, lines) => {
      const isAlike = (other: SourceLine) =>
        other.kind === 'code' && other.content === line.content && /^ *-[^\s-]/.test(other.text)
      const run = lines.filter(isAlike)
      const dash = line.content
      if (!/^-[^\s-]/.test(line.text.slice(dash)) || run.length === 0) return []
      const fix = run.length === 1 ? 'Add it.' : 'Add it, here and on the lines like this one.'
      const edits = run.map((each) => spliceLine(each, dash + 1, dash + 1, ' '))
      return [{ line, mark: [dash, dash + 1], fix, edits }]
    }),
  },
  {
    fix: 'Start a new line.',
    find: onEachLine((line, lines) => {
      const next = /(?:\s{2,}|(?<=["'\]}])\s*|\s+(?=[\w-]+:\s*$))((?:- )?([\w-]+):)(?=\s|$)/
      const found = line.key === undefined ? undefined : next.exec(line.value)
      if (!found || !hasPropertyName(line, lines, found[2])) return []
      const from = line.valueColumn + found.index
      const to = from + found[0].length
      return [
        {
          line,
          message: `"${found[2]}" belongs on a line of its own.`,
          mark: [to - found[1]!.length, to],
          at: [from, to - found[1]!.length],
          text: `\n${' '.repeat(line.content)}`,
        },
      ]
    }),
  },
]

/** Finds indentation with tabs: it gets a common width, or that of the open entries above it. */
function findTabs({ lines }: BrokenText): Suspect[] {
  const tabbed = lines.filter(({ kind, text }) => kind !== 'blank' && /^ *\t/.test(text))
  const [first] = tabbed
  if (!first) return []
  const more = tabbed.length === 2 ? 'the other line' : `${tabbed.length - 1} more lines`
  const indentOf = ({ text }: SourceLine) => /^\s*/.exec(text)![0]
  const measure = (line: SourceLine, width: number) =>
    indentOf(line).replaceAll('\t', ' '.repeat(width)).length
  return listLikelyColumns(first, lines).flatMap((column, choice) =>
    tabWidths.map((width) => ({
      line: first,
      mark: [0, indentOf(first).length],
      fix: tabbed.length === 1 ? 'Use spaces.' : `Use spaces, here and on ${more}.`,
      edits: tabbed.map((line) => {
        const indent = column + measure(line, width) - measure(first, width)
        return spliceLine(line, 0, indentOf(line).length, ' '.repeat(Math.max(0, indent)))
      }),
      isGuess: choice > 0 || !tabWidths.some((each) => measure(first, each) === column),
    })),
  )
}

const tabWidths = [2, 4, 8]

/**
 * Lists the columns to which a line may belong: below a key without a value, one level deeper than
 * the key; otherwise, the columns of the open entries above it.
 */
function listLikelyColumns(line: SourceLine, lines: SourceLine[]): number[] {
  const index = lines.indexOf(line)
  const above = findCodeLine(lines, index, -1)
  if (!above) return [0]
  const kind = line.text.trimStart().startsWith('- ') ? 'dash' : 'key'
  const levels = listOpenLevels(lines, index).filter((level) => level.kind === kind)
  const columns = levels.map(({ column }) => column).reverse()
  return opensBlock(above) ? [above.content + 2, ...columns] : columns
}
