import { join, relative, resolve } from 'node:path'
import type { Problem } from '../../schema/problems/problem.ts'

/** The same problems with their files named from the working directory, where terminals and annotations look for them. */
export function relativizeProblemPaths(problems: Problem[], site: string): Problem[] {
  const path = relative(process.cwd(), site)
  const prefix = path.startsWith('..') ? resolve(site) : path
  if (prefix === '') return problems
  const rename = <T extends { file: string }>(place: T): T => ({
    ...place,
    file: join(prefix, place.file),
  })
  return problems.map((problem) => {
    const { setOrigin } = problem
    return {
      ...rename(problem),
      ...(setOrigin && {
        setOrigin: {
          ...setOrigin,
          template: rename(setOrigin.template),
          rows: setOrigin.rows.map(rename),
        },
      }),
    }
  })
}
