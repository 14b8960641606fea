/** A theme is a few values, and every color scheme derived from them must be legible. */
import fc from 'fast-check'
import { wcagContrast } from 'culori'
import { expect, it } from 'vitest'
import { drawFavicon } from '../../scripts/images/icons.ts'
import type { SiteData } from '../../schema/page-data.ts'
import {
  findLowContrast,
  resolveTheme,
  suggestGround,
  type ThemeSettings,
} from '../../schema/resolve/theme.ts'
import { hasSeals } from '../../schema/resolve/page/page-seal.ts'
import schema from '../../schema/site.schema.json' with { type: 'json' }

/** Returns the custom properties of each color scheme. */
function readTheme(css: string): Record<'light' | 'dark', Record<string, string>> {
  const [light = '', dark = ''] = css.split('@media')
  const read = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/(--[\w-]+):([^;}]+)/g)].map(([, name, value]) => [name, value]),
    )
  return { light: read(light), dark: read(dark) }
}

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
/** A light background color. */
const background = fc
  .tuple(
    fc.integer({ min: 0xe8, max: 0xff }),
    fc.integer({ min: 0xe8, max: 0xff }),
    fc.integer({ min: 0xe8, max: 0xff }),
  )
  .map((parts) => `#${parts.map((part) => part.toString(16)).join('')}`)

it('a theme has enough contrast with any accent', () => {
  fc.assert(
    fc.property(color, background, (accent, ground) => {
      const { light, dark } = readTheme(resolveTheme({ accent, ground }).css)
      for (const scheme of [light, { ...light, ...dark }]) {
        const contrast = (a: string, b: string) => wcagContrast(scheme[a]!, scheme[b]!)
        expect(contrast('--on-accent', '--accent')).toBeGreaterThanOrEqual(4.5)
        expect(contrast('--link', '--ground')).toBeGreaterThanOrEqual(4.5)
        expect(contrast('--link', '--surface')).toBeGreaterThanOrEqual(4.5)
        expect(contrast('--accent-strong', '--accent-tint')).toBeGreaterThanOrEqual(4.5)
        for (const text of ['--text', '--text-soft'])
          for (const behind of ['--ground', '--ground-tint', '--surface'])
            expect(contrast(text, behind)).toBeGreaterThanOrEqual(4.5)
        for (const text of ['--on-ink', '--on-ink-soft', '--ink-accent'])
          expect(contrast(text, '--ink')).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 1000 },
  )
})

it('a theme with any ground has enough contrast, or is refused', () => {
  expect(findLowContrast(resolveTheme({ accent: '#ffd166', ground: '#14213d' }))).toMatchObject({
    scheme: 'light',
    background: '#14213d',
  })
  expect(findLowContrast(resolveTheme({ accent: '#ffd166' }))).toBeUndefined()
  fc.assert(
    fc.property(color, background, (accent, ground) => {
      expect(findLowContrast(resolveTheme({ accent, ground }))).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(color, color, (accent, ground) => {
      const lighter = suggestGround({ accent, ground })!
      expect(findLowContrast(resolveTheme({ accent, ground: lighter }))).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})

it('a theme writes only the properties that it changes', () => {
  expect(resolveTheme({ corners: 'sharp' })).toEqual({
    css: '@layer theme{:root{--radius:0;--radius-small:0}}',
    fonts: ['besley', 'figtree'],
    light: {},
    dark: {},
  })
  expect(resolveTheme({ corners: 'sharp', decoration: 'rosette' })).toEqual(
    resolveTheme({ corners: 'sharp' }),
  )
  expect(resolveTheme({ heading: 'sans' }).fonts).toEqual(['figtree'])
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
