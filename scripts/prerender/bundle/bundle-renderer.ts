import { join } from 'node:path'
import type * as esbuild from 'esbuild'
import { runEsbuild } from './run-esbuild.ts'
import { SiteBlocks } from './site-blocks.ts'
import { createEsbuildPlugin } from './site-blocks-plugins.ts'

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
  await runEsbuild({
    absWorkingDir: root,
    entryPoints: [join(root, 'renderer/server.ts')],
    outfile: join(dir, rendererFile),
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    loader: { '.css': 'empty' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [directJsx, createEsbuildPlugin(root, blocks), withoutStreams],
  })
}

/** Removes React's stream renderer, which is unused and would slow down each start of a thread. */
const withoutStreams: esbuild.Plugin = {
  name: 'without-streams',
  setup({ onResolve, onLoad }) {
    const namespace = 'streams'
    onResolve({ filter: /\/react-dom-server\.node\.production\.js$/ }, ({ path }) => ({
      path,
      namespace,
    }))
    onLoad({ filter: /^/, namespace }, () => ({ contents: '' }))
  },
}

/**
 * Lets components call React's functions for JSX directly. esbuild turns what is imported from a
 * CommonJS package into getters, and a page has hundreds of elements.
 */
const directJsx: esbuild.Plugin = {
  name: 'direct-jsx',
  setup({ onResolve, onLoad, initialOptions: { absWorkingDir: resolveDir } }) {
    const path = 'react/jsx-runtime'
    const namespace = 'direct-jsx'
    onResolve({ filter: /^react\/jsx-runtime$/ }, ({ namespace: importing }) =>
      importing === namespace ? undefined : { path, namespace },
    )
    onLoad({ filter: /^/, namespace }, () => ({
      contents: `const { Fragment, jsx, jsxs } = require('${path}')\nexport { Fragment, jsx, jsxs }`,
      resolveDir,
    }))
  },
}
