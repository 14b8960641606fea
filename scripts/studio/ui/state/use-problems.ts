import { useMemo } from 'react'
import type { StudioProblem } from '../../protocol.ts'
import type { ValuePath } from '../form/describe-shape.ts'
import { isWithin, toKey } from '../form/values.ts'
import type { StudioState } from './studio-state.ts'
import { useStudio } from './use-studio.ts'

type PlacedProblem = { problem: StudioProblem; path: ValuePath }

const none: PlacedProblem[] = []
const indexes = new WeakMap<object, Map<string, PlacedProblem[]>>()

/** Lists the problems of the open page with their paths within its entry. */
const listPlaced = ({ problems, open }: StudioState): PlacedProblem[] => {
  if (!open) return none
  const { address } = open.entry
  const known = indexes.get(problems) ?? new Map<string, PlacedProblem[]>()
  indexes.set(problems, known)
  const key = `${address.file}#${address.path.join('/')}`
  const placed =
    known.get(key) ??
    problems.problems.flatMap((problem) =>
      problem.address?.file === address.file && isWithin(problem.address.path, address.path)
        ? [{ problem, path: problem.address.path.slice(address.path.length) }]
        : [],
    )
  known.set(key, placed)
  return placed
}

/** The problems of exactly one value. */
export function useProblemsAt(path: ValuePath): StudioProblem[] {
  const placed = useStudio(listPlaced)
  const key = toKey(path)
  return useMemo(
    () => placed.filter((each) => toKey(each.path) === key).map(({ problem }) => problem),
    [placed, key],
  )
}

/** The problems of properties in a value that there are not. */
export function useUnknownProperties(path: ValuePath): PlacedProblem[] {
  const placed = useStudio(listPlaced)
  const key = toKey(path)
  return useMemo(
    () =>
      placed.filter(
        (each) => each.problem.code === 'UNKNOWN_PROPERTY' && toKey(each.path.slice(0, -1)) === key,
      ),
    [placed, key],
  )
}

/** Counts the problems of a value and of everything in it. */
export function useProblemCount(path: ValuePath): { errors: number; warnings: number } {
  const placed = useStudio(listPlaced)
  const within = placed.filter((each) => isWithin(each.path, path))
  const errors = within.filter(({ problem }) => problem.severity === 'error').length
  const warnings = within.filter(({ problem }) => problem.severity === 'warning').length
  return { errors, warnings }
}
