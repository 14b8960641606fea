import type { ScriptAssets } from '../../../renderer/document.tsx'

/** Vite's manifest: source → what became of it. */
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
  /** Every file that a page can come to load, below the client folder. */
  files: string[]
}

/** Sources: that of the application, and of each early script by its name. */
type EntryModules = { application: string; eager: Record<string, string> }

/**
 * The scripts of our entries that share modules. Vike also emits entries for a client of its own, which no page loads; they
 * are left behind.
 * @throws Error when the manifest lacks an entry, or when an early script is more than one file: a page would wait for one after the other.
 */
export function pickAssets(manifest: Manifest, { application, eager }: EntryModules): PickedAssets {
  const chunksOf = (key: string) => {
    if (!manifest[key]) throw new Error(`The bundle has no ${key}`)
    return collectChunks(manifest, key)
  }
  const url = ({ file }: Chunk) => `/${file}`
  const alone = (key: string) => {
    const [chunk, ...imported] = chunksOf(key)
    // One that comes after another goes on with it.
    const others = imported.filter(
      (other) => !Object.values(eager).some((key) => manifest[key] === other),
    )
    if (others.length > 0)
      throw new Error(
        `${key} is to be one file, and imports ${others.map(({ file }) => file).join(', ')}`,
      )
    return chunk!
  }
  const scripts = {
    application: chunksOf(application).map(url),
    eager: Object.fromEntries(Object.entries(eager).map(([name, key]) => [name, url(alone(key))])),
  }
  const chunks = [application, ...Object.values(eager)].flatMap(chunksOf)
  return {
    scripts,
    files: [...new Set(chunks.flatMap(({ file, assets = [] }) => [file, ...assets]))].sort(),
  }
}

/** A chunk and all it imports, the chunk first. */
function collectChunks(manifest: Manifest, entry: string): Chunk[] {
  const seen = new Set([entry])
  // A set grows while it is walked.
  for (const key of seen)
    for (const other of [
      ...(manifest[key]?.imports ?? []),
      ...(manifest[key]?.dynamicImports ?? []),
    ])
      seen.add(other)
  return [...seen].flatMap((key) => manifest[key] ?? [])
}
