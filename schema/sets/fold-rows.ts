import type { Problem } from '../problem.ts'

/** So many wrong cells are shown one by one. */
const shownCells = 10
/** So many further rows are named by their lines. */
const namedRows = 5

/**
 * Says once what is wrong on many pages of a set: what stands in the template is reported on its first row, with the number of
 * the others, and wrong cells are shown one by one up to a limit.
 */
export function foldRows(problems: Problem[]): Problem[] {
  const groups = new Map<string, Problem[]>()
  for (const problem of problems) {
    const key = keyOf(problem)
    const group = key === undefined ? undefined : groups.get(key)
    if (group) group.push(problem)
    else if (key !== undefined) groups.set(key, [problem])
  }
  return problems.flatMap((problem) => {
    const key = keyOf(problem)
    if (key === undefined) return [problem]
    const group = groups.get(key)!
    const last = problem.made!.inRow ? Math.min(group.length, shownCells) - 1 : 0
    // Only the first few of a group are looked at, so that a large one takes no longer.
    const index = group.slice(0, last + 1).indexOf(problem)
    return index < 0 ? [] : index < last ? [problem] : [addOthers(problem, group.slice(last))]
  })
}

/** The same thing in the same place of a template: of a text the words that are meant, of a cell the place that it fills. */
function keyOf({ code, file, line, column, made }: Problem): string | undefined {
  if (!made) return undefined
  const place = made.inRow ? made.template : { file, line, column }
  return `${code} ${place.file}:${place.line}:${place.column} ${made.inRow}`
}

function addOthers(problem: Problem, group: Problem[]): Problem {
  const made = problem.made!
  const lines = new Map(group.map((other) => [other.made!.route, other.made!.rows.at(-1)!.line]))
  lines.delete(made.route)
  return lines.size === 0
    ? problem
    : {
        ...problem,
        made: {
          ...made,
          more: lines.size,
          others: [...new Set(lines.values())].slice(0, namedRows),
        },
      }
}
