/**
 * Wraps a task so that only one run is active. Calls during a run are combined into one run after
 * it. A failure is reported and does not stop the server.
 */
export function coalesceRuns(
  task: () => Promise<void>,
  onError: (error: Error) => void,
): () => void {
  let running = false
  let runAgain = false
  const run = async () => {
    runAgain = running
    if (running) return
    running = true
    await task().catch(onError)
    running = false
    if (runAgain) await run()
  }
  return () => void run()
}
