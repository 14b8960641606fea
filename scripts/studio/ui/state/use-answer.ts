import { useEffect, useState } from 'react'
import type { NoticedChanges } from '../../describe/visitor-changes.ts'
import type { FileEdit } from '../../../edit/yaml-operations.ts'
import { tellServer } from './api.ts'
import { useStore, useStudio } from './use-studio.ts'

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

/** Typing goes on for a while. */
const idleMs = 600

/**
 * Compares the pages with what they would be after each of several edits, one after the other. None
 * of them is made.
 * @param trials the edits, by any name
 * @returns what visitors would notice, by the name of the edit; of those that are compared so far
 */
export function useTrials(trials: Record<string, FileEdit[]>): ReadonlyMap<string, NoticedChanges> {
  const version = useStudio((state) => state.draft.version)
  const [results, setResults] = useState<ReadonlyMap<string, NoticedChanges>>(new Map())
  useEffect(() => {
    let isCurrent = true
    setResults(new Map())
    const compare = async () => {
      for (const [name, operations] of Object.entries(trials)) {
        if (!isCurrent) return
        const body = { version, operations }
        const result = await tellServer('trials', body).catch(
          (error: Error): NoticedChanges => ({ reason: error.message }),
        )
        if (isCurrent) setResults((known) => new Map(known).set(name, result))
      }
    }
    const timer = setTimeout(() => void compare(), idleMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [version, JSON.stringify(trials)])
  return results
}
