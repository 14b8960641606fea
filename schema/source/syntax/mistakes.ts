import {
  hasPropertyName,
  spliceLine,
  withoutComment,
  type SourceLine,
} from '../../problems/yaml-lines.ts'
import {
  findExtraDash,
  findIndentation,
  findMissingColon,
  findMissingDash,
  findTabs,
  findTextAfterMark,
  findUnindentedText,
} from './structure.ts'
import {
  inValues,
  onEachLine,
  onMatch,
  rangeIn,
  readFlowOfLine,
  separateValue,
  type Mistake,
  type Suspect,
} from './suspects.ts'
import { listItems } from '../../problems/yaml-texts.ts'

const spaces = '\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000\\u200b-\\u200d\\ufeff'
/**
 * In the indentation and after a dash or colon. Elsewhere, they are part of a text. Here and below, a
 * pattern looks back from what it finds, since looking back from each character takes the square of
 * the length of a line.
 */
const unusualSpacePattern = new RegExp(
  `[${spaces}](?<=^[\\s${spaces}-]*.|^[^:]*:\\s*.)|(?<=^ *-)\\t+`,
  'g',
)
const isInvisible = (character: string) => /[\u200b-\u200d\ufeff]/.test(character)

const doubleApostrophes = (text: string) => `'${text.replace(/''?/g, "''")}'`

/** Closes a text that starts with a quote, which may be an apostrophe. */
const closeQuote = (text: string): (string | false)[] => [
  text.length > 2 && /["“”‘’]$|(?<!s)'$/.test(text) && text.slice(0, -1) + text[0],
  /^'(?:tis|twas|til|em|cause|n|round|bout|\d\ds?)\b/i.test(text) &&
    `"${text.replace(/(["\\])/g, '\\$1')}"`,
  text + text[0],
]

/** Escapes the quotes inside a text, or puts other quotes around the whole text. */
const requote = (text: string): (string | false)[] => [
  /^'.*.'$/.test(text) && doubleApostrophes(text.slice(1, -1)),
  /^".*"$/.test(text) && `"${text.slice(1, -1).replace(/(?<!\\)"/g, '\\"')}"`,
  /^'(?:[^']|'')*'[\p{L}\p{N}]/u.test(text) &&
    !text.endsWith("'") &&
    doubleApostrophes(text.slice(1)),
  text.includes('"') ? `'${text.replaceAll("'", "''")}'` : `"${text}"`,
]

