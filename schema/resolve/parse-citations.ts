import { splitAtMatches } from '../util/split-at-matches.ts'

/**
 * A citation in a text: `${name}`, `${name.reading}`, `${count:towns}`,
 * `${reviews:average}`, `${total:evening}`, or `${prices.bath.small}`,
 * whose name is that of a table, a row and a column. A format changes how it
 * is printed: `${name|number}` without its unit, `${name|words}` or `${name|Words}` as a word.
 */
export type Citation = { name: string; reading?: string; format?: CitationFormat }
type CitationFormat = 'number' | 'words' | 'Words'
/** @property cited the name and the reading */
type WrittenCitation = Citation & { written: string; cited: string }
/** A part of a text: as it is written, a citation, or what begins like one and is none. */
export type TextSegment = string | WrittenCitation | { invalid: string }

const citationPattern = /\$\{([^}\n]*)(\}?)/g
const citationBodyPattern =
  /^\s*(?:(count:[^\s|]+|reviews:[a-z]+|(?:total|from|worth):[a-z][a-z0-9-]*)|([a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*)?)(?:\.([a-zA-Z][a-zA-Z0-9-]*))?)\s*(?:\|\s*(number|words|Words)\s*)?$/

/** Splits a text into literal text and citations. */
export function parseCitations(text: string): TextSegment[] {
  if (!text.includes('${')) return text === '' ? [] : [text]
  return splitAtMatches(text, citationPattern, ([written, body, brace]) => {
    const found = brace ? citationBodyPattern.exec(body ?? '') : null
    return found
      ? {
          written,
          cited: body!.split('|')[0]!.trim(),
          name: found[1] ?? found[2]!,
          reading: found[3],
          format: found[4] as CitationFormat | undefined,
        }
      : { invalid: written }
  })
}

/** Replaces each citation in a text; those for which there is nothing else remain. */
export const replaceCitations = (text: string, print: (cited: string) => string | undefined) =>
  parseCitations(text)
    .map((part) => {
      if (typeof part === 'string') return part
      return 'invalid' in part ? part.invalid : (print(part.cited) ?? part.written)
    })
    .join('')
