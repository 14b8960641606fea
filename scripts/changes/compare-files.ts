import { readFileSync, statSync } from 'node:fs'
import { formatBytes } from '../prerender/budgets/budgets.ts'
import type { PagePair } from './match-pages.ts'
import type { Difference } from './report-types.ts'
import type { SiteVersion, VersionPage } from './versions/site-version.ts'

/** A page whose weight changes by less is not reported. */
const reportedShare = 0.05

/** The picture files of two versions. */
export class PictureFiles {
  readonly #before: SiteVersion
  readonly #after: SiteVersion
  /** Originals by the names of their resized copies, which end with a hash of the original. */
  readonly #originals = new Map<string, string>()
  readonly #changes = new Map<string, Difference | undefined>()

  constructor(before: SiteVersion, after: SiteVersion) {
    this.#before = before
    this.#after = after
    for (const { pages } of [before, after])
      for (const { pictures = [] } of pages.values())
        for (const { src, base } of pictures) if (base) this.#originals.set(removeHash(base), src)
  }

  /** Names the original of a resized copy. */
  nameOriginal(src: string): string {
    const base = src.replace(/-\d+\.(webp|avif)$/, '')
    return (base === src ? undefined : this.#originals.get(removeHash(base))) ?? src
  }

  /** Lists the pictures of a page whose files have changed. */
  compare({ after }: PagePair): Difference[] {
    return [...new Set((after.pictures ?? []).map(({ src }) => src))].flatMap((src) => {
      if (!this.#changes.has(src)) this.#changes.set(src, this.#compareFile(src))
      return this.#changes.get(src) ?? []
    })
  }

  /** @returns the size of a page's pictures in bytes; undefined if one of them is unknown. */
  measure(page: VersionPage, version: 'before' | 'after'): number {
    const { findPublicFile } = version === 'before' ? this.#before : this.#after
    const files = new Set((page.pictures ?? []).map(({ src }) => findPublicFile(src)))
    return [...files].reduce((sum, file) => sum + (file ? statSync(file).size : 0), 0)
  }

  #compareFile(src: string): Difference | undefined {
    const files = [this.#before.findPublicFile(src), this.#after.findPublicFile(src)]
    if (files[0] === undefined || files[1] === undefined) return undefined
    const [bytes, others] = [readFileSync(files[0]), readFileSync(files[1])]
    if (bytes.equals(others)) return undefined
    return {
      kind: 'picture',
      label: `replaced ${src}`,
      before: formatBytes(bytes.length),
      after: formatBytes(others.length),
    }
  }
}

const removeHash = (base: string) => base.replace(/-[^-]*$/, '')

const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** Compares the weight of a page: its uncompressed document and the originals of its pictures. */
export function compareSizes({ before, after }: PagePair, pictures: PictureFiles): Difference[] {
  // The pictures of an output are unknown.
  const knowsPictures = before.pictures !== undefined && after.pictures !== undefined
  const [size, other] = (['before', 'after'] as const).map((version) => {
    const page = version === 'before' ? before : after
    return statSync(page.file).size + (knowsPictures ? pictures.measure(page, version) : 0)
  }) as [number, number]
  const share = (other - size) / size
  if (Math.abs(share) <= reportedShare) return []
  const percentage = `${share > 0 ? '+' : '−'}${Math.abs(share * 100).toFixed(0)} %`
  return [
    {
      kind: 'weight',
      label: percentage,
      before: formatKilobytes(size),
      after: formatKilobytes(other),
    },
  ]
}
