/** What an import reads, whatever it comes from. */

/** One document of the old site. */
export type OldPage = {
  /** Such as `/Prices.html` or `/?p=12`, decoded; see `toOldAddress`. */
  address: string
  /** Where relative links begin, if it is another address, such as /posts/ of /posts/index.html, or a URL. */
  base?: string
  /** The other addresses that showed the same. */
  otherAddresses?: string[]
  /** The whole document, or from WordPress only its content. */
  html: string
  /** How a server sent it. */
  sent?: { bytes: Uint8Array; charset?: string | undefined }
  /** What the source says beside the document. */
  title?: string
  heading?: string
  description?: string
  isNoindex?: true
  canonical?: string
  article?: OldArticle
}

export type OldArticle = { published: string; updated?: string; category?: string; author?: string }

export type OldMenuLink = { label: string; href?: string; items?: OldMenuLink[] }

/**
 * What an address answered that had neither a document nor a file: it led to another one (or to another
 * site), or listed articles, or had what every build writes, such as 404.html. `lost` is what nothing
 * replaces, `missing` what the source promises and does not have, and of `unreached`, nobody knows
 * what it showed: there was no answer, or no time.
 */
export type OldAnswer =
  | { kind: 'redirect'; to: string }
  | { kind: 'list' | 'replaced' }
  | { kind: 'lost' | 'missing' | 'unreached'; reason: string }

export type OldSite = {
  /** Such as https://www.example.com, if the source says it. */
  origin?: string
  name?: string
  tagline?: string
  language?: string
  pages: OldPage[]
  /** The other files by their addresses. */
  files: Map<string, () => Promise<Uint8Array>>
  /** What was at all other addresses. */
  others: Map<string, OldAnswer>
  /** The address of the list of all articles, if the source says it. */
  blog?: string
  menu?: OldMenuLink[]
  /** Menus that belong into the footer. */
  footerMenus?: OldMenuLink[]
  /** For the report. */
  notes: ImportNote[]
  note: AddNote
}

/** Something for the report. `what` is a heading of the report. */
export type ImportNote = { what: NoteKind; address: string; detail: string }
export type AddNote = (what: NoteKind, address: string, detail: string) => void

export type NoteKind = keyof typeof noteHeadings

/** The headings of the report, in its order. */
export const noteHeadings = {
  setting: 'Settings to complete',
  derived: 'Settings that follow from the old site',
  unread: 'Not read',
  withheld: 'Not copied: files that must not be published',
  unpublished: 'Drafts and private pages, not taken',
  element: 'Not taken: forms, frames, scripts and the like',
  picture: 'Pictures without a description, or missing',
  link: 'Links',
  changed: 'Taken in another form',
} as const

export function createOldSite(): OldSite {
  const notes: ImportNote[] = []
  const note: AddNote = (what, address, detail) => void notes.push({ what, address, detail })
  return { pages: [], files: new Map(), others: new Map(), notes, note }
}

/** @returns where the redirects from an address end; undefined if they go in a circle */
export function followRedirects(address: string, { others }: OldSite): string | undefined {
  const passed = new Set<string>()
  let end = address
  for (let next = others.get(end); next?.kind === 'redirect'; next = others.get(end)) {
    if (passed.has(next.to)) return undefined
    passed.add(next.to)
    end = next.to
  }
  return end
}
