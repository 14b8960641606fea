import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCachedFile, memoizeOnDisk, pruneCache } from '../../schema/source/file-cache.ts'
import { getImageVersion } from './image-version.ts'

const require = createRequire(import.meta.url)

/**
 * The metrics of a typeface, in em.
 * @property descent positive
 * @property widths the advance widths of all characters that the typeface has
 */
export type TypefaceMetrics = { ascent: number; descent: number; widths: Record<string, number> }

/**
 * @property files TrueType fonts. Characters that one lacks are taken from the next that has them.
 */
export type Font = TypefaceMetrics & { files: string[] }

export type FontRole = 'heading' | 'text' | 'bold'
export type Fonts = Record<FontRole, Font>

/** Each font has separate files for Latin and Latin Extended. */
const fontSubsets = ['latin', 'latin-ext']

const cacheName = 'fonts'
/** Enough for the nine files of several versions, for switching between branches. */
const maxCachedFiles = 90

/** Deletes the oldest fonts of other versions. */
export const pruneFonts = (): Promise<void> => pruneCache(cacheName, maxCachedFiles)

let pendingFonts: Promise<Fonts> | undefined

/**
 * Loads the typefaces of images. Prepares them if that has not been done on this machine yet, or if
 * the cache was deleted meanwhile: without its files, resvg would draw no text.
 */
export async function loadFonts(): Promise<Fonts> {
  const fonts = await (pendingFonts ??= createFonts())
  const files = Object.values(fonts).flatMap((font) => font.files)
  return files.every((file) => existsSync(file)) ? fonts : (pendingFonts = createFonts())
}

async function createFonts(): Promise<Fonts> {
  const [slab, sans, boldSans] = await Promise.all([
    loadFont('besley', 600),
    loadFont('figtree', 500),
    loadFont('figtree', 700),
  ])
  return {
    heading: withFallback(slab, boldSans),
    text: withFallback(sans, slab),
    bold: withFallback(boldSans, slab),
  }
}

/** Adds a font from which characters are taken that the first one lacks. */
const withFallback = (font: Font, fallback: Font): Font => ({
  ...font,
  files: [...font.files, ...fallback.files],
  widths: { ...fallback.widths, ...font.widths },
})

async function loadFont(family: string, weight: number): Promise<Font> {
  const files = await Promise.all(
    fontSubsets.map((subset) =>
      createCachedFile(cacheName, `${getImageVersion()} ${family} ${subset} ${weight}`, () =>
        createStaticFont(family, weight, subset),
      ),
    ),
  )
  const metrics = await memoizeOnDisk(
    cacheName,
    `${getImageVersion()} ${family} ${weight} metrics`,
    async () => Buffer.from(JSON.stringify(await measureTypeface(files))),
  )
  return { files, ...(JSON.parse(metrics.toString()) as TypefaceMetrics) }
}

/**
 * All characters that a font of Latin letters may have, except combining marks and invisible
 * characters.
 */
const latinCharacters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code))
  .join('')
  .replace(/[\p{M}\p{C}]/gu, '')

/**
 * Creates a static TrueType font, because resvg supports neither WOFF2 nor variable fonts. In it,
 * each character has one glyph: resvg only takes missing characters from another font if the shapes
 * of a line in both have as many glyphs.
 */
async function createStaticFont(
  family: string,
  weight: number,
  subset: string,
): Promise<Uint8Array> {
  const dir = dirname(require.resolve(`@fontsource-variable/${family}/package.json`))
  const { default: subsetFont } = await import('subset-font')
  const file = join(dir, 'files', `${family}-${subset}-wght-normal.woff2`)
  return subsetFont(await readFile(file), latinCharacters, {
    keepFeatures: ['kern'],
    variationAxes: { wght: weight },
    targetFormat: 'truetype',
  })
}

async function measureTypeface(files: string[]): Promise<TypefaceMetrics> {
  const { create } = await import('fontkitten')
  const widths: Record<string, number> = {}
  const [first] = await Promise.all(
    files.map(async (file) => {
      const font = create(await readFile(file))
      if (font.isCollection) throw new Error(`${file} has several fonts.`)
      const toEm = (units: number) => units / font.unitsPerEm
      for (const character of latinCharacters) {
        const code = character.codePointAt(0)!
        if (font.hasGlyphForCodePoint(code))
          widths[character] = toEm(font.glyphForCodePoint(code).advanceWidth)
      }
      return { ascent: toEm(font.ascent), descent: -toEm(font.descent) }
    }),
  )
  return { ...first!, widths }
}
