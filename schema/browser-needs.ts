import type { BrowserNeeds } from './page-data.ts'
import { resolveSchema, type Schema } from './schema-walk.ts'
import type { Block } from './types.gen.ts'

/** What a page's blocks need of the browser, as their schemas say it. */
export function listBrowserNeeds(schema: Schema, blocks: Block[]): BrowserNeeds {
  const declared = blocks.map((block) => ({
    block,
    ...resolveSchema(schema, { $ref: '#/$defs/block' }, block),
  }))
  const holds = (block: Block, { with: property }: { with?: string } = {}) =>
    property === undefined || property in block
  const unique = (names: string[]) => [...new Set(names)]
  const scripts = declared.flatMap(({ block, early }) =>
    early && holds(block, early) ? [early] : [],
  )
  const early = unique(
    scripts.flatMap(({ script, after }) => (after === undefined ? [script] : [])),
  )
  return {
    live: unique(declared.flatMap(({ block, live }) => (live ? [block.type] : []))),
    early,
    found: scripts.find(({ after }) => after !== undefined && early.includes(after))?.script,
    wakes: unique(
      declared.flatMap(({ block, wakes }) =>
        wakes && holds(block, wakes) ? [wakes.query ?? always] : [],
      ),
    ),
  }
}

/** No name in a query. */
const always = ''
