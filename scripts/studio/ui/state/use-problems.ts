import { useCallback } from 'react'
import { formatAddress, type ValuePlace, isWithinPath } from '../../../edit/source-address.ts'
import type { ListedProblem } from '../../../edit/describe/problem-list.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import type { NodeDetails } from '../../describe/describe-node.ts'
import { findInOverride, type OpenSet } from '../form/set-edits.ts'
import { toKey } from '../form/paths.ts'
import { isPageOpen, type StudioState } from './studio-state.ts'
import { useStudio } from './use-studio.ts'

type PlacedProblem = { problem: ListedProblem; path: Path }

const none: PlacedProblem[] = []
const indexes = new WeakMap<object, Map<string, PlacedProblem[]>>()

/** Lists the problems of a value that is open, with their paths within it. */
function placeProblems(
  { problems, open }: StudioState,
  { address }: Pick<NodeDetails, 'address'>,
  set: OpenSet | undefined,
): PlacedProblem[] {
  const known = indexes.get(problems) ?? new Map<string, PlacedProblem[]>()
  indexes.set(problems, known)
  const key = `${address.file}#${address.path.join('/')}#${set ? open?.route : ''}`
  const placed =
    known.get(key) ??
    problems.problems.flatMap((problem) => {
      if (!problem.address) return []
      const { file, path } = problem.address
      const isOwn = file === address.file && isWithinPath(path, address.path)
      const below = isOwn
        ? path.slice(address.path.length)
        : set && findInOverride(set, problem.address)
      return below ? [{ problem, path: below }] : []
    })
  known.set(key, placed)
  return placed
}

/** The problems of what the form is about. */
const listPlaced = (state: StudioState): PlacedProblem[] => {
  const { open } = state
  return open ? placeProblems(state, open.entry, isPageOpen(open) ? open.set : undefined) : none
}

/** Counts the problems of a value of the open page, and of everything in it. */
export function usePageProblems() {
  const placed = useStudio((state) =>
    state.open ? placeProblems(state, state.open.page, state.open.set) : none,
  )
  return useCallback((path: Path) => countProblems(placed, path), [placed])
}

/** The problems of exactly one value. */
export const useProblemsAt = (path: Path): ListedProblem[] =>
  useStudio(listPlaced).flatMap(({ problem, path: at }) =>
    toKey(at) === toKey(path) ? [problem] : [],
  )

/** The problems of a value in another file, such as a cell of a row. */
export const useProblemsOf = (address: ValuePlace | undefined): ListedProblem[] =>
  useStudio((state) => state.problems).problems.filter(
    (each) => address && each.address && formatAddress(each.address) === formatAddress(address),
  )

/** The problems of properties in a value that do not exist. */
export const useUnknownProperties = (path: Path): PlacedProblem[] =>
  useStudio(listPlaced).filter(
    ({ problem, path: at }) =>
      problem.code === 'UNKNOWN_PROPERTY' && toKey(at.slice(0, -1)) === toKey(path),
  )

/** The problems of a kind within a value. */
export const useProblemsWithin = (path: Path, code: ListedProblem['code']): PlacedProblem[] =>
  useStudio(listPlaced).filter(
    ({ problem, path: at }) => problem.code === code && isWithinPath(at, path),
  )

/** Counts the problems of a value and of everything in it. */
export const useProblemCount = (path: Path) => countProblems(useStudio(listPlaced), path)

function countProblems(placed: PlacedProblem[], path: Path) {
  const within = placed.filter((each) => isWithinPath(each.path, path))
  const errors = within.filter(({ problem }) => problem.severity === 'error').length
  const warnings = within.filter(({ problem }) => problem.severity === 'warning').length
  return { errors, warnings }
}
