import { join, relative } from 'node:path'
import type { Problem } from '../schema/problem.ts'

/** The same problems with their files named from the working directory, where terminals and annotations look for them. */
export function nameFromHere(problems: Problem[], site: string): Problem[] {
  const prefix = relative(process.cwd(), site)
  return prefix === '' ? problems : problems.map((problem) => ({ ...problem, file: join(prefix, problem.file) }))
}
