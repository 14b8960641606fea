import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { locateSiteBlocks } from '../../schema/block-types/site-blocks.ts'
import { loadSiteSchema } from '../../schema/block-types/load-site-schema.ts'

/**
 * Writes the types of a site's own blocks to its blocks/types.gen.ts, if there are any and they
 * differ.
 * @param options.check writes nothing
 * @returns the path of the file, if it differs.
 */
export async function writeSiteBlockTypes(site: string, { check = false } = {}): Promise<string[]> {
  const { schema, blocks: all } = await loadSiteSchema(site)
  const folder = locateSiteBlocks(site)
  // Packages have types of their own.
  const blocks = all.filter(({ path }) => dirname(path) === folder)
  if (blocks.length === 0) return []
  const { generateSiteBlockTypes } = await import('./types.ts')
  const file = join(site, 'blocks/types.gen.ts')
  const types = await generateSiteBlockTypes(
    schema,
    blocks.map(({ type }) => type),
  )
  if ((await readFile(file, 'utf8').catch(() => undefined)) === types) return []
  if (!check) await writeFile(file, types)
  return [file]
}
