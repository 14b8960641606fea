/**
 * The groups of blocks in their usual order on a page, each with its heading in the catalogue and
 * in the studio. A block states its group in its schema.
 */
const blockGroups = {
  opening: 'Top of the page',
  text: 'Text and pictures',
  lists: 'Lists and cards',
  prices: 'Prices',
  trust: 'People and proof',
  contact: 'Contact and booking',
  places: 'Places',
  finding: 'Articles and search',
}

export type BlockGroup = keyof typeof blockGroups

export const blockGroupNames = Object.keys(blockGroups) as BlockGroup[]

export const isBlockGroup = (name: unknown): name is BlockGroup =>
  typeof name === 'string' && Object.hasOwn(blockGroups, name)

/**
 * Arranges blocks by their groups, in the order of the groups. Leaves out groups without blocks.
 * @returns the blocks of each group, in the order given, under its heading
 */
export function arrangeByGroup<T extends { group: BlockGroup }>(
  blocks: T[],
): { group: BlockGroup; heading: string; blocks: T[] }[] {
  return blockGroupNames
    .map((group) => ({
      group,
      heading: blockGroups[group],
      blocks: blocks.filter((block) => block.group === group),
    }))
    .filter((each) => each.blocks.length > 0)
}
