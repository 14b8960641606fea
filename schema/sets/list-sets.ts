import { isRecord, type UnknownRecord } from '../util/records.ts'
import type { SourceFile, Path } from '../problems/location.ts'

/** A set as written, which may not match the schema. Validation reports that. */
export type RawSet = { route: string; raw: UnknownRecord; source: SourceFile; path: Path }

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
