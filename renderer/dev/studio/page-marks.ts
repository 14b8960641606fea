/** Where the values of a page are in its document, for the studio. */
export type PageMarks = {
  blocks: {
    /** A file and a JSON pointer, as in `data-studio-path`. */
    address: string
    /** The number of its elements in `main`. */
    elements: number
    fields: FieldMark[]
  }[]
}

/**
 * An element that shows a value.
 * @property at its index among the block's elements, then among the children of each element
 * @property tag to recognize it, since a live block may show something else
 */
export type FieldMark = { at: number[]; tag: string; address: string }
