import type * as runBundleModule from '../launch/run-bundle.mjs'
import type * as textLayoutModule from './text-layout.ts'

type TextLayout = typeof textLayoutModule
let loading: Promise<TextLayout> | undefined

/**
 * Loads `text-layout.ts` with satori. In a bundled command, both have a bundle with a code cache.
 */
export const loadTextLayout = (): Promise<TextLayout> => (loading ??= importTextLayout())

async function importTextLayout(): Promise<TextLayout> {
  // esbuild replaces this exact expression, which removes satori from every command.
  if ((import.meta as { bundleDir?: string }).bundleDir === undefined)
    return import('./text-layout.ts')
  // Not bundled, since `import()` fails in bundled code; see run-bundle.mjs.
  const url = new URL('../launch/run-bundle.mjs', import.meta.url)
  const { runBundle } = (await import(url.href)) as typeof runBundleModule
  return runBundle((import.meta as { bundleDir?: string }).bundleDir!, 'text-layout') as TextLayout
}
