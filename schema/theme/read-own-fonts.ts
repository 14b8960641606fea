import { tryParseJson } from '../util/try-parse.ts'
import { locateChild, type SourceFile, type SourceLocation } from '../problems/location.ts'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { problemAt, type Problem } from '../problems/problem.ts'
import type { FontStyle } from './pairings.ts'
import type { OwnFonts, OwnTypeface } from './theme.ts'
import { asRecord } from '../util/records.ts'
import { shortHash } from '../util/short-hash.ts'
import { resolveInside } from '../util/resolve-inside.ts'
import { toRelativeName } from '../util/site-paths.ts'
import { findNearestName } from '../validate/nearest-name.ts'
import { memoizeOnDisk } from '../util/file-cache.ts'
import { reportUnsafePath } from '../source/report-unsafe-path.ts'
import type { FontFile } from './cut-font.ts'

/** A font that pages load. Its path contains the hash of everything that its bytes depend on. */
export type PublishedFont = {
  path: string
  cut: () => Promise<Uint8Array>
  /** The license that lies beside it, with the name of the font. */
  license?: string
}

/** A font of the site, or of a package that it has installed. */
type SourceFont = {
  path: string
  family: string
  style?: FontStyle
  location: SourceLocation
}
type ReadFont = SourceFont & { bytes: Uint8Array; weights: { min: number; max: number } } & Pick<
    FontFile,
    'axes'
  >

const roles = { headingFont: 'heading', textFont: 'text' } as const
type Role = (typeof roles)[keyof typeof roles]

/** The weights that pages use, and the one that headings have if the font has it. */
const [regularWeight, boldWeight, headingWeight] = [400, 700, 650]
const leastBoldWeight = 550
/** Part of the cache key. Increase it when fonts are cut or measured in another way. */
const fontVersion = 2
/** The name of the cache of cut fonts and of the rules that load them. */
export const ownFontCache = 'site-fonts'

/**
 * Reads the fonts that a theme names.
 * @param dir the site's folder
 * @param main pages.yaml
 */
export async function readOwnFonts(
  dir: string,
  main: SourceFile,
): Promise<{ ownFonts: OwnFonts; published: PublishedFont[]; problems: Problem[] }> {
  const theme = asRecord(asRecord(asRecord(main.value).site).theme)
  const ownFonts: OwnFonts = {}
  const published: PublishedFont[] = []
  const problems: Problem[] = []
  const isShared = JSON.stringify(theme.headingFont) === JSON.stringify(theme.textFont)
  for (const property of ['textFont', 'headingFont'] as const) {
    const role = roles[property]
    if (theme[property] === undefined) continue
    if (role === 'heading' && isShared) {
      ownFonts.heading = ownFonts.text
      continue
    }
    const location = { source: main, path: ['site', 'theme', property] }
    const fonts = await readFonts(dir, theme[property], location, problems)
    if (fonts.length === 0) continue
    const files = chooseWeights(fonts, role, problems)
    const name = fonts[0]!.family
    const family = name === ownFonts.text?.family ? `${name} Heading` : name
    const style = fonts[0]!.style ?? 'sans-serif'
    ownFonts[role] = await createTypeface(family, style, files)
    const license = await readLicense(fonts[0]!)
    published.push(...files.map(({ path, cut }) => ({ path, cut, ...(license && { license }) })))
  }
  return { ownFonts, published, problems }
}

/** Reads the fonts that a setting names. Reports those that cannot be used, and leaves them out. */
async function readFonts(
  dir: string,
  setting: unknown,
  location: SourceLocation,
  problems: Problem[],
): Promise<ReadFont[]> {
  // Validation reports anything else.
  const names = Array.isArray(setting)
    ? setting.map((name, index) => ({ name, location: locateChild(location, index) }))
    : [{ name: setting, location }]
  const fonts: ReadFont[] = []
  for (const { name, location } of names) {
    if (typeof name !== 'string' || name === '') continue
    const found = name.startsWith('@')
      ? await findInPackage(dir, name, location)
      : await findFile(dir, name, location)
    for (const font of Array.isArray(found) ? found : []) {
      const read = await readFont(font, name)
      if ('code' in read) problems.push(read)
      else fonts.push(read)
    }
    if (!Array.isArray(found)) problems.push(found)
  }
  return fonts.sort((a, b) => a.weights.min - b.weights.min)
}

