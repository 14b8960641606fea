import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chooseDrawnTypeface, type DrawnTypeface } from '../../schema/drawing/drawn-letters.ts'
import { createCachedFile, FileStore, memoizeOnDisk } from '../../schema/util/file-cache.ts'
import { getProgramCacheFolder } from '../../schema/util/cache-folders.ts'
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

/** Each font has separate files for parts of Unicode. */
const latinSubsets = ['latin', 'latin-ext']
const families = {
  besley: latinSubsets,
  figtree: latinSubsets,
  'noto-sans': [...latinSubsets, 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'],
}
type Family = keyof typeof families

/** The fonts of each typeface, by role: a family and a weight. */
const typefaces: Record<DrawnTypeface, Record<FontRole, [Family, number]>> = {
  own: { heading: ['besley', 600], text: ['figtree', 500], bold: ['figtree', 700] },
  notoSans: { heading: ['noto-sans', 700], text: ['noto-sans', 500], bold: ['noto-sans', 700] },
}

const cacheName = 'fonts'
/** They come with the program, and no site changes them. */
export const openFontCache = () => new FileStore(cacheName, getProgramCacheFolder())
/** Enough for the 25 files of several versions, for switching between branches. */
const maxCachedFiles = 200

/** Deletes the oldest fonts of other versions. */
export const pruneFonts = (): void => openFontCache().prune(maxCachedFiles)

const pendingFonts = new Map<DrawnTypeface, Promise<Fonts>>()

/**
 * Loads the fonts to draw texts with. Prepares them if that has not been done on this machine yet,
 * or if the cache was deleted meanwhile: without its files, resvg would draw no text.
 */
export async function loadFonts(...texts: string[]): Promise<Fonts> {
  const { typeface } = chooseDrawnTypeface(...texts)
  const load = () => {
    const fonts = createFonts(typeface)
    pendingFonts.set(typeface, fonts)
    return fonts
  }
  const fonts = await (pendingFonts.get(typeface) ?? load())
  const files = Object.values(fonts).flatMap((font) => font.files)
  return files.every((file) => existsSync(file)) ? fonts : load()
}

async function createFonts(typeface: DrawnTypeface): Promise<Fonts> {
  const { heading, text, bold } = typefaces[typeface]
  const [headingFont, textFont, boldFont] = [
    await loadFont(...heading),
    await loadFont(...text),
    await loadFont(...bold),
  ]
  return {
    heading: withFallback(headingFont, boldFont),
    text: withFallback(textFont, headingFont),
    bold: withFallback(boldFont, headingFont),
  }
}

/** Lists the letters that a typeface has. */
export async function listLetters(typeface: DrawnTypeface): Promise<string[]> {
  const letters = new Set<string>()
  for (const [family] of Object.values(typefaces[typeface])) {
    const files = families[family].map((subset) => locateFont(family, subset))
    for (const letter of Object.keys((await measureTypeface(files)).widths)) letters.add(letter)
  }
  return [...letters].sort()
}

/** Adds a font from which characters are taken that the first one lacks. */
const withFallback = (font: Font, fallback: Font): Font => ({
  ...font,
  files: [...font.files, ...fallback.files],
  widths: { ...fallback.widths, ...font.widths },
})

async function loadFont(family: Family, weight: number): Promise<Font> {
  const files = await Promise.all(
    families[family].map((subset) =>
      createCachedFile(
        cacheName,
        `${getImageVersion()} ${family} ${subset} ${weight}`,
        () => createStaticFont(family, weight, subset),
        getProgramCacheFolder(),
      ),
    ),
  )
  const metrics = await memoizeOnDisk(
    cacheName,
    `${getImageVersion()} ${family} ${weight} metrics`,
    async () => Buffer.from(JSON.stringify(await measureTypeface(files))),
    getProgramCacheFolder(),
  )
  return { files, ...(JSON.parse(metrics.toString()) as TypefaceMetrics) }
}

/**
 * All characters that a font of Latin, Cyrillic or Greek letters may have, except combining marks
 * and invisible characters.
 */
const europeanCharacters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code))
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
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(await readFile(locateFont(family, subset)), europeanCharacters, {
    keepFeatures: ['kern'],
    variationAxes: { wght: weight },
    targetFormat: 'truetype',
  })
}

function locateFont(family: string, subset: string): string {
  const dir = dirname(require.resolve(`@fontsource-variable/${family}/package.json`))
  return join(dir, 'files', `${family}-${subset}-wght-normal.woff2`)
}

async function measureTypeface(files: string[]): Promise<TypefaceMetrics> {
  const { create } = await import('fontkitten')
  const widths: Record<string, number> = {}
  const [first] = await Promise.all(
    files.map(async (file) => {
      const font = create(await readFile(file))
      if (font.isCollection) throw new Error(`${file} has several fonts.`)
      const toEm = (units: number) => units / font.unitsPerEm
      for (const character of europeanCharacters) {
        const code = character.codePointAt(0)!
        if (font.hasGlyphForCodePoint(code))
          widths[character] = toEm(font.glyphForCodePoint(code).advanceWidth)
      }
      return { ascent: toEm(font.ascent), descent: -toEm(font.descent) }
    }),
  )
  return { ...first!, widths }
}
