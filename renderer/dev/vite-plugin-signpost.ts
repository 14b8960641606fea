import { relative, resolve, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Plugin, ViteDevServer } from 'vite'
import { coalesceRuns } from './coalesce-runs.ts'
import type { DevSite } from './dev-site.ts'
import { getDevState, getProblemReport } from './dev-state.ts'
import { serveSite } from './serve-site.ts'
import { waitUntilWritten } from './wait-until-written.ts'

type SignpostPluginOptions = {
  site: DevSite
  /** The folders that contain block folders. */
  blockFolders: string[]
  /**
   * Rewrites the generated files after a block folder has changed.
   * @throws Error that names what is missing from the folder
   */
  generate: () => Promise<unknown>
  /** Prints errors. Vike captures the output of Vite's logger. */
  terminal: { error(text: string): void }
}

/** Vite plugin that serves the site's data in development and notifies the browser of changes. */
export function signpost({
  site,
  blockFolders,
  generate,
  terminal,
}: SignpostPluginOptions): Plugin {
  return {
    name: 'signpost',
    apply: 'serve',
    hotUpdate: {
      order: 'pre',
      // Vite's watcher drops further events within 50 ms, so a browser that got an empty file now
      // would not get the complete one.
      handler: async ({ type, file }) => {
        if (type === 'update') await waitUntilWritten(file)
      },
    },
    async configureServer(server) {
      const { hot } = server.environments.client!
      const state = getDevState()
      const reportProblems = () => {
        const report = getProblemReport()
        if (report === '') return
        terminal.error(`\n${report}`)
        hot.send('signpost:problems', { report })
      }
      const reportError = (error: Error) => terminal.error(error.message)
      serveSite(server, site)
      await site.start({
        onUpdate(snapshot) {
          state.snapshot = snapshot
          // Problems are reported again after each update, so that fixed ones disappear.
          state.reports.site = ''
          hot.send('signpost:update', {})
          reportProblems()
        },
        onProblems(report) {
          if (report === (state.reports.site ?? '')) return
          state.reports.site = report
          reportProblems()
        },
        onWarnings: (text) => terminal.error(`\n${text}`),
        onFixed: (text) => terminal.error(`\n${text}`),
        onChecked: () => hot.send('signpost:checked', {}),
        onError: reportError,
      })
      const onBlocksChange = coalesceRuns(async () => {
        // A new block is several files, and is incomplete until the last one is there.
        await setTimeout(blockDelayMs)
        state.reports.blocks = await generate().then(
          () => undefined,
          (error: Error) => error.message,
        )
        if (state.reports.blocks === undefined) site.restart()
        else reportProblems()
      }, reportError)
      for (const folder of blockFolders) watchBlockFolder(server, folder, onBlocksChange)
    },
  }
}

const blockDelayMs = 200

/** Calls `onChange` when a block in the folder is added or removed, or its schema changes. */
function watchBlockFolder({ watcher }: ViteDevServer, folder: string, onChange: () => void): void {
  watcher.on('all', async (event, path) => {
    const segments = relative(folder, resolve(path)).split(sep)
    if (segments[0] === '..' || segments.some((segment) => segment.includes('.gen.'))) return
    if (event === 'change' && segments.at(-1) !== 'schema.json') return
    await waitUntilWritten(resolve(path))
    onChange()
  })
}