/** Finds the fonts with Latin letters in a package of fontsource.org: a variable one, or several. */
async function findInPackage(
  dir: string,
  name: string,
  location: SourceLocation,
): Promise<SourceFont[] | Problem> {
  const folder = locatePackage(dir, name)
  if (folder === undefined)
    return problemAt(location, 'FONT_NOT_FOUND', `The package "${name}" is not installed.`, {
      found: name,
      fix: `Run npm install ${name} in the site's folder.`,
    })
  const files = await readdir(join(folder, 'files')).catch((): string[] => [])
  const latin = files.filter((file) => /-latin-(wght|\d+)-normal\.woff2$/.test(file))
  const variable = latin.filter((file) => file.includes('-wght-'))
  const used = variable.length > 0 ? variable : latin
  if (used.length === 0)
    return problemAt(location, 'INVALID_FONT', `"${name}" has no font with Latin letters.`, {
      expected: 'a package from fontsource.org, such as @fontsource-variable/lora',
      found: name,
    })
  const described = await readFile(join(folder, 'metadata.json'), 'utf8').catch(() => '')
  const metadata = asRecord(tryParseJson(described))
  const family = typeof metadata.family === 'string' ? metadata.family : basename(name)
  const style = metadata.category === 'serif' ? 'serif' : 'sans-serif'
  return used.map((file) => ({ path: join(folder, 'files', file), family, style, location }))
}

