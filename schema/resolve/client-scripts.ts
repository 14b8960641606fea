import type { ClientScripts } from '../page-data.ts'
import { resolveSchema } from '../validate/schema-nodes.ts'
import type { Schema } from '../validate/json-schema.ts'
import type { Block } from '../types.gen.ts'

/** Lists the scripts that the blocks of a page need, according to their schemas. */
export function listClientScripts(schema: Schema, blocks: Block[]): ClientScripts {
  const declared = blocks.map((block) => {
    const { live, eager, hydrates } = resolveSchema(schema, blockSchema, block) ?? {}
    return { block, live, eager, hydrates }
  })
  const matches = (block: Block, { with: property }: { with?: string } = {}) =>
    property === undefined || property in block
  const unique = (names: string[]) => [...new Set(names)]
  const scripts = declared.flatMap(({ block, eager }) =>
    eager && matches(block, eager) ? [eager] : [],
  )
  const early = unique(
    scripts.flatMap(({ script, after }) => (after === undefined ? [script] : [])),
  )
  return {
    live: unique(declared.flatMap(({ block, live }) => (live ? [block.type] : []))),
    early,
    found: scripts.find(({ after }) => after !== undefined && early.includes(after))?.script,
    wakes: unique(
      declared.flatMap(({ block, hydrates }) =>
        hydrates && matches(block, hydrates) ? [hydrates.query ?? anyQuery] : [],
      ),
    ),
  }
}

const blockSchema = { $ref: '#/$defs/block' }

/** Loads the application on every URL, with any query. */
const anyQuery = ''
