import type { Problem } from './types.ts'
import { groupBy } from '../util/group-by.ts'

/** Cells that are listed one by one. Further cells are only counted. */
const maxShownCells = 10
/** Rows whose line numbers are listed. Further rows are only counted. */
const maxListedRows = 5

/**
 * Merges repeated problems of a set's pages. A problem in the template is reported for its first
 * row, with the number of other rows. Problems in cells are listed one by one, up to a limit.
 */
export function collapseRowProblems(all: Problem[]): Problem[] {
  if (!all.some(({ setOrigin }) => setOrigin)) return all
  const problems = dropRepeatedCells(all)
  const groups = groupBy(problems, getGroupKey)
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

/** Drops repeated problems of a cell that several pages or sets use. Keeps the first. */
function dropRepeatedCells(problems: Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter(({ code, file, line, column, found, setOrigin }) => {
    // Cells that a row lacks have one position.
    const key = `${code} ${file}:${line}:${column} ${found} ${setOrigin?.cell?.at(-1)}`
    if (setOrigin?.inRow && seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * Returns a key of the code and the position in the template: of the text itself, or of the column
 * for a problem in a cell.
 */
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
