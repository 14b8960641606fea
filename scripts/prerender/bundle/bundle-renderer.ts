import type { Plugin } from 'vite'
import { runVite } from './run-vite.ts'
import { SiteBlocks } from './site-blocks.ts'
import { createVitePlugins } from './site-blocks-plugins.ts'

/** The path of the bundled renderer in the folder of a bundle. */
export const rendererFile = 'renderer.cjs'

/**
 * Bundles the renderer with its packages into one CommonJS file, which `loadRenderer` loads.
 * @param dir the folder of the bundle
 * @throws UserError for a mistake in the sources
 */
export async function bundleRenderer(
  root: string,
  dir: string,
  blocks = new SiteBlocks(root),
): Promise<void> {
  await runVite({
    root,
    plugins: [createVitePlugins(root, blocks), withoutStreams],
    ssr: { noExternal: true },
    build: {
      ssr: 'renderer/server.ts',
      outDir: dir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: rendererFile, codeSplitting: false },
      },
    },
  })
}

/** Removes React's stream renderer, which is unused and would slow down each start of a thread. */
const withoutStreams: Plugin = {
  name: 'without-streams',
  load: {
    filter: { id: /\/react-dom-server\.node\.production\.js$/ },
    handler: () => '',
  },
}
