import { mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, extname, join, relative, resolve } from 'node:path'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'
import { isPackage, localizeCommands } from '../../launch/commands.mjs'
import { runEsbuild } from '../../prerender/bundle/run-esbuild.ts'
import { keep, readKept } from './kept-bundles.ts'

const require = createRequire(import.meta.url)

export type Asset = { type: string; bytes: Uint8Array }

/**
 * The paths of what a document loads.
 * @property imports what the script loads before it runs
 */
export type EntryAssets = { script: string; imports: string[]; styles: string }

/**
 * What is bundled.
 * @property entry the script, relative to the project
 * @property publicPath the path below which its files are served, with a slash at its end
 * @property builtDir the folder of its files, if it is bundled already
 * @property listReplaced the contents of the modules that a plugin replaces
 */
type BundleOptions = {
  root: string
  entry: string
  publicPath: string
  plugins?: Plugin[]
  builtDir?: string
  listReplaced?: () => Promise<unknown>
}

/** The path below which the studio and its preview load their files. */
export const assetsBase = '/__studio/assets/'

/** The studio itself, which the package contains as a bundle. */
const studioEntry = { entry: 'scripts/studio/ui/main.tsx', publicPath: assetsBase }

/**
 * @property files by the name in their address, which changes with their content
 * @property inputs the sources, which may change
 * @property packageFiles the files of packages
 */
type Built = {
  assets: EntryAssets
  files: Map<string, Uint8Array>
  inputs: Set<string>
  packageFiles: string[]
  builtAt: number
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/**
 * A script for the browser with its stylesheets, and with React as in production. As modules of
 * Vite, it would be hundreds of requests, with the slower development build of React.
 */
export class BrowserBundle {
  readonly #options: BundleOptions
  #latest: Promise<Built> | undefined
  #isOutdated = false

  constructor(options: BundleOptions) {
    this.#options = options
  }

  /**
   * Bundles the script again if its sources have changed. @throws UserError for a mistake in them
   */
  async load(): Promise<EntryAssets> {
    if (this.#options.builtDir !== undefined)
      return (await (this.#latest ??= readBuilt(this.#options.builtDir))).assets
    const known = await this.#latest?.catch(() => undefined)
    if (!known || this.#isOutdated || (await hasChanged(known))) {
      this.#isOutdated = false
      this.#latest = bundleEntry(this.#options)
    }
    return (await this.#latest!).assets
  }

  /** @param name the end of a path in `EntryAssets`, or of what these files refer to */
  async find(name: string): Promise<Asset | undefined> {
    const bytes = (await this.#latest?.catch(() => undefined))?.files.get(name)
    return bytes && { type: types[extname(name)] ?? 'application/octet-stream', bytes }
  }

  /** @returns whether the file is a part of the bundle, which is outdated then */
  async noteChange(path: string): Promise<boolean> {
    const known = await this.#latest?.catch(() => undefined)
    // If the sources have a mistake, any change may correct it.
    if (!this.#latest || (known && !known.inputs.has(path))) return false
    this.#isOutdated = true
    return true
  }
}

/** The studio, which is bundled already in the package. @param root the folder of Signpost */
export const createStudioBundle = (root: string): BrowserBundle =>
  new BrowserBundle({
    root,
    ...studioEntry,
    ...(isPackage && { builtDir: join(root, 'commands/studio') }),
  })

const assetsFile = 'assets.json'

/** Bundles the studio for the package. @returns the files of packages in the bundle */
export async function writeStudioBundle(root: string, dir: string): Promise<string[]> {
  const { assets, files, packageFiles } = await bundleEntry({ root, ...studioEntry })
  await mkdir(dir, { recursive: true })
  for (const [name, bytes] of [...files, [assetsFile, JSON.stringify(assets)] as const])
    await writeFile(join(dir, name), bytes)
  return packageFiles
}

async function readBuilt(dir: string): Promise<Built> {
  const names = await readdir(dir)
  const read = async (name: string) => {
    const bytes = await readFile(join(dir, name))
    const isScript = extname(name) === '.js'
    return [name, isScript ? Buffer.from(localizeCommands(`${bytes}`)) : bytes] as const
  }
  const files = new Map<string, Buffer>(await Promise.all(names.map(read)))
  const assets = JSON.parse(files.get(assetsFile)!.toString()) as EntryAssets
  return { assets, files, inputs: new Set(), packageFiles: [], builtAt: Date.now() }
}

/** Bundles an entry, unless an earlier process has done so, which takes seconds. */
async function bundleEntry({
  root,
  entry,
  publicPath,
  plugins = [],
  listReplaced,
}: BundleOptions): Promise<Built> {
  const builtAt = Date.now()
  const { version } = require('esbuild/package.json') as { version: string }
  const settings = {
    entryPoints: [entry],
    outdir: 'bundle',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    publicPath,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    loader: { '.woff2': 'file' },
    minify: true,
    write: false,
    metafile: true,
    define: {
      'process.env.NODE_ENV': '"production"',
      // Browsers have no environment.
      'process.env.SIGNPOST_REFERENCE': 'undefined',
    },
  } satisfies BuildOptions
  const key = JSON.stringify([version, settings, await listReplaced?.()])
  const known = readKept<Pick<Built, 'assets' | 'files'>>(root, key)
  if (known) return { ...known.value, ...resolveInputs(known.inputs, root), builtAt }
  const { outputFiles, metafile } = await runEsbuild({ absWorkingDir: root, ...settings, plugins })
  const value = {
    assets: listAssets(metafile!, entry, publicPath),
    files: new Map(outputFiles!.map(({ path, contents }) => [basename(path), contents])),
  }
  const inputs = await listInputs(metafile!, root)
  const built = { ...value, ...resolveInputs(inputs, root), builtAt }
  // What was saved meanwhile may not be a part of it.
  if (!(await hasChanged(built))) keep(root, key, { value, inputs })
  return built
}

function listAssets({ outputs }: Metafile, entry: string, publicPath: string): EntryAssets {
  const toPath = (output: string) => publicPath + basename(output)
  const [script, { imports, cssBundle }] = Object.entries(outputs).find(
    ([path, { entryPoint }]) => entryPoint === entry && path.endsWith('.js'),
  )!
  const early = imports.filter(({ kind }) => kind === 'import-statement')
  return {
    script: toPath(script),
    imports: early.map(({ path }) => toPath(path)),
    styles: cssBundle === undefined ? '' : toPath(cssBundle),
  }
}

/** @returns paths relative to the project, whose `node_modules` may be a symbolic link */
async function listInputs({ inputs }: Metafile, root: string): Promise<string[]> {
  const packages = await realpath(join(root, 'node_modules')).catch(() => undefined)
  const linked = packages === undefined ? undefined : `${relative(root, packages)}/`
  return Object.keys(inputs).map((path) =>
    linked !== undefined && path.startsWith(linked)
      ? `node_modules/${path.slice(linked.length)}`
      : path,
  )
}

/** Packages change with a new start. */
function resolveInputs(paths: string[], root: string): Pick<Built, 'inputs' | 'packageFiles'> {
  const isPackage = (path: string) => path.includes('node_modules/')
  const toPath = (path: string) => resolve(root, path)
  return {
    inputs: new Set(paths.filter((path) => !isPackage(path)).map(toPath)),
    packageFiles: paths.filter(isPackage).map(toPath),
  }
}

async function hasChanged({ inputs, builtAt }: Built): Promise<boolean> {
  const times = await Promise.all(
    [...inputs].map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => builtAt + 1,
      ),
    ),
  )
  return times.some((time) => time > builtAt)
}
