import { join, relative, resolve } from 'node:path'
import type { Problem } from '../schema/problem.ts'

/** The same problems with their files named from the working directory, where terminals and annotations look for them. */
export function nameFromHere(problems: Problem[], site: string): Problem[] {
  const path = relative(process.cwd(), site)
  const prefix = path.startsWith('..') ? resolve(site) : path
  if (prefix === '') return problems
  const rename = <T extends { file: string }>(place: T): T => ({
    ...place,
    file: join(prefix, place.file),
  })
  return problems.map((problem) => {
    const { made } = problem
    return {
      ...rename(problem),
      ...(made && {
        made: { ...made, template: rename(made.template), rows: made.rows.map(rename) },
      }),
    }
  })
}
