/** A theme is a few values, and every color scheme derived from them must be legible. */
import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori'
import fc from 'fast-check'
import { globSync } from 'tinyglobby'
import { expect, it } from 'vitest'
import { drawFavicon } from '../../scripts/images/icons.ts'
import { budgets } from '../../scripts/prerender/budgets/budgets.ts'
import type { SiteData } from '../../schema/page-data.ts'
import { colorPairs, explainPlainText } from '../../schema/theme/derive-colors.ts'
import { pairings } from '../../schema/theme/pairings.ts'
import { resolveTheme, type OwnTypeface, type ThemeSettings } from '../../schema/theme/theme.ts'
import { hasSeals } from '../../schema/resolve/page/page-seal.ts'
import schema from '../../schema/site.schema.json' with { type: 'json' }

/** A text color and its background, with too little contrast. */
type LowContrast = { color: string; behind: string; contrast: number; least: number }

/** Finds a pair of colors with less contrast than WCAG requires. */
function findLowContrast(colors: Record<string, string>): LowContrast | undefined {
  return colorPairs
    .flatMap(({ color, behind, least }) =>
      behind.map((name) => ({
        ...{ color, behind: name, least },
        contrast: wcagContrast(colors[color]!, colors[name]!),
      })),
    )
    .find(({ contrast, least }) => contrast < least)
}

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('a light brand stays light on devices that are set to dark', () => {
  for (const theme of [{ accent: '#8a4b14', ground: '#fdf8f1' }, {}]) {
    const { css, light, dark } = resolveTheme({ ...theme, scheme: 'light' })
    expect(dark).toEqual(light)
    expect(css).toMatch(/:root\{color-scheme:light/)
    // What the design itself sets for dark pages is replaced.
    expect(css).toMatch(/@media \(prefers-color-scheme:dark\)\{:root\{.*--good:#17613a/)
  }
})

it('every pair of colors has enough contrast in both schemes, with any accent and any ground', () => {
  fc.assert(
    fc.property(color, color, (accent, ground) => {
      const { light, dark } = resolveTheme({ accent, ground })
      expect(light).toMatchObject({ '--fill': accent, '--ground': ground })
      for (const scheme of [light, dark]) expect(findLowContrast(scheme)).toBeUndefined()
    }),
    { numRuns: 100 },
  )
})

/** Reads the colors of a scheme as a browser does: later layers and rules override earlier ones. */
function readColors(css: string, scheme: 'light' | 'dark'): Record<string, string> {
  const rules = [...css.matchAll(/(?:@media ([^{]*)\{\s*)?:root\s*\{([^}]*)\}/g)]
  const written = rules
    .filter(([, media = '']) => media === '' || (scheme === 'dark' && media.includes('dark')))
    .flatMap(([, , body = '']) => [...body.matchAll(/(--[\w-]+):\s*([^;}]+)/g)])
    .map(([, name, value]): [string, string] => [name!, value!])
  const colors = Object.fromEntries(written)
  return Object.fromEntries(
    Object.entries(colors).map(([name, value]) => [
      name,
      colors[/^var\((.*)\)$/.exec(value)?.[1] ?? ''] ?? value,
    ]),
  )
}

it('every pair of colors has enough contrast in the CSS, with and without a theme', () => {
  const [base = ''] = readFileSync('blocks/shared/base.css', 'utf8').split('@layer theme')
  const themes = [{}, { accent: '#ffd166' }, { accent: '#ffd166', ground: '#14213d' }]
  for (const theme of themes)
    for (const scheme of ['light', 'dark'] as const) {
      const colors = readColors(base + resolveTheme(theme).css.split('@media print')[0], scheme)
      expect(colors).toMatchObject(resolveTheme(theme)[scheme])
      expect(findLowContrast(colors)).toBeUndefined()
    }
})

it('every color of text is in a pair', () => {
  const css = globSync('{blocks,renderer}/**/*.css').map((file) => readFileSync(file, 'utf8'))
  const used = css.flatMap((text) =>
    [...text.matchAll(/(?<![\w-])color:[^;]*;/g)].flatMap(([declaration]) =>
      [...declaration.matchAll(/--[\w-]+/g)].map(([name]) => name),
    ),
  )
  expect(used.length).toBeGreaterThan(80)
  // Text in the color of the ground is on the color of text.
  const paired = [...colorPairs.map((pair) => pair.color), '--ground']
  expect(used.filter((name) => !paired.includes(name))).toEqual([])
})

it('a ground of medium lightness is explained, with the nearest one that leaves colors', () => {
  expect(explainPlainText({ accent: '#ffd166', ground: '#14213d' })).toBeUndefined()
  fc.assert(
    fc.property(color, color, (accent, ground) => {
      const nearest = explainPlainText({ accent, ground })?.nearest ?? ground
      expect(explainPlainText({ accent, ground: nearest })).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})

it('a page with a dark ground is printed in dark on white', () => {
  const { css } = resolveTheme({ accent: '#ffd166', ground: '#14213d' })
  expect(css).toContain(':root{color-scheme:dark;')
  expect(css).toMatch(/@media print\{:root\{color-scheme:light;.*--ground:#ffffff;/)
  expect(resolveTheme({ accent: '#ffd166' }).css).not.toContain('print')
})

it('a theme writes only the properties that it changes', () => {
  expect(resolveTheme({ corners: 'sharp' })).toEqual({
    css: '@layer theme{:root{--radius:0;--radius-small:0;--radius-pill:0}}',
    fonts: ['besley', 'figtree'],
    light: {},
    dark: {},
  })
  expect(resolveTheme({ corners: 'sharp', decoration: 'rosette' })).toEqual(
    resolveTheme({ corners: 'sharp' }),
  )
  expect(resolveTheme({ fonts: 'sans' }).fonts).toEqual(['figtree'])
})

it('the fonts of every pairing are generated, and within the budget of a page', () => {
  const names = schema.$defs.site.properties.theme.properties.fonts.enum
  expect(names.sort()).toEqual(Object.keys(pairings).sort())
  for (const fonts of names as (keyof typeof pairings)[]) {
    const theme = resolveTheme({ fonts })
    const files = theme.fonts.map((name) => `blocks/shared/fonts/${name}.gen`)
    const bytes = files.reduce((sum, file) => sum + readFileSync(`${file}.woff2`).length, 0)
    expect(bytes).toBeLessThan(budgets.fonts)
    // Each family in a list is loaded, or is a system font that the CSS adjusts.
    const css = files.map((file) => readFileSync(`${file}.css`, 'utf8')).join('')
    const families = [...theme.css.matchAll(/"([^"]+)"/g)].map(([, family]) => family)
    for (const family of families) expect(css).toContain(`font-family: '${family}'`)
  }
})

it("the site's own fonts replace those of a pairing", () => {
  const own: OwnTypeface = {
    ...{
      family: 'Acme',
      style: 'serif',
      faces: '@font-face{}',
      urls: ['/assets/fonts/acme.woff2'],
    },
    headingWeight: 700,
  }
  const { css, fonts, ownFonts } = resolveTheme({}, { heading: own })
  expect(css).toContain('--font-heading:"Acme","Acme Georgia"')
  expect(css).toContain('--heading-weight:700')
  expect([fonts, ownFonts]).toEqual([['figtree'], own.urls])
  // Headings of a pairing with one typeface follow the text.
  expect(resolveTheme({ fonts: 'rounded' }, { text: own })).toMatchObject({
    css: expect.stringContaining('--font-heading:var(--font-text);--heading-weight:700'),
    fonts: [],
  })
})

it('every decoration but the default one replaces the pattern of the hero, and the seal of icons', async () => {
  const { properties } = schema.$defs.site.properties.theme
  const others = properties.decoration.enum.filter((name) => name !== 'rosette')
  expect(others.length).toBeGreaterThan(3)
  for (const decoration of others as NonNullable<ThemeSettings['decoration']>[]) {
    const theme = resolveTheme({ decoration })
    const pattern = /\.hero::before\{content:"";mask:.*(gradient|url)\(.*\}/
    if (decoration === 'none') expect(theme.css).not.toContain('.hero')
    else expect(theme.css).toMatch(pattern)
    expect(hasSeals({ theme: { decoration } })).toBe(false)
    const icon = await drawFavicon({ name: 'Shop', theme } as SiteData)
    expect(icon).toContain('<rect ')
  }
  expect(hasSeals({})).toBe(true)
  expect(await drawFavicon({ name: 'Shop' } as SiteData)).not.toContain('<rect ')
})
