import type { Problem } from '../problems/problem.ts'

/** So many wrong cells are shown one by one. */
const maxShownCells = 10
/** So many further rows are named by their lines. */
const maxListedRows = 5

/**
 * Says once what is wrong on many pages of a set: what stands in the template is reported on its first row, with the number of
 * the others, and wrong cells are shown one by one up to a limit.
 */
export function collapseRowProblems(problems: Problem[]): Problem[] {
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
    // Only the first few of a group are looked at, so that a large one takes no longer.
    const index = group.slice(0, last + 1).indexOf(problem)
    return index < 0 ? [] : index < last ? [problem] : [addOtherRows(problem, group.slice(last))]
  })
}

/** The same thing in the same place of a template: of a text the words that are meant, of a cell the place that it fills. */
function getGroupKey({ code, file, line, column, setOrigin }: Problem): string | undefined {
  if (!setOrigin) return undefined
  const location = setOrigin.inRow ? setOrigin.template : { file, line, column }
  return `${code} ${location.file}:${location.line}:${location.column} ${setOrigin.inRow}`
}

function addOtherRows(problem: Problem, group: Problem[]): Problem {
  const made = problem.setOrigin!
  const lines = new Map(
    group.map((other) => [other.setOrigin!.route, other.setOrigin!.rows.at(-1)!.line]),
  )
  lines.delete(made.route)
  return lines.size === 0
    ? problem
    : {
        ...problem,
        setOrigin: {
          ...made,
          otherRowCount: lines.size,
          otherLines: [...new Set(lines.values())].slice(0, maxListedRows),
        },
      }
}
