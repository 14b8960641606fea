import { Parser } from 'htmlparser2'
import type { SearchSection } from '../../../blocks/search/search-types.ts'
import { isInlineTag, listTags, separateElements } from './html-tags.ts'

/** Elements that are not read, and those that visitors fill in. */
const silentTags = listTags(
  'script style template noscript nav svg button input select textarea dialog form',
)
const voidTags = listTags('area br col embed hr img input link meta source track wbr')

/**
 * Reads what can be found in a document: the text of `<main>`, by headings. Leaves out what
 * visitors do not see at first.
 * @param html the HTML of a whole page
 */
export function readSections(html: string): SearchSection[] {
  const reader = new SectionReader()
  const parser = new Parser(reader)
  const start = html.indexOf('>', html.indexOf('<main')) + 1
  parser.end(separateElements(html.slice(start, html.lastIndexOf('</main>'))))
  return reader.sections
    .map(([heading, anchor, text]): SearchSection => [tidy(heading), anchor, tidy(text)])
    .filter(([heading, , text]) => heading !== '' || text !== '')
}

/** The callbacks of a parser, which collect the sections of one document. */
class SectionReader {
  readonly sections: SearchSection[] = [['', '', '']]
  /** The id of each open element; an empty text for one without. */
  readonly #ids: string[] = []
  #silentDepth = 0
  #isHeading = false

  onopentag(name: string, attributes: Record<string, string>): void {
    const isVoid = voidTags.has(name)
    if (this.#silentDepth > 0 || silentTags.has(name) || isHidden(attributes)) {
      if (!isVoid) this.#silentDepth++
      return
    }
    const id = attributes.id ?? ''
    if (!isVoid) this.#ids.push(id)
    this.#separate(name)
    const section = this.sections.at(-1)!
    if (/^h[1-6]$/.test(name)) {
      this.#isHeading = true
      this.sections.push(['', this.#ids.findLast((each) => each !== '') ?? '', ''])
    } else if (id !== '' && section[0] !== '' && section[2].trim() === '') {
      // An answer has the anchor of its question.
      section[1] = id
    }
  }

  ontext(text: string): void {
    if (this.#silentDepth > 0) return
    this.sections.at(-1)![this.#isHeading ? 0 : 2] += text
  }

  onclosetag(name: string): void {
    if (voidTags.has(name)) return
    if (this.#silentDepth > 0) {
      this.#silentDepth--
      return
    }
    this.#ids.pop()
    this.#separate(name)
    if (/^h[1-6]$/.test(name)) this.#isHeading = false
  }

  #separate(name: string): void {
    if (!isInlineTag(name)) this.ontext(' ')
  }
}

const isHidden = (attributes: Record<string, string>): boolean =>
  attributes.hidden !== undefined ||
  attributes['aria-hidden'] === 'true' ||
  // See `location-layers.tsx`.
  (attributes['data-when'] !== undefined && attributes['data-shown'] === undefined)

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()
