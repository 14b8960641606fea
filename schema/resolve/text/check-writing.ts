/** Finds texts that are not written yet. */
import { problemAt, type Problem } from '../../problems/problem.ts'
import type { SourceLocation } from '../../problems/location.ts'
import { copyLocation, type Findings, type TextPlace } from './findings.ts'
import { createStarter } from '../../shared/to-words.ts'

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
  ].join('|'),
  'i',
)
/** Matches texts of the templates of a new page. */
const templatePattern =
  /^Title of (?:\/|the (?:first|second)\b)|^(?:One or two|A few) sentences that (?:a search result|are true only)|^The answer first, (?:then the price\.$|.+ from here\.)|^Short sentences, one thought each\./i
/** Matches a note, unless more capitals follow: it may be a Spanish phrase on an English page. */
const todoPattern = /\bTODO\b(?!\s+\p{Lu}{2})/u
/** Spanish, Portuguese and Galician, in which "todo" means "all". */
const languagesWithTodo = /^(?:es|pt|gl)\b/

const pictureNamePattern = /^\S+\.(?:jpe?g|png|webp|avif|gif|svg)$/i

/** Records a text that is not written yet. */
export function findUnfinishedText(text: string, at: TextPlace): void {
  const isFileName = at.path.at(-1) === 'alt' && pictureNamePattern.test(text)
  const reminder = languagesWithTodo.test(at.context.language)
    ? undefined
    : todoPattern.exec(text)?.[0]
  const [template] = templatePattern.exec(text) ?? (isStarter(text, at) ? [text] : [])
  const isNew = template !== undefined
  const found = isFileName
    ? text
    : (template ?? reminder ?? unfinishedPattern.exec(text)?.[0].trim())
  if (found) at.findings.unfinished.push({ found, isFileName, isNew, location: copyLocation(at) })
}

/** What the entries of lists of texts are called. */
const entryNames = ['answer', 'choice', 'feature', 'line', 'only', 'point', 'service', 'town']

/** Whether a text is what the studio writes into a new entry: New answer, in `answer`. */
function isStarter(text: string, { path }: SourceLocation): boolean {
  const last = path.at(-1)
  const names = typeof last === 'number' ? entryNames : [String(last)]
  return text.startsWith('New ') && names.some((name) => text === createStarter(name))
}

/**
 * Creates the problems of unfinished texts, except within objects marked as placeholders.
 * @param isPublished whether the site is published without its placeholders
 */
export const reportUnfinishedTexts = (
  { unfinished, placeholders }: Findings,
  isPublished: boolean,
): Problem[] =>
  unfinished
    .filter(({ location }) => !placeholders.some((marked) => isInside(location, marked.location)))
    .map(({ found, isFileName, isNew, location }) => {
      if (isFileName)
        return problemAt(
          location,
          'UNFINISHED_TEXT',
          `"${found}" is a file name, not a description.`,
          {
            expected: 'what the picture shows',
            found,
            fix: 'Say what the picture shows, for people who cannot see it.',
          },
        )
      // Of what has just been added, nothing was ever meant for visitors.
      const code = isNew && isPublished ? 'UNWRITTEN_TEXT' : 'UNFINISHED_TEXT'
      const message = `"${found}" looks like unfinished text.`
      return problemAt(location, code, message, { found, needle: found })
    })

/** @param marked the location of `placeholder: true` */
const isInside = ({ path }: SourceLocation, { path: marked }: SourceLocation) =>
  marked.slice(0, -1).every((step, index) => path[index] === step)
