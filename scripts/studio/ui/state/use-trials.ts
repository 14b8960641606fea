import { useEffect, useState } from 'react'
import type { NoticedChanges } from '../../describe/visitor-changes.ts'
import type { FileOperation } from '../../../edit/yaml-operations.ts'
import { tellServer } from './api.ts'
import { useStudio } from './use-studio.ts'

/** Typing goes on for a while. */
const idleMs = 600

/**
 * Compares the pages with what they would be after each of several edits, one after the other. None
 * of them is made.
 * @param trials the edits, by any name
 * @returns what visitors would notice, by the name of the edit; of those that are compared so far
 */
export function useTrials(
  trials: Record<string, FileOperation[]>,
): ReadonlyMap<string, NoticedChanges> {
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
