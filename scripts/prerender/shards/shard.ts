/** One of `count` shards of a site's pages, which are built independently. `index` starts at 1. */
export type Shard = { index: number; count: number }

export const describeShard = ({ index, count }: Shard) => `${index} of ${count}`
export const getShardFolder = ({ index, count }: Shard) => `shard-${index}-of-${count}`

/**
 * Selects the pages of a shard: a contiguous slice of the site's pages in their order. Slices
 * differ in length by at most one page.
 */
export function selectShardRoutes(routes: Iterable<string>, { index, count }: Shard): Set<string> {
  const all = [...routes]
  const startOf = (shard: number) => Math.floor((shard * all.length) / count)
  return new Set(all.slice(startOf(index - 1), startOf(index)))
}
