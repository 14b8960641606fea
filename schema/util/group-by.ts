export type Groups<Key, Item> = Map<Key, [Item, ...Item[]]>

/** Groups items by a key, in the order in which the keys first occur. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Groups<Key, Item> {
  const groups: Groups<Key, Item> = new Map()
  for (const item of items) addToGroup(groups, keyOf(item), item)
  return groups
}

export function addToGroup<Key, Item>(groups: Groups<Key, Item>, key: Key, item: Item): void {
  const group = groups.get(key)
  if (group) group.push(item)
  else groups.set(key, [item])
}

/** Counts how often each item is there. */
export const countItems = <Item>(items: Iterable<Item>): Map<Item, number> =>
  new Map([...groupBy(items, (item) => item)].map(([item, { length }]) => [item, length]))

/** Lists the different items, the most frequent first. */
export const rankByCount = <Item>(items: Iterable<Item>): { item: Item; count: number }[] =>
  [...countItems(items)]
    .map(([item, count]) => ({ item, count }))
    .sort((one, other) => other.count - one.count)
