import { shortHash } from '../../schema/util/short-hash.ts'
import { readDocument, type DocumentFacts } from '../prerender/documents/read-document.ts'

export type Heading = { level: number; text: string }

/** A part of a page: its `main` element, or everything around it. */
export type PagePart = {
  /** Texts in reading order, without headings and links. */
  texts: string[]
  /** In reading order. */
  headings: Heading[]
  links: { href: string; text: string }[]
  pictures: { src: string; alt: string }[]
}

/** What visitors and search engines get from a document. */
export type PageContents = Pick<DocumentFacts, 'title' | 'description' | 'jsonLd' | 'redirect'> & {
  /** Empty if there is none. */
  robots: string
  canonical: string
  main: PagePart
  shell: PagePart
  /** The types of the blocks, with their layouts, in reading order. */
  blockTypes: string[]
  /** Hashes of the CSS of each `style` element. */
  styles: string[]
}

/** Reads the contents of a document. */
export function readPageContents(html: string): PageContents {
  const document = readDocument(html)
  const { title, description, robots = '', canonical = '', redirect, styles } = document
  return {
    title,
    description,
    robots,
    canonical,
    jsonLd: document.jsonLd.flat(),
    ...(redirect !== undefined && { redirect }),
    main: pickPart(document, false),
    shell: pickPart(document, true),
    blockTypes: html.match(/(?<= class="block )[\w-]+(?: layout-[\w-]+)?/g) ?? [],
    styles: styles.map(shortHash),
  }
}

function pickPart(document: DocumentFacts, isShell: boolean): PagePart {
  const isHere = (item: { isShell: boolean }) => item.isShell === isShell
  return {
    texts: document.plainTexts
      .filter(isHere)
      .map(({ text }) => text)
      // The page's own address is visible only in print, and is compared separately.
      .filter((text) => text !== document.canonical),
    headings: document.headings.filter(isHere).map(({ level, text }) => ({ level, text })),
    links: document.links
      .filter(isHere)
      // The texts in a card are compared separately.
      .map(({ href, text, hasBlocks }) => ({ href, text: hasBlocks ? '' : text })),
    pictures: document.images.filter(isHere).map(({ src, alt }) => ({ src, alt })),
  }
}
