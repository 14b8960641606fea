import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Bundle } from './load-renderer.ts'
import { bundleRenderer } from './bundle-renderer.ts'
import { explainBundleError } from './explain-bundle-error.ts'
import { bundleStyles } from './bundle-styles.ts'
import { listEagerScripts } from './eager-scripts.ts'
import { SiteBlocks } from './site-blocks.ts'
import { createVitePlugins } from './site-blocks-plugins.ts'
import type { ScriptAssets } from '../../../renderer/assets.ts'

const applicationEntry = 'renderer/client/hydrate.tsx'
/** Scripts that share no state with the application, and are bundled separately. */
const standaloneScripts = {
  loader: 'renderer/client/loader.ts',
  measure: 'renderer/client/analytics.ts',
  search: 'blocks/search/find-pages.ts',
}

/** The parts of a `Bundle` that are saved with its files. */
export type BundleSummary = Pick<Bundle, 'assets' | 'files'>

/**
 * Bundles the blocks, the renderer and everything that runs in the browser, with Vike and Vite.
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
  const { build } = await import('vike/api')
  const workingFolder = process.cwd()
  // Vike mistakes an absolute path for a relative one if it shares no parent folder with this one.
  process.chdir(dirname(dir))
  try {
    await build({
      viteConfig: {
        root,
        logLevel: 'error',
        build: { outDir: dir },
        plugins: [createVitePlugins(root, blocks)],
      },
    })
    return await summarizeBundle(root, dir, blocks)
  } catch (error) {
    throw explainBundleError(error as Error, relative(process.cwd(), root))
  } finally {
    process.chdir(workingFolder)
  }
}

async function summarizeBundle(
  root: string,
  dir: string,
  blocks: SiteBlocks,
): Promise<BundleSummary> {
  const manifest = JSON.parse(await readFile(join(dir, 'assets.json'), 'utf8')) as Manifest
  const client = join(dir, 'client')
  const picked = pickAssets(manifest, {
    application: applicationEntry,
    eager: { ...listEagerScripts(root), ...blocks.listOwnEagerScripts() },
  })
  const { styles, files } = await bundleStyles(root, client, blocks)
  const [script, measure, search] = [
    await bundleStandaloneScript(root, client, 'loader'),
    await bundleStandaloneScript(root, client, 'measure'),
    await bundleStandaloneScript(root, client, 'search'),
  ]
  return {
    assets: {
      scripts: {
        ...picked.scripts,
        loader: `/${script}`,
        analytics: `/${measure}`,
        search: `/${search}`,
      },
      styles,
    },
    files: [...picked.files, ...files, script, measure, search].sort(),
  }
}

/**
 * Bundles a script into one file. If it were bundled with the application, shared modules would
 * become another file that every page has to load first.
 */
async function bundleStandaloneScript(
  root: string,
  client: string,
  name: keyof typeof standaloneScripts,
): Promise<string> {
  const { build } = await import('vite')
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: {
        input: join(root, standaloneScripts[name]),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: `assets/${name}.[hash].js` },
      },
    },
  })
  const { output } = [result].flat()[0] as { output: { fileName: string; code?: string }[] }
  const [{ fileName, code } = { fileName: '', code: undefined }, ...others] = output
  if (code === undefined || others.length > 0)
    throw new Error(`${standaloneScripts[name]} must be bundled into one file.`)
  await writeFile(join(client, fileName), code)
  return fileName
}

/** Vite's manifest: the chunk of each source file. */
type Manifest = Record<string, Chunk>
type Chunk = {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

type PickedAssets = {
  scripts: Pick<ScriptAssets, 'application' | 'eager'>
  /** Every file that a page may load, relative to the client folder. */
  files: string[]
}

/** Source files: the entry of the application, and eager scripts by name. */
type EntryModules = { application: string; eager: Record<string, string> }

/**
 * Picks the chunks of the application and the eager scripts. Vike also emits entries of its own
 * client, which no page loads.
 * @throws Error if the manifest lacks an entry, or if an eager script consists of several files,
 * which a page would have to load one after another.
 */
function pickAssets(manifest: Manifest, { application, eager }: EntryModules): PickedAssets {
  const chunksOf = (key: string, follow = allImports) => {
    if (!manifest[key]) throw new Error(`The bundle has no ${key}`)
    return collectChunks(manifest, key, follow)
  }
  const url = ({ file }: Chunk) => `/${file}`
  const getOnlyChunk = (key: string) => {
    const [chunk, ...imported] = chunksOf(key)
    // Importing another eager script is fine.
    const others = imported.filter(
      (other) => !Object.values(eager).some((key) => manifest[key] === other),
    )
    if (others.length > 0)
      throw new Error(
        `${key} must be one file but imports ${others.map(({ file }) => file).join(', ')}`,
      )
    return chunk!
  }
  const scripts = {
    // A dynamic import is for the page that needs it: the loader would run it on every page.
    application: chunksOf(application, staticImports).map(url),
    eager: Object.fromEntries(
      Object.entries(eager).map(([name, key]) => [name, url(getOnlyChunk(key))]),
    ),
  }
  const chunks = [application, ...Object.values(eager)].flatMap((key) => chunksOf(key))
  return {
    scripts,
    files: [...new Set(chunks.flatMap(({ file, assets = [] }) => [file, ...assets]))].sort(),
  }
}

type ImportKind = 'imports' | 'dynamicImports'
const staticImports: ImportKind[] = ['imports']
const allImports: ImportKind[] = ['imports', 'dynamicImports']

/** @returns A chunk, followed by everything that it imports. */
function collectChunks(manifest: Manifest, entry: string, follow: ImportKind[]): Chunk[] {
  const seen = new Set([entry])
  // The loop also visits keys that are added during it.
  for (const key of seen)
    for (const kind of follow) for (const other of manifest[key]?.[kind] ?? []) seen.add(other)
  return [...seen].flatMap((key) => manifest[key] ?? [])
}
