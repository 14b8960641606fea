import { join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { Bundle } from './load-renderer.ts'
import { bundleRenderer } from './bundle-renderer.ts'
import { explainBundleError } from './explain-bundle-error.ts'
import { bundleStyles } from './bundle-styles.ts'
import { listEagerScripts } from './eager-scripts.ts'
import { SiteBlocks } from './site-blocks.ts'
import { createSourcePlugin } from './site-blocks-plugins.ts'

/** The parts of a `Bundle` that are saved with its files. */
export type BundleSummary = Pick<Bundle, 'assets' | 'files'>

/**
 * Bundles the blocks, the renderer and everything that runs in the browser.
 * @param dir the folder to write to
 * @param site the folder of the site, which may have blocks of its own
 * @throws UserError for a mistake in the sources
 */
export async function bundleApplication(
  root: string,
  dir: string,
  site?: string,
): Promise<BundleSummary> {
  const blocks = new SiteBlocks(root, site)
  // First, since it explains mistakes in the sources.
  await bundleRenderer(root, dir, blocks)
  const client = join(dir, 'client')
  const eager = { ...listEagerScripts(root), ...blocks.listOwnEagerScripts() }
  const bundle = (input: Record<string, string>) =>
    bundleScripts(root, client, input, [createSourcePlugin(root, blocks)])
  // Bundled with the application, modules that both need would be another file for every page.
  const bundleAlone = async (name: string, file: string) =>
    (await bundle({ [name]: file })).getOnlyFile(name)
  try {
    const [application, loader, analytics, search, { styles, files }] = await Promise.all([
      bundle({ hydrate: 'renderer/client/hydrate.tsx', ...eager }),
      bundleAlone('loader', 'renderer/client/loader.ts'),
      bundleAlone('measure', 'renderer/client/analytics.ts'),
      bundleAlone('search', 'blocks/search/find-pages.ts'),
      bundleStyles(root, client, blocks),
    ])
    const scripts = {
      // A dynamic import is for the page that needs it: the loader would run it on every page.
      application: application.listFiles('hydrate').map(toUrl),
      eager: Object.fromEntries(
        Object.keys(eager).map((name) => [name, toUrl(application.getOnlyFile(name))]),
      ),
      loader: toUrl(loader),
      analytics: toUrl(analytics),
      search: toUrl(search),
    }
    return {
      assets: { scripts, styles },
      files: [...application.files, ...files, loader, analytics, search].sort(),
    }
  } catch (error) {
    throw explainBundleError(error as Error, relative(process.cwd(), root))
  }
}

const toUrl = (file: string) => `/${file}`

/**
 * Bundles scripts for the browser.
 * @param input source files, relative to `root`, by the names of the bundled ones
 */
async function bundleScripts(
  root: string,
  outDir: string,
  input: Record<string, string>,
  plugins: Plugin[],
) {
  const { build } = await import('vite')
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins,
    build: {
      outDir,
      emptyOutDir: false,
      // The loader preloads what it needs by itself.
      modulePreload: false,
      rollupOptions: {
        input: Object.fromEntries(
          Object.entries(input).map(([name, file]) => [name, join(root, file)]),
        ),
        // Entries of their own, because Vite's helper for a literal import() is larger than the loader itself.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: 'assets/[name].[hash].js',
          chunkFileNames: 'assets/chunks/[name].[hash].js',
          assetFileNames: 'assets/static/[name].[hash][extname]',
        },
      },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  const entries = chunks.filter(({ isEntry, name }) => isEntry && name in input)
  const isEntry = (file: string) => entries.some(({ fileName }) => fileName === file)
  /** The file of an entry, followed by those of everything that it imports statically. */
  const listFiles = (name: string): string[] => {
    const files = new Set(
      entries.filter((entry) => entry.name === name).map(({ fileName }) => fileName),
    )
    // The loop also visits files that are added during it.
    for (const file of files)
      for (const { fileName, imports } of chunks)
        if (fileName === file) for (const imported of imports) files.add(imported)
    return [...files]
  }
  return {
    /** Everything that was written. */
    files: output.map(({ fileName }) => fileName),
    listFiles,
    /**
     * @throws Error if a script consists of several files, which a page would have to load one after
     * another. Importing another entry is fine.
     */
    getOnlyFile(name: string): string {
      const [file, ...others] = listFiles(name)
      const own = others.filter((other) => !isEntry(other))
      if (file === undefined || own.length > 0)
        throw new Error(`${input[name]} must be one file but imports ${own.join(', ')}`)
      return file
    },
  }
}