function locatePackage(dir: string, name: string): string | undefined {
  try {
    return dirname(createRequire(join(resolve(dir), '_.js')).resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

async function findFile(
  dir: string,
  name: string,
  location: SourceLocation,
): Promise<SourceFont[] | Problem> {
  const root = await realpath(dir).catch(() => resolve(dir))
  const { path, refused } = resolveInside(root, name, { climbs: true })
  if (refused !== undefined) return reportUnsafePath(location, name, refused)
  const siblings = await readdir(dirname(path)).catch((): string[] => [])
  if (!siblings.includes(basename(path))) {
    const near = findNearestName(basename(name), siblings)
    return problemAt(location, 'FONT_NOT_FOUND', `The font "${name}" does not exist.`, {
      expected: "a font file in the site's folder, or a package such as @fontsource-variable/lora",
      found: name,
      suggestion: near && toRelativeName(root, join(dirname(path), near)),
    })
  }
  return [{ path, family: basename(name, extname(name)), location }]
}

/** Reads the license beside a font. A package has its fonts in a folder of their own. */
async function readLicense({ path, family }: SourceFont): Promise<string | undefined> {
  const own = dirname(path)
  const folder = basename(own) === 'files' ? dirname(own) : own
  const names = await readdir(folder).catch((): string[] => [])
  const name = names.find((each) => /^(?:OFL|LICEN[CS]E)(?:\.(?:txt|md))?$/i.test(each))
  return name === undefined
    ? undefined
    : `${family}\n\n${await readFile(join(folder, name), 'utf8')}`
}

const latinLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** @param name as the author has written it */
async function readFont(font: SourceFont, name: string): Promise<ReadFont | Problem> {
  const invalid = (message: string) =>
    problemAt(font.location, 'INVALID_FONT', message, {
      expected: 'a font with Latin letters, as .woff2, .woff, .ttf or .otf',
      found: name,
    })
  const bytes = await readFile(font.path).catch(() => undefined)
  if (!bytes) return invalid(`"${name}" cannot be read.`)
  const { create } = await import('fontkitten')
  try {
    const parsed = create(bytes)
    if (parsed.isCollection) return invalid(`"${name}" has several fonts.`)
    const missing = [...latinLetters].filter(
      (letter) => !parsed.hasGlyphForCodePoint(letter.codePointAt(0)!),
    )
    if (missing.length > 0)
      return invalid(`The font "${name}" lacks Latin letters: ${missing.slice(0, 10).join(' ')}.`)
    const axes = parsed.variationAxes ?? {}
    const { usWeightClass = regularWeight, panose } = parsed['OS/2'] ?? {}
    const { min, max } = axes.wght ?? { min: usWeightClass, max: usWeightClass }
    return {
      ...font,
      bytes,
      // The second number of PANOSE: from 2 to 10, the letters have serifs.
      style: font.style ?? (panose && panose[1]! >= 2 && panose[1]! <= 10 ? 'serif' : 'sans-serif'),
      weights: { min, max },
      axes: Object.fromEntries(Object.entries(axes).map(([tag, axis]) => [tag, axis!.default])),
    }
  } catch {
    return invalid(`"${name}" is not a font.`)
  }
}

type ChosenFont = FontFile & PublishedFont

/** Chooses the weights to publish, and reports a text font without bold or regular letters. */
function chooseWeights(fonts: ReadFont[], role: Role, problems: Problem[]): ChosenFont[] {
  const nearest = (weight: number) =>
    fonts.toSorted((a, b) => getDistance(a, weight) - getDistance(b, weight))[0]!
  if (role === 'heading')
    return [chooseFont(nearest(headingWeight), clamp(nearest(headingWeight), headingWeight))]
  const [regular, bold] = [nearest(regularWeight), nearest(boldWeight)]
  const [first] = fonts
  const lacks =
    bold.weights.max < leastBoldWeight
      ? `bold letters (${boldWeight})`
      : regular.weights.min >= leastBoldWeight
        ? `regular letters (${regularWeight})`
        : undefined
  if (lacks !== undefined)
    problems.push(
      problemAt(first!.location, 'FONT_WITHOUT_WEIGHT', `The font for text has no ${lacks}.`, {
        expected: 'a variable font, or files with the weights 400 and 700',
        found: fonts.map(({ path }) => basename(path)).join(', '),
      }),
    )
  if (regular !== bold)
    return [
      chooseFont(regular, clamp(regular, regularWeight)),
      chooseFont(bold, clamp(bold, boldWeight)),
    ]
  const [min, max] = [clamp(regular, regularWeight), clamp(regular, boldWeight)]
  return [chooseFont(regular, min === max ? min : { min, max })]
}

const clamp = ({ weights: { min, max } }: ReadFont, weight: number) =>
  Math.min(max, Math.max(min, weight))

const getDistance = (font: ReadFont, weight: number) => Math.abs(clamp(font, weight) - weight)

function chooseFont({ path, bytes, axes }: ReadFont, weight: FontFile['weight']): ChosenFont {
  const font = { bytes, axes, weight }
  const key = shortHash(JSON.stringify([fontVersion, shortHash(bytes), axes, weight]))
  const stem = basename(path, extname(path)).replace(/[^\w-]+/g, '-')
  return {
    ...font,
    path: `/assets/fonts/${stem}-${key.slice(0, 8)}.woff2`,
    cut: () =>
      memoizeOnDisk(ownFontCache, `${key} woff2`, async () => {
        const { cutFont } = await import('./cut-font.ts')
        return cutFont(font)
      }),
  }
}

async function createTypeface(
  family: string,
  style: FontStyle,
  files: ChosenFont[],
): Promise<OwnTypeface> {
  const urls = files.map(({ path }) => path)
  const key = JSON.stringify([fontVersion, family, style, urls])
  const faces = await memoizeOnDisk(ownFontCache, key, async () => {
    const { formatFontFaces } = await import('./font-faces.ts')
    const css = await formatFontFaces(
      { family, style },
      files.map((file) => ({ ...file, url: file.path })),
    )
    return Buffer.from(css.replace(/\n\s*/g, ''))
  })
  const { weight } = files.at(-1)!
  return {
    ...{ family, style, urls, faces: faces.toString() },
    headingWeight: typeof weight === 'number' ? weight : Math.min(weight.max, headingWeight),
  }
}
