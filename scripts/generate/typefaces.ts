import { createRequire } from 'node:module'
import arial from '@capsizecss/metrics/arial'
import georgia from '@capsizecss/metrics/georgia'
import type { Typeface } from './typeface.ts'

const require = createRequire(import.meta.url)

/** The typefaces of the design, by file name. May be empty. */
export const typefaces: Record<string, Typeface> = {
  besley: {
    family: 'Besley',
    source: require.resolve('@fontsource-variable/besley/files/besley-latin-wght-normal.woff2'),
    weight: 600,
    fallback: { metrics: georgia, generic: 'serif' },
  },
  figtree: {
    family: 'Figtree',
    source: require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    weight: { min: 400, max: 700 },
    fallback: { metrics: arial, generic: 'sans-serif' },
  },
}