/** Matches a character at the start of a text that YAML reads as something else. */
const specialStart = /^(?:[*&!@%`{}[\],]|[-?:](?=\s|$)|[|>](?=\s*\S)(?![-+0-9]{0,2}\s*(?:#.*)?$))/

/** What may follow a backslash between double quotes. */
const escapes = String.raw`0abtnvfre"/\\N_LPxuU \t`

const quoteIt = 'Put quotes around the text.'

/** Finds list entries without their dash. */
export const missingDash: Mistake = {
  message: 'This list entry has no dash.',
  fix: 'Start it with a dash.',
  example: [
    'items:\n  - Bring the bike\n  Bring the key',
    'items:\n  - Bring the bike\n  - Bring the key',
  ],
  find: onEachLine(findMissingDash),
}

/**
 * The mistakes that people make. The first one whose correction makes the parser accept the text is
 * reported, so those that are easy to recognize come first. Anything else gets the parser's words.
 */
export const mistakes: Mistake[] = [
  {
    message: 'In YAML, a line does not end with a comma or semicolon.',
    fix: 'Delete it.',
    example: ['"title": "Prices",\n"label": "Prices"', '"title": "Prices"\n"label": "Prices"'],
    find: onMatch('file', /[,;](?<=["'}\]]\s*.)(?=\s*$)/g, () => ''),
  },
  {
    message: 'There is a space here that YAML does not accept, such as a non-breaking space.',
    fix: 'Use a normal space.',
    example: ['title:\u00a0Prices\nlabel: Prices', 'title: Prices\nlabel: Prices'],
    find: onMatch(
      'file',
      unusualSpacePattern,
      (found) => (isInvisible(found) ? '' : ' '),
      () => '',
    ),
  },
  {
    message: 'This character looks like the hyphen of a list entry, but it is a different one.',
    fix: 'Start the entry with a hyphen and a space.',
    example: ['items:\n  – Brakes\n  – Note: gears', 'items:\n  - Brakes\n  - Note: gears'],
    find: onMatch('file', /(?:[–—•·‣▪]|[*+](?= ))(?<=^ *.)\s?(?=\s*\S)/g, () => '- '),
  },
  {
    // Those inside a text are correct.
    message: 'Typographic quotes (“ ”, ‘ ’) do not quote text in YAML.',
    fix: 'Write straight quotes.',
    example: ['title: “Prices: all”', 'title: "Prices: all"'],
    find: onMatch(
      'line',
      /[“”„«»‘’‚‹›](?<=^\s*.|[-:]\s.|[[{,]\s?.)|[“”„«»‘’‚‹›](?=\s*(?:$|[,}\]]|#))/g,
      (quote) => (/[“”„«»]/.test(quote) ? '"' : "'"),
    ),
  },
  {
    message: 'This line is indented with a tab. YAML only allows spaces.',
    example: ['hero:\n\theading: Prices', 'hero:\n  heading: Prices'],
    find: findTabs,
  },
  {
    message: 'A space is missing after the colon.',
    fix: 'Add it.',
    example: ['title:Prices\nlabel: Prices', 'title: Prices\nlabel: Prices'],
    find: onEachLine((line) => {
      const pattern = /^( *(?:- +)*(?:"[^"]*"|'[^']*'|[\w-]+))(\s*:)(?=[^\s:/])/
      const [, { length } = '', colon = ''] = pattern.exec(line.text) ?? []
      if (colon === '') return []
      const end = length + colon.length
      return [{ range: rangeIn(line, length, end), edits: [separateValue(line, length, end)] }]
    }),
  },
  {
    message: 'Text follows the colon, although the lines below belong to it.',
    fix: 'Delete the text.',
    example: ['facts:x\n  visit: 5', 'facts:\n  visit: 5'],
    find: onEachLine((line, lines, index) => {
      const [, name = '', text = ''] =
        /^((?:site|navigation|planned|facts|pages|sets):)(\s*[\w-]+)\s*$/.exec(line.text) ?? []
      if (text === '' || !/^ +[^\s:]+:(?: |$)/.test(lines[index + 1]?.text ?? '')) return []
      const end = name.length + text.length
      const edits = [spliceLine(line, name.length, end, '')]
      return [{ range: rangeIn(line, name.length, end), edits }]
    }),
  },
  {
    message: 'A space is missing after the dash.',
    fix: 'Add it.',
    example: [
      'items:\n  -title: Brakes\n  - title: Gears',
      'items:\n  - title: Brakes\n  - title: Gears',
    ],
    find: onMatch('one', /-(?<=^ *-)(?=[^\s-])/g, () => '- '),
  },
  inValues({
    message: 'This quote is never closed.',
    fix: 'Close it at the end of the text.',
    example: ['title: "Prices\nlabel: Prices', 'title: "Prices"\nlabel: Prices'],
    hidesRest: true,
    pattern: /^"(?=(?:[^"\\]|\\.)*$)|^'(?=(?:[^']|'')*$)/,
    write: closeQuote,
  }),
  inValues({
    message: 'Between double quotes, a backslash (\\) has a special meaning.',
    fix: 'Use single quotes.',
    example: ['title: "C:\\photos"', "title: 'C:\\photos'"],
    pattern: new RegExp(
      String.raw`\\[^${escapes}](?<=^"(?:[^"\\]|\\[${escapes}])*\\.)(?=(?:[^"\\]|\\.)*"$)`,
    ),
    write: (text) => [`'${text.slice(1, -1).replaceAll("'", "''")}'`],
  }),
  inValues({
    message: 'This quote ends the text early.',
    fix: 'Put quotes around the whole text, and escape those inside it.',
    example: ["title: 'The driver's card'", "title: 'The driver''s card'"],
    pattern: /(?:"(?<=^"(?:[^"\\]|\\.)*")|'(?<=^'(?:[^']|'')*')(?!'))(?=.*\S)(?!\s+#)/,
    write: requote,
  }),
  {
    message: 'A comma is missing between two entries.',
    fix: 'Add it.',
    example: ['{ label: Prices href: /prices }', '{ label: Prices, href: /prices }'],
    find: onEachLine((line, lines) => {
      const flow = readFlowOfLine(line)
      return (flow ? listItems(flow) : []).flatMap(
        ({ key, column, end, isCommaMissing, ...item }) => {
          const name = /\s+([\w-]+):(?=\s|$)/.exec(line.text.slice(column, end))
          const isName = name && key && !item.flow && hasPropertyName(line, lines, name[1])
          const places = [
            ...(isName ? [column + name.index] : []),
            ...(isCommaMissing ? [end] : []),
          ]
          return places.map((at) => ({
            range: rangeIn(line, at, at),
            edits: [spliceLine(line, at, at, ',')],
          }))
        },
      )
    }),
  },
  inValues({
    message: 'Text that starts with {} needs quotes.',
    fix: quoteIt,
    example: ['title: *All* prices', "title: '*All* prices'"],
    pattern: specialStart,
    // It may be a list, or an alias whose anchor is in another file.
    isGuess: (text) => /^\[(?![^\]]*\]\()|^\*[\w-]+$/.test(text),
  }),
  inValues({
    message: 'Text that contains a colon and a space needs quotes.',
    fix: quoteIt,
    example: ['title: Prices: all', "title: 'Prices: all'"],
    pattern: /:(?=\s)/,
    isGuess: (text) => !text.includes(' '),
  }),
  inValues({
    message: 'Text that ends with a colon needs quotes.',
    fix: quoteIt,
    example: ['title: All prices:', "title: 'All prices:'"],
    pattern: /:$/,
    isGuess: (text) => !text.includes(' '),
  }),
  inValues({
    message: 'After a space, a # starts a comment, so this text needs quotes.',
    fix: quoteIt,
    example: ['{ accent: #000080, fonts: sans }', "{ accent: '#000080', fonts: sans }"],
    pattern: /(?<!\S)#\S*/,
  }),
  inValues({
    message: 'Between { } or [ ], text with {} needs quotes.',
    fix: quoteIt,
    example: ['items: [Only ${price}]', "items: ['Only ${price}']"],
    pattern: /\$\{|\{\{|[[\]{}]/,
    onlyInFlow: true,
    isGuess: (text) => !/\$\{|\{\{/.test(text),
  }),
  {
    fix: 'Add, delete or correct the bracket.',
    example: ['aliases: [/fix, /mend', 'aliases: [/fix, /mend]'],
    find: onEachLine(findBracketMistakes),
  },
  {
    message: 'The text belongs on the lines below the mark.',
    fix: 'Start a new line.',
    example: ['body: | Brakes\n  and gears', 'body: |\n  Brakes\n  and gears'],
    addsTextLines: true,
    find: onEachLine(findTextAfterMark),
  },
  missingDash,
  {
    fix: 'Delete the dash.',
    example: ['title: Prices\n- label: Prices', 'title: Prices\nlabel: Prices'],
    find: onEachLine(findExtraDash),
  },
  {
    message: 'A colon is missing after "{}".',
    fix: 'Add it.',
    example: ['title Prices\nlabel: Prices', 'title: Prices\nlabel: Prices'],
    find: onEachLine(findMissingColon),
  },
  {
    fix: 'Indent its lines.',
    example: ['body: |\nBrakes and gears', 'body: |\n  Brakes and gears'],
    addsTextLines: true,
    hidesRest: true,
    find: onEachLine(findUnindentedText),
  },
  {
    example: ['title: Prices\n label: Prices', 'title: Prices\nlabel: Prices'],
    find: findIndentation,
  },
]

/** Suspects brackets that are missing, too many, or of the wrong kind. */
function findBracketMistakes(line: SourceLine): Suspect[] {
  const { text } = line
  const replace = (message: string, at: number, from: number, to: number, written: string) => ({
    message,
    range: rangeIn(line, at, at),
    edits: [spliceLine(line, from, to, written)],
  })
  const outer = readFlowOfLine(line)
  if (!outer) return []
  const suspects = [...listItems(outer).flatMap(({ flow }) => flow ?? []), outer].flatMap(
    ({ open, close, end, right }) => {
      if (close !== undefined && text[close] === right) return []
      const closing = (text[open + 1] === ' ' ? ' ' : '') + right
      const last =
        close === undefined
          ? end + withoutComment(text.slice(end)).length
          : text.slice(0, close).trimEnd().length
      const added = replace(`This ${text[open]} is never closed.`, open, last, last, closing)
      if (close === undefined) return [{ ...added, hidesRest: true }]
      const message = `This ${text[open]} is closed by ${text[close]}.`
      return [replace(message, open, close, close + 1, right), { ...added, hidesRest: true }]
    },
  )
  const [extra, bracket] = /^\s*([}\]])[}\]]*(?=\s*(?:#.*)?$)/.exec(text.slice(outer.end)) ?? []
  if (extra !== undefined) {
    const message = `There is one ${bracket} too many.`
    suspects.push(replace(message, outer.end, outer.end, outer.end + extra.length, ''))
  }
  return suspects
}
