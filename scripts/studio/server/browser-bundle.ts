import { stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { explainBundleError } from '../../prerender/bundle/explain-bundle-error.ts'

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
 */
type BundleOptions = { root: string; entry: string; publicPath: string; plugins?: Plugin[] }

/** @property files by the name in their address, which changes with their content */
type Built = {
  assets: EntryAssets
  files: Map<string, Uint8Array>
  inputs: Set<string>
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

async function bundleEntry({
  root,
  entry,
  publicPath,
  plugins = [],
}: BundleOptions): Promise<Built> {
  const builtAt = Date.now()
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: 'bundle',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    publicPath,
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    loader: { '.woff2': 'file' },
    minify: true,
    write: false,
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    plugins,
  }).catch((error: Error) => {
    throw explainBundleError(error)
  })
  return {
    assets: listAssets(metafile, entry, publicPath),
    files: new Map(outputFiles.map(({ path, contents }) => [basename(path), contents])),
    inputs: listBundledFiles(metafile, root),
    builtAt,
  }
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
    styles: toPath(cssBundle!),
  }
}

/** Packages change with a new start. */
const listBundledFiles = ({ inputs }: Metafile, root: string): Set<string> =>
  new Set(
    Object.keys(inputs)
      .filter((path) => !path.includes('node_modules/'))
      .map((path) => resolve(root, path)),
  )

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
