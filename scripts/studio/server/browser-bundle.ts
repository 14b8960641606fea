import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { isPackage, localizeCommands } from '../../launch/commands.mjs'
import { bundleResultFile, openBundle } from '../../prerender/bundle/bundle.ts'
import type { EntryAssets, ScriptBundle } from '../../prerender/bundle/bundle-studio.ts'

export type Asset = { type: string; bytes: Uint8Array }

type Open = () => Promise<{ dir: string; result: ScriptBundle }>

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** The files of a bundle for the browser, whose names change with their content. */
export class BrowserBundle {
  readonly #open: Open
  #latest: ReturnType<Open> | undefined

  /** @param open finds the bundle of the current sources */
  constructor(open: Open) {
    this.#open = open
  }

  /** Bundles the scripts again if their sources have changed. @throws UserError for a mistake in them */
  async load(entry: string): Promise<EntryAssets> {
    this.#latest = this.#open()
    return (await this.#latest).result.entries[entry]!
  }

  /** @param name the end of a path in `EntryAssets`, or of what these files refer to */
  async find(name: string): Promise<Asset | undefined> {
    const { dir, result } = (await this.#latest?.catch(() => undefined)) ?? {}
    if (dir === undefined || !result?.files.includes(name)) return undefined
    const bytes = await readFile(join(dir, name))
    const isScript = isPackage && extname(name) === '.js'
    return {
      type: types[extname(name)] ?? 'application/octet-stream',
      bytes: isScript ? Buffer.from(localizeCommands(`${bytes}`)) : bytes,
    }
  }
}

/** The studio itself, which the package contains as a bundle. @param root the folder of Signpost */
export const createStudioBundle = (root: string): BrowserBundle =>
  new BrowserBundle(async () => {
    if (!isPackage) return openBundle('studio')
    const dir = join(root, 'commands/studio')
    return { dir, result: JSON.parse(await readFile(join(dir, bundleResultFile), 'utf8')) }
  })
