import { join } from 'node:path'
import type { PluginOption } from 'vite'
import { studioPath } from '../../../schema/shared/local-address.ts'
import { bundleScripts } from './run-vite.ts'
import { SiteBlocks } from './site-blocks.ts'
import { createVitePlugins } from './site-blocks-plugins.ts'

/** The path below which the studio and its preview load their files. */
export const assetsBase = `${studioPath}/assets/`

/**
 * The paths of what a document loads.
 * @property imports what the script loads before it runs
 */
export type EntryAssets = { script: string; imports: string[]; styles: string }

/** @property files the names of all files */
export type ScriptBundle = { entries: Record<string, EntryAssets>; files: string[] }

/** Bundles the studio. @returns the modules in the bundle, too */
export const bundleStudio = (root: string, dir: string) =>
  bundleWithStyles(root, dir, { studio: 'scripts/studio/ui/main.tsx' })

/** Bundles what the pages in the studio's preview load. @param site may have blocks of its own */
export async function bundlePreview(
  root: string,
  dir: string,
  site?: string,
): Promise<ScriptBundle> {
  const entries = {
    preview: 'renderer/dev/studio/preview.ts',
    search: 'blocks/search/find-pages.ts',
  }
  const plugins = [createVitePlugins(root, new SiteBlocks(root, site)), createBoxPlugin(root)]
  const { bundle } = await bundleWithStyles(root, dir, entries, plugins)
  return bundle
}

/** Shows in place of a widget of another site what will be there. */
const createBoxPlugin = (root: string): PluginOption => ({
  name: 'service-boxes',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/mount-widget\.ts$/ },
    handler: () => join(root, 'renderer/dev/studio/show-widget-box.ts'),
  },
})

/**
 * Bundles scripts with their stylesheets, and with React as in production. As modules of the
 * development server, they would be hundreds of requests.
 * @param entries their files by name, relative to the project
 */
async function bundleWithStyles(
  root: string,
  dir: string,
  entries: Record<string, string>,
  plugins: PluginOption[] = [],
): Promise<{ bundle: ScriptBundle; modules: string[] }> {
  const { chunks, files, listChunkFiles } = await bundleScripts(root, dir, entries, {
    plugins,
    base: assetsBase,
    build: { assetsDir: '', assetsInlineLimit: 0, cssCodeSplit: false, target: 'es2022' },
    rolldown: {
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name]-[hash].js' },
    },
  })
  const styles = files.find((file) => file.endsWith('.css'))
  const toPath = (file: string) => assetsBase + file
  const describeEntry = (name: string): EntryAssets => {
    const [script = '', ...imports] = listChunkFiles(name).map(toPath)
    return { script, imports, styles: styles === undefined ? '' : toPath(styles) }
  }
  return {
    bundle: {
      entries: Object.fromEntries(Object.keys(entries).map((name) => [name, describeEntry(name)])),
      files,
    },
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  }
}
