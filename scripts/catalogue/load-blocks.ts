import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageData } from '../../schema/page-data.ts'
import type { ColorScheme } from '../../renderer/example-frame.ts'
import type { BlockGroup } from '../../schema/block-types/block-groups.ts'
import type { BlockFolder } from '../../schema/block-types/find-blocks.ts'
import { loadSiteSchema } from '../../schema/block-types/load-site-schema.ts'
import { asList, asRecord } from '../../schema/util/records.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import { SiteBlocks } from '../prerender/bundle/site-blocks.ts'
import {
  listProperties,
  type SchemaDefinitions,
  type PropertySchema,
  type PropertyRow,
} from '../generate/list-properties.ts'
import { loadExamples, type Example } from './load-examples.ts'
import { addToGroup, type Groups } from '../../schema/util/group-by.ts'

/** The data of a block type for the catalogue. */
export type CatalogueBlock = {
  type: string
  group: BlockGroup
  description: string
  live: boolean
  properties: PropertyRow[]
  valid: CatalogueExample[]
  invalid: Example[]
}
/** An example with a name for its URL. */
export type CatalogueExample = Example & { slug: string }

/** By block type: the routes of the site's pages that use it. */
export type BlockUses = ReadonlyMap<string, string[]>

/** Lists which blocks the pages of a site use, in the order of its pages. */
export function listBlockUses(pages: { route: string; blocks: unknown }[]): BlockUses {
  const uses: Groups<string, string> = new Map()
  for (const { route, blocks } of pages) {
    const types = asList(blocks).map((block) => asRecord(block).type)
    for (const type of new Set(types)) if (typeof type === 'string') addToGroup(uses, type, route)
  }
  return uses
}

export const schemes: ColorScheme[] = ['light', 'dark']
const root = join(import.meta.dirname, '../..')

/**
 * Loads all block types, sorted by name.
 * @param site The folder of a site, which may have blocks of its own.
 * @throws Error if a block folder of the project is incomplete.
 */
export async function loadCatalogueBlocks(site: string): Promise<CatalogueBlock[]> {
  const [folders, defs, { schema }] = await Promise.all([
    new SiteBlocks(root, site).find(),
    readSchemaDefinitions(),
    loadSiteSchema(site),
  ])
  return Promise.all(folders.map((folder) => loadCatalogueBlock(folder, defs, schema)))
}

async function readSchemaDefinitions(): Promise<SchemaDefinitions> {
  return (
    JSON.parse(await readFile(join(root, 'schema/site.schema.json'), 'utf8')) as {
      $defs: SchemaDefinitions
    }
  ).$defs
}

async function loadCatalogueBlock(
  block: BlockFolder,
  defs: SchemaDefinitions,
  siteSchema: Schema,
): Promise<CatalogueBlock> {
  const { type, group, schema } = block
  const examples = await loadExamples(block, siteSchema)
  return {
    type,
    group,
    description: schema.description ?? '',
    live:
      schema.live === true ||
      (schema.eager !== undefined && !('after' in (schema.eager as object))),
    properties: listProperties(schema as PropertySchema, defs),
    valid: examples
      .filter(({ error }) => error === undefined)
      .map((example) => ({ ...example, slug: slugifyExampleName(example.name) })),
    invalid: examples.filter(({ error }) => error !== undefined),
  }
}

const slugifyExampleName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** @returns The path of a frame, relative to the catalogue. */
export const getFramePath = (type: string, { slug }: CatalogueExample, scheme: ColorScheme) =>
  `frames/${type}/${slug}/${scheme}`

/**
 * Lists the pages in frames: one for each valid example and color scheme.
 * @param base The path of the catalogue, without a trailing slash.
 */
export function listFrames(
  blocks: CatalogueBlock[],
  base: string,
): { page: PageData; scheme: ColorScheme }[] {
  return blocks.flatMap(({ type, valid }) =>
    valid.flatMap((example) =>
      schemes.map((scheme) => ({
        scheme,
        page: {
          ...example.page,
          route: `${base}/${getFramePath(type, example, scheme)}`,
          head: { ...example.page.head, title: `${type}: ${example.name}`, robots: 'noindex' },
        },
      })),
    ),
  )
}
