import { memoizeByText } from '../../schema/util/memoize.ts'
import type { TextRange } from '../../schema/source/syntax/suspects.ts'
import { chooseReading, type LedgerFact } from '../../schema/facts/facts.ts'
import { parseCitations } from '../../schema/resolve/parse-citations.ts'
import { createPageTextContext } from '../../schema/resolve/resolve-page.ts'
import type { TextContext } from '../../schema/resolve/text/findings.ts'
import { resolvePlainText } from '../../schema/resolve/resolve-text.ts'
import { listPageEntries, type ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import type { SourceLocation } from '../../schema/problems/location.ts'
import { asText } from '../../schema/util/as-text.ts'
import { getAt } from '../../schema/util/records.ts'
import { removeMarkup } from '../../schema/util/remove-markup.ts'

/** A sentence, and what to look for in the source to find its line. */
type QuotedSentence = { sentence: string; needle: string }

/** The texts of a site as written, and how their citations are printed. */
export type TextReader = {
  /** The string at a location of a page, or of the settings if there is no page. */
  read(location: SourceLocation, route?: string): string
  /** The sentences that print a reading of a fact at a location. */
  quoteReading(
    fact: LedgerFact,
    reading: string,
    location: SourceLocation,
    route?: string,
  ): QuotedSentence[]
  /** The sentences that contain one of the ranges of a text. */
  quoteRanges(text: string, ranges: TextRange[], route?: string): QuotedSentence[]
}

export function createTextReader(resolved: ResolvedSite): TextReader {
  const { site, context } = resolved
  const entries = new Map(listPageEntries(resolved).map((entry) => [entry.route, entry]))
  const contextOf = memoizeByText((route): TextContext => {
    const entry = entries.get(route)
    return entry ? createPageTextContext(entry, context) : { ...context, readings: new Map() }
  })
  const read: TextReader['read'] = ({ path }, route) => {
    const entry = entries.get(route ?? '')
    const [top, steps] = entry
      ? [entry.raw, path.slice(entry.location.path.length)]
      : [{ site: site.settings, navigation: site.navigation }, path]
    return asText(getAt(top, steps))
  }
  const quoteRanges: TextReader['quoteRanges'] = (text, ranges, route) => {
    // Most texts contain nothing that is looked for.
    if (ranges.length === 0) return []
    const starts = ranges.map(([start]) => start)
    const marked = [0, ...starts].map(
      (start, index) => (index > 0 ? toMarker(index - 1) : '') + text.slice(start, starts[index]),
    )
    const at = { source: site.main, path: [] }
    const printed = resolvePlainText(marked.join(''), at, contextOf(route ?? ''))
    return findMarkedSentences(printed, context.language).map(({ sentence, first }) => ({
      sentence,
      needle: text.slice(...ranges[first]!),
    }))
  }
  return {
    read,
    quoteRanges,
    quoteReading(fact, reading, location, route) {
      const text = read(location, route)
      const ofPage = contextOf(route ?? '').readings.get(fact.name)
      return quoteRanges(text, findCitations(text, fact, reading, ofPage), route)
    },
  }
}

/** Finds the citations in a text that print a reading. */
function findCitations(
  text: string,
  fact: LedgerFact,
  reading: string,
  ofPage: string | undefined,
): TextRange[] {
  return [...text.matchAll(/\$\{[^}\n]*\}/g)].flatMap(({ index, 0: written }): TextRange[] => {
    const [part] = parseCitations(written)
    const isCited =
      typeof part === 'object' &&
      !('invalid' in part) &&
      part.name === fact.name &&
      chooseReading(fact, part.reading, ofPage) === reading
    return isCited ? [[index, index + written.length]] : []
  })
}

/**
 * Puts private-use characters in front of what is searched for, to find it again in the sentence.
 */
const firstMarker = 0xe000
const markerCount = 0x1900
const toMarker = (index: number) => String.fromCharCode(firstMarker + (index % markerCount))
const markerPattern = /[\ue000-\uf8ff]/g

const getSegmenter = memoizeByText(
  (language) => new Intl.Segmenter(language, { granularity: 'sentence' }),
)

/** @returns each sentence with a marker, without Markdown, and the number of its first marker. */
function findMarkedSentences(
  text: string,
  language: string,
): { sentence: string; first: number }[] {
  // A paragraph or a list item ends a sentence, a line break within it does not.
  const paragraphs = text.split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.|#+) )/)
  const sentences = paragraphs.flatMap((paragraph) =>
    [...getSegmenter(language).segment(paragraph.replace(/\s+/g, ' '))].map(
      ({ segment }) => segment,
    ),
  )
  return sentences.flatMap((sentence) => {
    const [marker] = sentence.match(markerPattern) ?? []
    return marker === undefined
      ? []
      : [
          {
            sentence: removeMarkup(sentence.replace(markerPattern, '')),
            first: marker.charCodeAt(0) - firstMarker,
          },
        ]
  })
}
