import { createRequire } from 'node:module'
import metrics from './fallback-metrics.json' with { type: 'json' }
import type { Typeface } from './typeface.ts'

const require = createRequire(import.meta.url)

/*
 * The metrics are those of the fonts themselves or of metric-compatible ones: Arimo for Arial,
 * Gelasio for Georgia. Each list covers Windows, macOS and iOS, then Android, then Linux.
 */

/** The typefaces of the design, by file name. May be empty. */
export const typefaces: Record<string, Typeface> = {
  besley: {
    family: 'Besley',
    source: require.resolve('@fontsource-variable/besley/files/besley-latin-wght-normal.woff2'),
    weight: 600,
    fallbacks: [
      { metrics: metrics.georgiaBold, local: ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold'] },
      { metrics: metrics.notoSerifBold, local: ['Noto Serif Bold', 'NotoSerif-Bold'] },
      { metrics: metrics.dejaVuSerifBold, local: ['DejaVu Serif Bold'] },
    ],
  },
  figtree: {
    family: 'Figtree',
    source: require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    weight: { min: 400, max: 700 },
    fallbacks: [
      {
        metrics: metrics.arial,
        local: ['Arial', 'ArialMT', 'Liberation Sans'],
        bold: {
          metrics: metrics.arialBold,
          local: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
        },
      },
      {
        metrics: metrics.roboto,
        local: ['Roboto', 'Roboto Regular', 'Roboto-Regular'],
        bold: { metrics: metrics.robotoBold, local: ['Roboto Bold', 'Roboto-Bold'] },
      },
    ],
  },
}
