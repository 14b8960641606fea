import { capitalize } from '../../schema/shared/capitalize.ts'

/** A part of a text: either a match, or the text between matches. */
type MatchPart = { text: string; isFound: boolean }

/**
 * @property isWhole leaves out what is a part of a longer word
 * @property isName for an address or a name: nothing in it is left out
 */
export type FindOptions = { isWhole?: boolean; isName?: boolean }

/** Citations and the targets of links, which no reader sees as they are written. */
const hiddenPattern = /\$\{[^}]*\}|(?<=\]\()[^)]*(?=\))/g

/** Splits a text into the matches of another text, ignoring case, and what is around them. */
export function splitFound(text: string, wanted: string, options: FindOptions = {}): MatchPart[] {
  const [lower, needle] = [text.toLowerCase(), wanted.toLowerCase()]
  // If a letter becomes longer in lowercase, offsets would differ.
  if (needle === '' || lower.length !== text.length) return [{ text, isFound: false }]
  const hidden = options.isName
    ? []
    : [...text.matchAll(hiddenPattern)].map(({ 0: { length }, index }) => [index, index + length])
  const isWanted = (at: number) =>
    (!options.isWhole || isWordAt(lower, needle, at)) &&
    !hidden.some(([start, end]) => at < end! && at + needle.length > start!)
  const parts: MatchPart[] = []
  let done = 0
  for (
    let at = lower.indexOf(needle);
    at >= 0;
    at = lower.indexOf(needle, Math.max(done, at + 1))
  ) {
    if (!isWanted(at)) continue
    if (at > done) parts.push({ text: text.slice(done, at), isFound: false })
    done = at + needle.length
    parts.push({ text: text.slice(at, done), isFound: true })
  }
  if (done < text.length) parts.push({ text: text.slice(done), isFound: false })
  return parts
}

/** How much of a long text is shown on each side of what is found, in characters. */
const maxContext = 60

/** Leaves out what is far from what is found. */
export const shortenAround = (parts: MatchPart[]): MatchPart[] =>
  parts.map((part, index) => {
    const { text, isFound } = part
    const isFirst = index === 0
    const isLast = index === parts.length - 1
    if (isFound || text.length <= maxContext * (isFirst || isLast ? 1 : 2)) return part
    return { text: shortenBetween(text, maxContext, [index, parts.length]), isFound }
  })

/**
 * Keeps the words of a text that are next to the parts before and after it.
 * @param context how many characters stay on each side
 * @param place the index of the text among how many parts
 */
export function shortenBetween(
  text: string,
  context: number,
  [index, count]: [index: number, count: number],
): string {
  const start = index === 0 ? '' : text.slice(0, context).replace(/\S*$/, '')
  const end = index === count - 1 ? '' : text.slice(-context).replace(/^\S*/, '')
  return `${start}…${end}`
}

/** Whether a text has these words at an index, and not as part of a longer word or number. */
const isWordAt = (text: string, words: string, index: number): boolean =>
  text.startsWith(words, index) &&
  !/(?:[\p{L}\p{N}]{2}|\d[.,]\d)$/u.test(text.slice(Math.max(index - 2, 0), index + 1)) &&
  !(
    isWordCharacter(words.at(-1)) &&
    /^([\p{L}\p{N}]|[.,]\d)/u.test(text.slice(index + words.length, index + words.length + 2))
  )

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Whether a text contains these words. */
export const hasPhrase = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (isWordAt(text, words, at)) return true
  return false
}

/** Replaces what is found. A capital at its beginning stays. */
export const replaceFound = (
  text: string,
  wanted: string,
  replacement: string,
  options?: FindOptions,
): string =>
  splitFound(text, wanted, options)
    .map((part) => (part.isFound ? matchCase(part.text, wanted, replacement) : part.text))
    .join('')

function matchCase(found: string, wanted: string, replacement: string): string {
  const isCapital = found[0] !== wanted[0] && found[0] === found[0]?.toUpperCase()
  return isCapital ? capitalize(replacement) : replacement
}
