import pLimit from 'p-limit'

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
  const limit = pLimit({ concurrency: count, rejectOnClear: true })
  const runs = Array.from(items, (item) => limit(task, item))
  try {
    return await Promise.all(runs)
  } catch (error) {
    limit.clearQueue()
    await Promise.allSettled(runs)
    throw error
  }
}
