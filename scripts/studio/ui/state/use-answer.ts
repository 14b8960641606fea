import { useEffect, useState } from 'react'
import { useStore } from './use-studio.ts'

/**
 * Fetches something, and again when one of the dependencies has changed. Says why it was refused.
 * @param delayMs how long to wait for more changes
 * @returns the last answer; undefined until there is one
 */
export function useAnswer<T>(
  fetch: () => Promise<T>,
  dependencies: unknown[],
  delayMs = 0,
): T | undefined {
  const store = useStore()
  const [answer, setAnswer] = useState<T>()
  useEffect(() => {
    // Answers may arrive out of order.
    let isCurrent = true
    const ask = () =>
      fetch().then(
        (found) => isCurrent && setAnswer(found),
        (error: Error) => isCurrent && store.notify(error.message, 'error'),
      )
    const timer = setTimeout(ask, delayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [store, ...dependencies])
  return answer
}
