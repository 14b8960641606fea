import { stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { build } from 'esbuild'

/** @property files by the name in their address, which changes with their content */
type Bundle = { files: Map<string, Uint8Array>; inputs: string[]; builtAt: number }

/** The scripts and styles of the studio's page. */
export type StudioAssets = { script: string; styles: string; find(name: string): Asset | undefined }
export type Asset = { type: string; bytes: Uint8Array }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/**
 * Bundles the studio's page, with React as in production: as modules of Vite, it would be a hundred
 * requests, and forms would be drawn half as fast.
 * @param root of the project
 * @returns gives the bundle, which follows changes of the source files
 */
export function createStudioBundle(root: string): () => Promise<StudioAssets> {
  let latest: Promise<Bundle> | undefined
  return async () => {
    const known = await latest?.catch(() => undefined)
    if (!known || (await hasChanged(known))) latest = bundle(root)
    const { files } = await latest!
    const findName = (end: string) =>
      [...files.keys()].find((name) => name.startsWith('main-') && name.endsWith(end)) ?? ''
    return {
      script: findName('.js'),
      styles: findName('.css'),
      find(name) {
        const bytes = files.get(name)
        return bytes && { type: types[extname(name)] ?? 'application/octet-stream', bytes }
      },
    }
  }
}

async function bundle(root: string): Promise<Bundle> {
  const builtAt = Date.now()
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['scripts/studio/ui/main.tsx'],
    outdir: 'studio',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    target: 'es2022',
    minify: true,
    write: false,
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  })
  const inputs = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'))
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [basename(path), contents])),
    inputs: inputs.map((path) => join(root, path)),
    builtAt,
  }
}

/** Packages change with a new start. */
async function hasChanged({ inputs, builtAt }: Bundle): Promise<boolean> {
  const times = await Promise.all(
    inputs.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => builtAt + 1,
      ),
    ),
  )
  return times.some((time) => time > builtAt)
}
