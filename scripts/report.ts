import { join, relative, resolve } from 'node:path'
import type { Problem } from '../schema/problem.ts'

/** The same problems with their files named from the working directory, where terminals and annotations look for them. */
export function nameFromHere(problems: Problem[], site: string): Problem[] {
  const path = relative(process.cwd(), site)
  const prefix = path.startsWith('..') ? resolve(site) : path
  return prefix === '' ? problems : problems.map((problem) => ({ ...problem, file: join(prefix, problem.file) }))
}
