import pLimit from 'p-limit'

/**
 * Wraps a task so that only one run is active. Calls during a run are combined into one run after
 * it. A failure is reported and does not stop the server.
 */
export function coalesceRuns(
  task: () => Promise<void>,
  onError: (error: Error) => void,
): () => void {
  const limit = pLimit(1)
  return () => {
    if (limit.pendingCount === 0) void limit(() => task().catch(onError))
  }
}
