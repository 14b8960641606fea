import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageData } from '../../schema/page-data.ts'
import type { Scheme } from '../../renderer/example-frame.ts'
import { findBlocks, type BlockFolder } from '../generate/find-blocks.ts'
import {
  listProperties,
  type Defs,
  type Property,
  type PropertyRow,
} from '../generate/list-properties.ts'
import { loadExamples, type Example } from './load-examples.ts'

/** A block type as the catalogue shows it. */
export type BlockEntry = {
  type: string
  description: string
  live: boolean
  properties: PropertyRow[]
  valid: ShownExample[]
  invalid: Example[]
}
/** An example with a name for its address. */
export type ShownExample = Example & { slug: string }

export const schemes: Scheme[] = ['light', 'dark']
const root = join(import.meta.dirname, '../..')

/** Every block type by name. @throws Error when a block folder is incomplete. */
export async function describeBlocks(): Promise<BlockEntry[]> {
  const [folders, defs] = await Promise.all([findBlocks(join(root, 'blocks')), readDefs()])
  return Promise.all(folders.map((folder) => describeBlock(folder, defs)))
}

async function readDefs(): Promise<Defs> {
  return (
    JSON.parse(await readFile(join(root, 'schema/site.schema.json'), 'utf8')) as { $defs: Defs }
  ).$defs
}

async function describeBlock({ type, schema }: BlockFolder, defs: Defs): Promise<BlockEntry> {
  const examples = await loadExamples(type)
  return {
    type,
    description: schema.description ?? '',
    live:
      schema.live === true ||
      (schema.early !== undefined && !('after' in (schema.early as object))),
    properties: listProperties(schema as Property, defs),
    valid: examples
      .filter(({ error }) => error === undefined)
      .map((example) => ({ ...example, slug: slugOf(example.name) })),
    invalid: examples.filter(({ error }) => error !== undefined),
  }
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Where a frame lies below the catalogue. */
export const framePath = (type: string, { slug }: ShownExample, scheme: Scheme) =>
  `frames/${type}/${slug}/${scheme}`

/** The pages within the frames: one for each valid example in each scheme. @param base the catalogue's own path, without a slash at the end. */
export function listFrames(
  blocks: BlockEntry[],
  base: string,
): { page: PageData; scheme: Scheme }[] {
  return blocks.flatMap(({ type, valid }) =>
    valid.flatMap((example) =>
      schemes.map((scheme) => ({
        scheme,
        page: {
          ...example.page,
          route: `${base}/${framePath(type, example, scheme)}`,
          head: { ...example.page.head, title: `${type}: ${example.name}`, robots: 'noindex' },
        },
      })),
    ),
  )
}
