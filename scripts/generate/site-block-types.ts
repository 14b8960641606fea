import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSiteSchema } from '../../schema/block-types/load-site-schema.ts'
import { generateSiteBlockTypes } from './types.ts'

/**
 * Writes the types of a site's own blocks to its blocks/types.gen.ts, if there are any and they
 * differ.
 * @param options.check writes nothing
 * @returns the path of the file, if it differs.
 */
export async function writeSiteBlockTypes(site: string, { check = false } = {}): Promise<string[]> {
  const { schema, blocks } = await loadSiteSchema(site)
  if (blocks.length === 0) return []
  const file = join(site, 'blocks/types.gen.ts')
  const types = await generateSiteBlockTypes(
    schema,
    blocks.map(({ type }) => type),
  )
  if ((await readFile(file, 'utf8').catch(() => undefined)) === types) return []
  if (!check) await writeFile(file, types)
  return [file]
}
