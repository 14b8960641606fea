import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font } from 'satori'
import { memoizeOnDisk } from '../../schema/source/file-cache.ts'
import { getImageVersion } from './image-version.ts'

const require = createRequire(import.meta.url)

/** The heading and text faces. Each has separate files for Latin and Latin Extended. */
const faces = [
  { name: 'heading', family: 'besley', weight: 600 },
  { name: 'text', family: 'figtree', weight: 500 },
  { name: 'text', family: 'figtree', weight: 700 },
] as const
const fontSubsets = ['latin', 'latin-ext']

let pendingFonts: Promise<Font[]> | undefined

/**
 * Loads the typefaces as static TrueType fonts, one for each weight, because satori supports
 * neither WOFF2 nor variable fonts.
 */
export const loadFonts = (): Promise<Font[]> =>
  (pendingFonts ??= Promise.all(
    faces.flatMap((face) => fontSubsets.map((subset) => loadFont(face, subset))),
  ))

async function loadFont(
  { name, family, weight }: (typeof faces)[number],
  subset: string,
): Promise<Font> {
  const dir = dirname(require.resolve(`@fontsource-variable/${family}/package.json`))
  const file = join(dir, 'files', `${family}-${subset}-wght-normal.woff2`)
  const data = await memoizeOnDisk(
    'fonts',
    `${getImageVersion()} ${family} ${subset} ${weight}`,
    async () => {
      const { default: subsetFont } = await import('subset-font')
      return subsetFont(await readFile(file), undefined, {
        keepAllGlyphs: true,
        variationAxes: { wght: weight },
        targetFormat: 'truetype',
      })
    },
  )
  return { name, data, weight, style: 'normal' }
}
