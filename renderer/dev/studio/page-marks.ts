/** Where the document of a page shows which values, for the studio. */
export type PageMarks = {
  blocks: {
    /** The file and JSON pointer of the block, as in `data-studio-path`. */
    address: string
    /** How many elements the block has in `main`. */
    elements: number
    fields: FieldMark[]
  }[]
}

/**
 * An element that shows a value.
 * @property at the path to the element: its index among the block's elements, then among the
 * children of each element
 * @property tag the expected tag, since a live block may have replaced the element
 */
export type FieldMark = { at: number[]; tag: string; address: string }
