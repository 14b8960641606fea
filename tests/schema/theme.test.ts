/** A theme is a few values, and every color scheme derived from them must be legible. */
import fc from 'fast-check'
import { wcagContrast } from 'culori'
import { expect, it } from 'vitest'
import { resolveTheme } from '../../schema/resolve/theme.ts'

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
      for (const scheme of Object.values(readTheme(resolveTheme({ accent, ground }).css))) {
        const contrast = (a: string, b: string) => wcagContrast(scheme[a]!, scheme[b]!)
        expect(contrast('--on-accent', '--accent')).toBeGreaterThanOrEqual(4.5)
        expect(contrast('--link', '--ground')).toBeGreaterThanOrEqual(4.5)
        expect(contrast('--link', '--surface')).toBeGreaterThanOrEqual(4.5)
        expect(contrast('--accent-strong', '--accent-tint')).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { numRuns: 1000 },
  )
})

it('a theme writes only the properties that it changes', () => {
  expect(resolveTheme({ corners: 'sharp' })).toEqual({
    css: '@layer theme{:root{--radius:0;--radius-small:0}}',
    fonts: ['besley', 'figtree'],
    light: {},
    dark: {},
  })
  expect(resolveTheme({ heading: 'sans' }).fonts).toEqual(['figtree'])
})
