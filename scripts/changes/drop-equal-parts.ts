/**
 * Removes from two documents what both have around `<main>`, the blocks that are the same in both,
 * and their CSS if it is the same: parsing it twice would take most of the time of a comparison.
 */
export function dropEqualParts(before: string, after: string): [string, string] {
  const [styles, others] = [findStyles(before), findStyles(after)]
  const documents: [string, string] =
    styles !== undefined && styles === others
      ? [before.replace(styles, ''), after.replace(styles, '')]
      : [before, after]
  return dropEqualBlocks(
    ...dropEqualRange(...dropEqualRange(...documents, '<body', '<main'), '</main>', '</body>'),
  )
}

/** Blocks are siblings. If one was added or removed, none is dropped. */
function dropEqualBlocks(before: string, after: string): [string, string] {
  const [blocks, others] = [before.split(blockStart), after.split(blockStart)]
  if (blocks.length !== others.length) return [before, after]
  // The first part is the head, and the last one ends the document.
  const isKept = (_: string, index: number) =>
    index === 0 || index === blocks.length - 1 || blocks[index] !== others[index]
  return [blocks.filter(isKept).join(''), others.filter(isKept).join('')]
}

const blockStart = /(?=<section class="block )/

/** @returns the element with the CSS; undefined if the document has none, or several. */
function findStyles(html: string): string | undefined {
  const [start, end] = [html.indexOf('<style'), html.indexOf('</style>')]
  return start < 0 || end < 0 || html.indexOf('<style', end) >= 0
    ? undefined
    : html.slice(start, end + '</style>'.length)
}

/** Removes what is between two marks, if it is the same in both. */
function dropEqualRange(before: string, after: string, from: string, to: string): [string, string] {
  const [range, other] = [findRange(before, from, to), findRange(after, from, to)]
  if (!range || !other) return [before, after]
  const [text, otherText] = [before.slice(...range), after.slice(...other)]
  if (text !== otherText) return [before, after]
  return [
    before.slice(0, range[0]) + before.slice(range[1]),
    after.slice(0, other[0]) + after.slice(other[1]),
  ]
}

function findRange(html: string, from: string, to: string): [number, number] | undefined {
  const mark = html.indexOf(from)
  const start = html.indexOf('>', mark) + 1
  const end = html.indexOf(to, start)
  return mark < 0 || end < 0 ? undefined : [start, end]
}
