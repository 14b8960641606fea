/**
 * Finds texts that nobody meant to publish: garbled characters, and texts that are not written yet.
 */
import { problemAt } from '../../problems/problem.ts'
import type { Correction, Problem } from '../../problems/types.ts'
import type { Position } from '../../problems/position.ts'
import type { SourceLocation } from '../../problems/source-file.ts'
import { findGarbledTexts } from './garbled-text.ts'
import { copyLocation, type Findings } from './findings.ts'

/** Reports the first garbled character of a text. The correction fixes the whole line. */
export function checkForGarbledText(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  const [first] = findGarbledTexts(text)
  if (!first) return
  const { found, meant } = first
  problems.push(
    problemAt(location, 'GARBLED_TEXT', describeGarbledText(found, meant), {
      ...(meant === '' ? { fix: 'Delete it.' } : { found, expected: meant }),
      ...(meant === undefined && { fix: 'Type the character again.' }),
      needle: found,
      correct: correctGarbledLine,
    }),
  )
}

function describeGarbledText(found: string, meant: string | undefined): string {
  if (meant === undefined) return 'This text contains \ufffd, where a character has been lost.'
  if (meant !== '') return `"${found}" was "${meant}" before it was read with the wrong encoding.`
  const code = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  return `This text contains an invisible character (${code}), which keeps searches from finding the word.`
}

function correctGarbledLine({ line, excerpt }: Position): Correction | undefined {
  const meanings = new Map(
    findGarbledTexts(excerpt).flatMap(({ found, meant }) =>
      meant === undefined ? [] : [[found, meant] as const],
    ),
  )
  if (meanings.size === 0) return undefined
  const edits = [...excerpt.matchAll(new RegExp([...meanings.keys()].join('|'), 'g'))].map(
    ({ 0: found, index }) => ({
      ...{ line, column: index + 1, endLine: line, endColumn: index + found.length + 1 },
      text: meanings.get(found)!,
    }),
  )
  return { edits, isSure: true }
}

/** Matches notes about missing text, and placeholder texts. */
const unfinishedPattern = new RegExp(
  [
    String.raw`\b(?:FIXME|TBD|TBC)\b`,
    String.raw`\blorem ipsum\b`,
    String.raw`\bx{3,}\b|\bXX:XX\b|\bXXX-XXXX?\b|^X{3,}$`,
    String.raw`(?:^|\s)\?{2,}(?:\s|$)`,
    String.raw`[[<](?:insert|your|add|enter|placeholder|tbd|todo)\b[^\]>\n]{0,60}[\]>](?!\()`,
    String.raw`\b(?:your|some) (?:text|headline|heading|title|content|name) (?:goes )?here\b`,
    String.raw`\b(?:text|copy|content|description|details|picture|image|photo) (?:to come|goes here)\b`,
    String.raw`\([^()\n]{0,40}to be (?:added|written|confirmed|decided)\)`,
    String.raw`^\W*(?:to come|to follow|to be (?:added|written|confirmed|announced|decided))\W*$`,
    // Texts of the templates in `npm run new`.
    String.raw`^Title of (?:/|the (?:first|second)\b)|^One or two sentences that (?:a search result|are true only)`,
    String.raw`^The answer first, (?:then the price\.$|.+ from here\.)|^Short sentences, one thought each\.`,
  ].join('|'),
  'i',
)
/** Matches a note, unless more capitals follow: it may be a Spanish phrase on an English page. */
const todoPattern = /\bTODO\b(?!\s+\p{Lu}{2})/u
/** Spanish, Portuguese and Galician, in which "todo" means "all". */
const languagesWithTodo = /^(?:es|pt|gl)\b/

const pictureNamePattern = /^\S+\.(?:jpe?g|png|webp|avif|gif|svg)$/i

/** Records a text that is not written yet. */
export function findUnfinishedText(
  text: string,
  location: SourceLocation,
  language: string,
  findings: Findings,
): void {
  const isFileName = location.path.at(-1) === 'alt' && pictureNamePattern.test(text)
  const reminder = languagesWithTodo.test(language) ? undefined : todoPattern.exec(text)?.[0]
  const found =
    isFileName || isStarter(text, location)
      ? text
      : (reminder ?? unfinishedPattern.exec(text)?.[0].trim())
  if (found) findings.unfinished.push({ found, isFileName, location: copyLocation(location) })
}

/** Whether a text is what the studio writes into a new entry: New answer, in `answer`. */
function isStarter(text: string, { path }: SourceLocation): boolean {
  if (!text.startsWith('New ')) return false
  const property = String(path.at(-1)).replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  return text.slice('New '.length) === property.toLowerCase()
}

/** Creates the problems of unfinished texts, except within objects marked as placeholders. */
export const reportUnfinishedTexts = ({ unfinished, placeholders }: Findings): Problem[] =>
  unfinished
    .filter(({ location }) => !placeholders.some((marked) => isInside(location, marked.location)))
    .map(({ found, isFileName, location }) =>
      isFileName
        ? problemAt(location, 'UNFINISHED_TEXT', `"${found}" is a file name, not a description.`, {
            expected: 'what the picture shows',
            found,
            fix: 'Say what the picture shows, for people who cannot see it.',
          })
        : problemAt(location, 'UNFINISHED_TEXT', `"${found}" looks like unfinished text.`, {
            found,
            needle: found,
          }),
    )

/** @param marked the location of `placeholder: true` */
const isInside = ({ path }: SourceLocation, { path: marked }: SourceLocation) =>
  marked.slice(0, -1).every((step, index) => path[index] === step)
