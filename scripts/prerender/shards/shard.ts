/** One of `count` parts into which the pages of a site are cut, each built by itself; `index` from 1. */
export type Shard = { index: number; count: number }

export const describeShard = ({ index, count }: Shard) => `${index} of ${count}`
export const getShardFolder = ({ index, count }: Shard) => `part-${index}-of-${count}`

/**
 * The pages of a shard: a stretch of the site's, in their order, as long as any other's or one longer. Neighbors stand in the same
 * files, so each file is read whole by one shard, or by few.
 */
export function listShardRoutes(routes: Iterable<string>, { index, count }: Shard): Set<string> {
  const all = [...routes]
  const from = (part: number) => Math.floor((part * all.length) / count)
  return new Set(all.slice(from(index - 1), from(index)))
}
