import { Parser } from 'htmlparser2'
import { tryParseJson } from '../../../schema/util/try-parse.ts'

/** What a document says to a search engine that reads its HTML and runs no script. */
export type DocumentFacts = {
  title: string
  description: string
  /** Absolute URL. */
  canonical?: string
  /** As written: `noindex, nofollow`. */
  robots?: string
  /** The language of the document, then those of its `rel="alternate" hreflang="…"` links. */
  languages: string[]
  headings: { level: number; text: string }[]
  /** In document order, including duplicates. */
  links: DocumentLink[]
  /** The blocks of structured data, parsed. A block that is not JSON is left out. */
  jsonLd: unknown[]
  /** The text of `<main>`: a string for each run of text that no block-level tag interrupts. */
  texts: string[]
}

/** @property isShell whether it is outside `<main>`: in the header, the footer or the like */
type DocumentLink = { href: string; isShell: boolean }

/**
 * The facts about a document that the table of routes needs. Small enough for every page of a large
 * site.
 */
export type PageDocument = Pick<
  DocumentFacts,
  'title' | 'description' | 'canonical' | 'robots' | 'languages'
> & {
  mainHeadings: string[]
  jsonLdTypes: string[]
  /** The distinct links in `<main>`, and those outside of it. */
  links: string[]
  shellLinks: string[]
  words: number
  /** Sorted hashes of the phrases in `<main>`, without the names that comparisons ignore. */
  shingles: Uint32Array
}

/** @param names with spaces between them */
export const listTags = (names: string): Set<string> => new Set(names.split(' '))

/** These tags may be in the middle of a word. */
const wordTags = listTags('abbr b em i mark strong sub sup u wbr')
/** These end a word, but not a run of text. */
const inlineTags = listTags('a bdi bdo cite code data dfn kbd q s samp small span time tspan var')
/** Whether a tag may be inside a line of text. */
export const isInline = (tag: string): boolean => wordTags.has(tag) || inlineTags.has(tag)
/** Their content is not text. */
const silentTags = listTags('script style template noscript')

/** Reads a document. @param html the HTML of a whole page. */
export function readDocument(html: string): DocumentFacts {
  const reader = new DocumentReader()
  const parser = new Parser(reader)
  parser.end(html)
  return reader.facts
}

/** The callbacks of a parser, which collect the facts of one document. */
class DocumentReader {
  readonly facts: DocumentFacts = {
    title: '',
    description: '',
    languages: [],
    headings: [],
    links: [],
    jsonLd: [],
    texts: [],
  }
  #mainDepth = 0
  #silentDepth = 0
  #run = ''
  /** What is being collected up to its closing tag: the title, a heading, structured data. */
  #title: string | undefined
  #json: string | undefined
  #heading: DocumentFacts['headings'][number] | undefined

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#separate(name)
    if (this.#mainDepth > 0 || name === 'main') this.#mainDepth++
    if (this.#silentDepth > 0 || silentTags.has(name)) this.#silentDepth++
    const { facts } = this
    const isShell = this.#mainDepth === 0
    if (name === 'html' && attributes.lang) facts.languages.unshift(attributes.lang)
    else if (name === 'meta') this.#readMeta(attributes)
    else if (name === 'link') this.#readLink(attributes)
    else if (name === 'title' && facts.title === '') this.#title = ''
    else if (name === 'script' && attributes.type === 'application/ld+json') this.#json = ''
    else if (/^h[1-6]$/.test(name))
      facts.headings.push((this.#heading = { level: Number(name[1]), text: '' }))
    else if (name === 'a' && attributes.href !== undefined)
      facts.links.push({ href: attributes.href, isShell })
  }

  ontext(text: string): void {
    if (this.#json !== undefined) this.#json += text
    else if (this.#title !== undefined) this.#title += text
    if (this.#silentDepth > 0) return
    if (this.#heading) this.#heading.text += text
    if (this.#title !== undefined) return
    this.#run += text
  }

  onclosetag(name: string): void {
    this.#separate(name)
    if (this.#mainDepth > 0) this.#mainDepth--
    if (this.#silentDepth > 0) this.#silentDepth--
    if (name === 'title' && this.#title !== undefined) {
      this.facts.title = collapseSpace(this.#title)
      this.#title = undefined
    } else if (name === 'script' && this.#json !== undefined) {
      this.#addJsonLd(this.#json)
      this.#json = undefined
    } else if (this.#heading && name === `h${this.#heading.level}`) {
      this.#heading.text = collapseSpace(this.#heading.text)
      this.#heading = undefined
    }
  }

  #readMeta({ name, content }: Record<string, string>): void {
    const { facts } = this
    if (name === 'description') facts.description = content ?? ''
    else if (name === 'robots') facts.robots = content ?? ''
  }

  #readLink({ rel, href, hreflang }: Record<string, string>): void {
    if (rel === 'canonical' && href) this.facts.canonical = href
    else if (rel === 'alternate' && hreflang && !this.facts.languages.includes(hreflang))
      this.facts.languages.push(hreflang)
  }

  #addJsonLd(json: string): void {
    const value = tryParseJson(json)
    if (value !== undefined) this.facts.jsonLd.push(value)
  }

  /** React separates values by comments, which do not end a word. */
  #separate(tag: string): void {
    if (wordTags.has(tag)) return
    if (this.#heading) this.#heading.text += gap
    if (this.#run === '') return
    this.#run += gap
    if (inlineTags.has(tag)) return
    const text = collapseSpace(this.#run)
    this.#run = ''
    if (text !== '' && this.#mainDepth > 0) this.facts.texts.push(text)
  }
}

/** The gap that a tag leaves between two words: a space, except before punctuation. */
const gap = '\0'

const collapseSpace = (text: string) =>
  text
    .replace(/\0+(?=[.,;:!?)\]…'"’”])/g, '')
    .replace(/[\s\0]+/g, ' ')
    .trim()

/** Counts the words of texts: what is between spaces and has a letter or a digit. */
export const countWords = (texts: string[]): number =>
  texts.reduce(
    (sum, text) => sum + text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    0,
  )

/** Lists the types of what structured data describes, each once: `Service`, `FAQPage`. */
export function listJsonLdTypes(jsonLd: unknown[]): string[] {
  const things = jsonLd.flat().flatMap((thing) => {
    const graph = (thing as { '@graph'?: unknown } | null)?.['@graph']
    return graph === undefined ? [thing] : [graph].flat()
  })
  const types = things.flatMap((thing) => (thing as { '@type'?: unknown } | null)?.['@type'] ?? [])
  return [...new Set(types.filter((type) => typeof type === 'string'))]
}

/** Adds spaces between elements that styles set apart. */
export const separateElements = (html: string): string => html.replace(boundary, '$& ')

const boundary = /<\/(?:a|b|em|small|span|strong)>(?=<(?:a|b|em|small|span|strong)\b)/g
