import type { ScriptAssets } from '../../../renderer/assets.ts'

/** Vite's manifest: the chunk of each source file. */
export type Manifest = Record<string, Chunk>
type Chunk = {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

export type PickedAssets = {
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
export function pickAssets(manifest: Manifest, { application, eager }: EntryModules): PickedAssets {
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
