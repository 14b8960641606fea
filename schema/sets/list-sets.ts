import type { SourceFile } from '../parse-file.ts'
import type { Path } from '../problem.ts'

type Raw = Record<string, unknown>

/** A set as written; validation has said where it is not as it must be. */
export type RawSet = { route: string; raw: Raw; source: SourceFile; path: Path }

export const isGroup = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every set of the site, in the order in which they are written. */
export function listSets(sources: SourceFile[]): RawSet[] {
  return sources.flatMap((source) => {
    const { sets } = isGroup(source.value) ? source.value : {}
    return Object.entries(isGroup(sets) ? sets : {}).map(([route, raw]) => ({
      route,
      raw: isGroup(raw) ? raw : {},
      source,
      path: ['sets', route],
    }))
  })
}
