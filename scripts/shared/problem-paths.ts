import { isOutsideFolder } from '../../schema/util/site-paths.ts'
import { join, relative, resolve } from 'node:path'
import { localizeCommands } from '../launch/commands.mjs'
import { toSiteArgs } from './usage.ts'
import type { Problem } from '../../schema/problems/problem.ts'

/**
 * Makes paths in the site's folder relative to the working directory, as terminals and annotations
 * expect.
 */
export function createPathFormatter(site: string): (file: string) => string {
  const [folder, path] = [process.cwd(), resolve(site)]
  const prefix = isOutsideFolder(folder, path) ? path : relative(folder, path)
  return (file) => (prefix === '' ? file : join(prefix, file))
}

/**
 * Makes the file paths of problems relative to the working directory, and the commands in their
 * fixes those for the site.
 */
export function relativizeProblemPaths(problems: Problem[], site: string): Problem[] {
  const formatPath = createPathFormatter(site)
  const rename = <T extends { file: string }>(place: T): T => ({
    ...place,
    file: formatPath(place.file),
  })
  return problems.map((problem) => {
    const { setOrigin } = problem
    return {
      ...rename(problem),
      fix: localizeCommands(problem.fix, toSiteArgs(site)),
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
