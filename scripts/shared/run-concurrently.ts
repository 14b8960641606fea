/**
 * Runs a task for each item, up to `count` at a time.
 * @returns the results in the order of the items
 * @throws the first error, after all running tasks have ended
 */
export async function runConcurrently<Item, Result>(
  items: Iterable<Item>,
  count: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = [...items].entries()
  const results: Result[] = []
  const errors: unknown[] = []
  const work = async () => {
    for (const [index, item] of queue) {
      if (errors.length > 0) return
      try {
        results[index] = await task(item)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: count }, work))
  if (errors.length > 0) throw errors[0]
  return results
}
