import type { Scripts } from '../../renderer/document.tsx'

/** Vite's manifest: source → what became of it. */
export type Manifest = Record<string, Chunk>
type Chunk = { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] }

export type PickedAssets = {
  scripts: Omit<Scripts, 'script'>
  /** Every file that a page can come to load, below the client folder. */
  files: string[]
}

type Entries = { application: string; measure: string }

/**
 * The scripts of our entries, but for the loader's. Vike also emits entries for a client of its own, which no page loads; they
 * are left behind.
 * @throws Error when the manifest lacks an entry.
 */
export function pickAssets(manifest: Manifest, { application, measure }: Entries): PickedAssets {
  const chunksOf = (key: string) => {
    if (!manifest[key]) throw new Error(`The bundle has no ${key}`)
    return reach(manifest, key)
  }
  const url = (file: string) => `/${file}`
  const chunks = [...new Set([application, measure].flatMap(chunksOf))]
  return {
    scripts: {
      measure: url(manifest[measure]!.file),
      application: chunksOf(application).map(({ file }) => url(file)),
    },
    files: [...new Set(chunks.flatMap(({ file, assets = [] }) => [file, ...assets]))].sort(),
  }
}

/** A chunk and all it imports, the chunk first. */
function reach(manifest: Manifest, entry: string): Chunk[] {
  const seen = new Set([entry])
  // A set grows while it is walked.
  for (const key of seen) for (const other of [...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? [])]) seen.add(other)
  return [...seen].flatMap((key) => manifest[key] ?? [])
}
