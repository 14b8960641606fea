import { createRequire } from 'node:module'
import type * as esbuild from 'esbuild'
import { explainBundleError } from './explain-bundle-error.ts'

const require = createRequire(import.meta.url)

let running = 0

/**
 * Bundles sources with esbuild, and ends its service process, which would keep its memory.
 * @param options.absWorkingDir the folder of Signpost: messages name files relative to it
 * @throws UserError for a mistake in the sources
 */
export async function runEsbuild(
  options: esbuild.BuildOptions & { absWorkingDir: string },
): Promise<esbuild.BuildResult> {
  // `import` would parse the whole package for the names of its exports.
  const { build, stop } = require('esbuild') as typeof esbuild
  running++
  try {
    return await build({ bundle: true, jsx: 'automatic', logLevel: 'silent', ...options })
  } catch (error) {
    throw explainBundleError(error as Error)
  } finally {
    if (--running === 0) await stop()
  }
}
