/** What a page is called in its texts, and what its copy is called there. */
export type CopiedName = { text: string; by: string }

/**
 * `POST pages { version, … }`: a step of its own.
 *
 * - *new* adds a page that is a placeholder until it is written.
 * - *duplicate* can replace a name in the texts of the copy. A comment lists where the name remains.
 * - *rename* changes the links to the page, and its old address becomes an alias.
 * - *delete* removes a page. With `redirectTo`, its address becomes an alias of that page, and links
 *   lead there; without, nothing may link to it, and its address is given up.
 */
export type PageAction =
  | ({ action: 'new'; route: string; kind: string } & PageNames)
  | ({
      action: 'duplicate'
      from: string
      to: string
      kind?: string
      replaced?: CopiedName
    } & PageNames)
  | { action: 'rename'; from: string; to: string }
  | { action: 'delete'; route: string; redirectTo?: string }

/** @property menu the index of a menu of the header that gets a link to the page */
type PageNames = { title?: string; label?: string; menu?: number }
