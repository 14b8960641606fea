import { parse } from 'yaml'
import { getFramePath, loadCatalogueBlocks } from '../../catalogue/load-blocks.ts'
import type { BlockChoice } from '../protocol.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'

/** Every block with its valid examples, for a palette. */
export async function listBlocks(site: string): Promise<BlockChoice[]> {
  const blocks = await loadCatalogueBlocks(site)
  return blocks.map(({ type, group, description, valid }) => ({
    type,
    group,
    description,
    examples: valid
      .map((example) => ({
        name: example.name,
        value: (parse(example.yaml) as JsonValue[])[0]!,
        previewUrl: `/__catalogue/${getFramePath(type, example, 'light')}`,
      }))
      .sort((a, b) => JSON.stringify(a.value).length - JSON.stringify(b.value).length),
  }))
}
