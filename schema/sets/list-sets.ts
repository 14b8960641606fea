import type { SourceFile } from '../source/parse-file.ts'
import type { Path } from '../problems/problem.ts'

type UnknownRecord = Record<string, unknown>

/** A set as written, which may not match the schema. Validation reports that. */
export type RawSet = { route: string; raw: UnknownRecord; source: SourceFile; path: Path }

export const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists every set of the site in source order. */
export function listSets(sources: SourceFile[]): RawSet[] {
  return sources.flatMap((source) => {
    const { sets } = isRecord(source.value) ? source.value : {}
    return Object.entries(isRecord(sets) ? sets : {}).map(([route, raw]) => ({
      route,
      raw: isRecord(raw) ? raw : {},
      source,
      path: ['sets', route],
    }))
  })
}
