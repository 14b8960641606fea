import { join, relative, resolve } from 'node:path'
import type { Problem } from '../../schema/problems/types.ts'

/**
 * Makes the file paths of problems relative to the working directory, as terminals and annotations
 * expect, instead of the site's folder.
 */
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
