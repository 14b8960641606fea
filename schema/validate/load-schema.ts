import { describeFileState } from '../source/file-state.ts'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from './json-schema.ts'

const schemaFile = join(import.meta.dirname, '../site.gen.json')

let loaded: { state: string; schema: Schema } | undefined

/** Loads the schema of sites. @returns the same object until `npm run generate` changes it. */
export function loadSchema(): Schema {
  const state = describeFileState(statSync(schemaFile))
  if (loaded?.state !== state)
    loaded = { state, schema: JSON.parse(readFileSync(schemaFile, 'utf8')) as Schema }
  return loaded.schema
}
