import { join } from 'node:path'
import type { Bundle } from './load-renderer.ts'
import { bundleRenderer } from './bundle-renderer.ts'
import { bundleStyles } from './bundle-styles.ts'
import { type Bundled, bundleScripts } from './run-vite.ts'
import { SiteBlocks, listEagerScripts } from './site-blocks.ts'
import { createVitePlugins } from './site-blocks-plugins.ts'

/** The parts of a `Bundle` that are saved with its files. */
type BundleSummary = Pick<Bundle, 'assets' | 'files'>

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
    bundleScripts(root, client, input, {
      plugins: [createVitePlugins(root, blocks)],
      rolldown: pageScripts,
    })
  // Bundled with the application, modules that both need would be another file for every page.
  const bundleAlone = async (name: string, file: string) =>
    getOnlyFile(await bundle({ [name]: file }), [name], name)
  const [application, loader, analytics, search, { styles, files }] = await Promise.all([
    bundle({ hydrate: 'renderer/client/hydrate.tsx', ...eager }),
    bundleAlone('loader', 'renderer/client/loader.ts'),
    bundleAlone('measure', 'renderer/client/analytics.ts'),
    bundleAlone('search', 'blocks/search/find-pages.ts'),
    bundleStyles(root, client, blocks),
  ])
  const scripts = {
    // A dynamic import is for the page that needs it: the loader would run it on every page.
    application: application.listChunkFiles('hydrate').map(toUrl),
    eager: Object.fromEntries(
      Object.keys(eager).map((name) => [
        name,
        toUrl(getOnlyFile(application, ['hydrate', ...Object.keys(eager)], name)),
      ]),
    ),
    loader: toUrl(loader),
    analytics: toUrl(analytics),
    search: toUrl(search),
  }
  return {
    assets: { scripts, styles },
    files: [...application.files, ...files, loader, analytics, search].sort(),
  }
}

/**
 * Bundles only the renderer and the stylesheets.
 * @param site the folder of the site, which may have blocks of its own
 */
export async function bundlePlainRenderer(
  root: string,
  dir: string,
  site?: string,
): Promise<BundleSummary> {
  const blocks = new SiteBlocks(root, site)
  await bundleRenderer(root, dir, blocks)
  const { styles, files } = await bundleStyles(root, join(dir, 'client'), blocks)
  // Only client-side navigation loads the CSS of all blocks.
  return { assets: { styles }, files: files.filter((file) => `/${file}` !== styles.allBlocks) }
}

const toUrl = (file: string) => `/${file}`

const pageScripts = {
  // Entries of their own, because Vite's helper for a literal import() is larger than the loader itself.
  preserveEntrySignatures: 'allow-extension',
  output: {
    entryFileNames: 'assets/[name].[hash].js',
    chunkFileNames: 'assets/chunks/[name].[hash].js',
    assetFileNames: 'assets/static/[name].[hash][extname]',
  },
} as const

/**
 * @param entries the names of all scripts that are bundled together
 * @throws Error if a script consists of several files, which a page would have to load one after
 * another. Importing another entry is fine.
 */
function getOnlyFile({ listChunkFiles }: Bundled, entries: string[], name: string): string {
  const known = new Set(entries.flatMap((entry) => listChunkFiles(entry)[0] ?? []))
  const [file, ...others] = listChunkFiles(name)
  const own = others.filter((other) => !known.has(other))
  if (file === undefined || own.length > 0)
    throw new Error(`The script ${name} must be one file but imports ${own.join(', ')}`)
  return file
}
