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
  const kept = problems.filter((problem) => {
    const { made, code } = problem
    if (!made) return true
    const { file, line, column } = made.template
    const key = `${code} ${file}:${line}:${column} ${made.inRow}`
    const group = groups.get(key)
    if (group) group.push(problem)
    else groups.set(key, [problem])
    return !group || (made.inRow && group.length <= shownCells)
  })
  return kept.map((problem) => {
    const { made, code } = problem
    if (!made) return problem
    const { file, line, column } = made.template
    const group = groups.get(`${code} ${file}:${line}:${column} ${made.inRow}`)!
    const index = made.inRow ? Math.min(group.length, shownCells) - 1 : 0
    const routes = new Set(group.slice(index).map((other) => other.made!.route))
    if (problem !== group[index] || routes.size < 2) return problem
    const others = [...new Set(group.slice(index + 1).map((other) => other.made!.rows.at(-1)!.line))].slice(0, namedRows)
    return { ...problem, made: { ...made, more: routes.size - 1, others } }
  })
}
