import type { Problem } from '../problems/types.ts'

/** Further wrong cells are only counted. */
const maxShownCells = 10
/** Further rows are counted without their line numbers. */
const maxListedRows = 5

/**
 * Merges repeated problems of a set's pages. A problem in the template is reported for its first
 * row, with the number of other rows. Problems in cells are listed one by one, up to a limit.
 */
export function collapseRowProblems(all: Problem[]): Problem[] {
  const problems = dropRepeatedCells(all)
  const groups = new Map<string, Problem[]>()
  for (const problem of problems) {
    const key = getGroupKey(problem)
    const group = key === undefined ? undefined : groups.get(key)
    if (group) group.push(problem)
    else if (key !== undefined) groups.set(key, [problem])
  }
  return problems.flatMap((problem) => {
    const key = getGroupKey(problem)
    if (key === undefined) return [problem]
    const group = groups.get(key)!
    const last = problem.setOrigin!.inRow ? Math.min(group.length, maxShownCells) - 1 : 0
    // Search only the first few, so that large groups do not take quadratic time.
    const index = group.slice(0, last + 1).indexOf(problem)
    return index < 0 ? [] : index < last ? [problem] : [addOtherRows(problem, group.slice(last))]
  })
}

/** A cell that several pages or sets use is reported for the first of them. */
function dropRepeatedCells(problems: Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter(({ code, file, line, column, found, setOrigin }) => {
    const key = `${code} ${file}:${line}:${column} ${found}`
    if (setOrigin?.inRow && seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Groups problems by code and by position in the template: of the text itself, or of the cell. */
function getGroupKey({ code, file, line, column, setOrigin }: Problem): string | undefined {
  if (!setOrigin) return undefined
  const location = setOrigin.inRow ? setOrigin.template : { file, line, column }
  return `${code} ${location.file}:${location.line}:${location.column} ${setOrigin.inRow}`
}

function addOtherRows(problem: Problem, group: Problem[]): Problem {
  const origin = problem.setOrigin!
  const lines = new Map(
    group.map((other) => [other.setOrigin!.route, other.setOrigin!.rows.at(-1)!.line]),
  )
  lines.delete(origin.route)
  return lines.size === 0
    ? problem
    : {
        ...problem,
        setOrigin: {
          ...origin,
          otherRowCount: lines.size,
          otherLines: [...new Set(lines.values())].slice(0, maxListedRows),
        },
      }
}
