/** A change as a person would say it: `text: before → after`, and the pages that have it. */
export type Line = {
  text: string
  before?: string
  after?: string
  pages?: string[]
  everywhere?: boolean
}

export type Section = { heading: string; lines: Line[] }
