import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublishedFont } from '../../../schema/theme/read-own-fonts.ts'

/** Nothing links to it: a license asks to be beside the fonts. */
export const licensesPath = '/licenses.txt'

const fontsFolder = join(import.meta.dirname, '../../../blocks/shared/fonts')

/**
 * Renders the licenses of the fonts that a site publishes.
 * @param typefaces those that come with Signpost, by name
 * @returns undefined if no font has one
 */
export async function renderLicenses(
  typefaces: string[],
  own: PublishedFont[],
): Promise<string | undefined> {
  const names = [...new Set(typefaces)].sort()
  const texts = await Promise.all(
    names.map((name) => readFile(join(fontsFolder, `${name}.gen.license.txt`), 'utf8')),
  )
  const all = new Set([...texts, ...own.flatMap(({ license }) => license ?? [])])
  return all.size === 0 ? undefined : `${[...all].map((text) => text.trimEnd()).join(separator)}\n`
}

const separator = `\n\n${'-'.repeat(80)}\n\n`
