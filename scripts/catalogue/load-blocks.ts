import { join } from 'node:path'
import type { PageData } from '../../schema/page-data.ts'
import type { ColorScheme } from '../../renderer/example-frame.ts'
import type { BlockGroup } from '../../schema/block-types/block-groups.ts'
import type { BlockFolder } from '../../schema/block-types/find-blocks.ts'
import { loadSiteSchema } from '../../schema/block-types/load-site-schema.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import { SiteBlocks } from '../prerender/bundle/site-blocks.ts'
import { loadExamples, type Example } from './load-examples.ts'

/** The data of a block type for the catalogue. */
export type CatalogueBlock = {
  type: string
  group: BlockGroup
  description: string
  live: boolean
  valid: CatalogueExample[]
}
/** An example with a name for its URL. */
export type CatalogueExample = Example & { slug: string }

export const schemes: ColorScheme[] = ['light', 'dark']
const root = join(import.meta.dirname, '../..')

/**
 * Loads all block types, sorted by name.
 * @param site The folder of a site, which may have blocks of its own.
 * @throws Error if a block folder of the project is incomplete.
 */
export async function loadCatalogueBlocks(site: string): Promise<CatalogueBlock[]> {
  const [folders, { schema }] = await Promise.all([
    new SiteBlocks(root, site).find(),
    loadSiteSchema(site),
  ])
  return Promise.all(folders.map((folder) => loadCatalogueBlock(folder, schema)))
}

async function loadCatalogueBlock(block: BlockFolder, siteSchema: Schema): Promise<CatalogueBlock> {
  const { type, group, schema } = block
  const examples = await loadExamples(block, siteSchema)
  return {
    type,
    group,
    description: schema.description ?? '',
    live:
      schema.live === true ||
      (schema.eager !== undefined && !('after' in (schema.eager as object))),
    valid: examples
      .filter(({ error }) => error === undefined)
      .map((example) => ({ ...example, slug: slugifyExampleName(example.name) })),
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
