import { useEffect, useState } from 'react'
import { useStore } from './use-studio.ts'

/**
 * Fetches something, and again when one of the dependencies has changed. Says why it was refused.
 * @returns the last answer; undefined until there is one
 */
export function useAnswer<T>(fetch: () => Promise<T>, dependencies: unknown[]): T | undefined {
  const store = useStore()
  const [answer, setAnswer] = useState<T>()
  useEffect(() => {
    // Answers may arrive out of order.
    let isCurrent = true
    fetch().then(
      (found) => isCurrent && setAnswer(found),
      (error: Error) => isCurrent && store.notify(error.message, 'error'),
    )
    return () => {
      isCurrent = false
    }
  }, [store, ...dependencies])
  return answer
}
