/** What the content of an old page becomes, and what it needs to know about the site. */
import type { Heading, List, Paragraph } from 'mdast'

/** A block as it will be written. */
export type Block = { type: string; [property: string]: unknown }

/** A part of the content. @property anchors of a heading: the ids in it and before it */
export type Piece = { node?: Paragraph | Heading | List; block?: Block; anchors?: string[] }

export type ContentRules = {
  /** Of the page. */
  route: string
  /** What the page is called, if it has no heading. */
  title: string
  /**
   * Cites contacts and figures of a plain text.
   * @param about what a figure is about, if the text does not say it
   */
  text(written: string, about?: string): string
  /** The same without figures. */
  plainText(written: string): string
  /** Cites the figures of Markdown. */
  cite(markdown: string): string
  /** @returns the new target; undefined if only the text of the link stays */
  link(href: string): string | undefined
  /** @returns the path in public/ of the first file that is there; undefined if none is */
  picture(files: string[], alt: string): string | undefined
  /** Makes a table of prices. @returns its name; undefined if its cells have no names */
  table(rows: string[][]): string | undefined
  note(what: 'changed' | 'element' | 'picture', detail: string): void
}
