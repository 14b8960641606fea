import { createHash } from 'node:crypto'
import { access, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { glob } from 'tinyglobby'
import { build } from 'vike/api'
import type * as Renderer from '../../renderer/server.ts'
import type { Assets } from '../../renderer/document.tsx'

/** What Vike and Vite made of the blocks and the renderer. */
export type Bundle = {
  renderer: typeof Renderer
  assets: Assets
  /** The folder whose `assets/` is published. */
  client: string
}

const inputs = ['blocks/**', 'renderer/**', 'schema/**/*.ts', 'vite.config.ts', 'package-lock.json']
const clientEntry = 'renderer/vike/+client.ts'

/** Bundles the blocks and the renderer, or takes the bundle of the same sources from the cache. */
export async function bundle(root: string): Promise<Bundle> {
  const dir = join(root, 'node_modules/.cache/signpost', `bundle-${await hashSources(root)}`)
  if (!(await access(dir).then(() => true, () => false))) {
    const making = `${dir}-${process.pid}`
    await build({ viteConfig: { root, logLevel: 'error', build: { outDir: making } } })
    // A rename, so that a build that is killed leaves no half bundle. A parallel build may have been first.
    await rename(making, dir).catch(() => rm(making, { recursive: true }))
  }
  const renderer = (await import(pathToFileURL(join(dir, 'server/renderer.mjs')).href)) as typeof Renderer
  return { renderer, assets: await readAssets(dir), client: join(dir, 'client') }
}

async function hashSources(root: string): Promise<string> {
  const files = (await glob(inputs, { cwd: root })).sort()
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(file).update('\0').update(await readFile(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

async function readAssets(dir: string): Promise<Assets> {
  const manifest = JSON.parse(await readFile(join(dir, 'assets.json'), 'utf8')) as Manifest
  const entry = manifest[clientEntry]
  if (!entry) throw new Error(`The bundle has no ${clientEntry}`)
  const url = (file: string) => `/${file}`
  const styles = Object.values(manifest).map(({ file }) => file).filter((file) => file.endsWith('.css'))
  return {
    script: url(entry.file),
    preload: (entry.imports ?? []).map((name) => url(manifest[name]!.file)),
    styles: [...new Set([...(entry.css ?? []), ...styles])].map(url),
  }
}
