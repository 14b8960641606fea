import type { Plugin } from 'vite'
import { coalesceRuns } from './coalesce-runs.ts'
import { waitUntilWritten } from '../shared/read-when-saved.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { checkBlockTypes } from '../check/check-block-types.ts'
import { relativizeProblemPaths } from '../shared/problem-paths.ts'
import type { Terminal } from './terminal.ts'

/**
 * Vite plugin that prints the type errors of a site's own blocks, at first and after each change.
 * Vite itself removes types without a look at them.
 * @param site the folder of the site
 * @param isOwnBlock whether a file belongs to the blocks of the site
 */
export function reportBlockTypes(
  site: string,
  isOwnBlock: (file: string) => boolean,
  terminal: Pick<Terminal, 'error'>,
): Plugin {
  let shown = ''
  const report = coalesceRuns(
    async () => {
      const problems = await checkBlockTypes(site)
      const errors = problems.filter(({ code }) => code === 'BLOCK_TYPE_ERROR')
      const text = formatProblems(relativizeProblemPaths(errors, site))
      if (text === shown) return
      shown = text
      terminal.error(`\n${text || 'All type errors of the blocks are fixed.'}`)
    },
    ({ message }) => terminal.error(message),
  )
  return {
    name: 'signpost-block-types',
    apply: 'serve',
    configureServer({ watcher }) {
      report()
      watcher.on('all', async (_, file) => {
        if (!isOwnBlock(file) || !/(?<!\.gen)\.tsx?$|\/schema\.json$/.test(file)) return
        await waitUntilWritten(file)
        report()
      })
    },
  }
}
