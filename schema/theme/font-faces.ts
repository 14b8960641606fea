import { createFontStack } from '@capsizecss/core'
import { fromBuffer } from '@capsizecss/unpack'
import type { FontStyle, FontWeight } from './pairings.ts'
import metrics from './fallback-metrics.json' with { type: 'json' }
import { cutFont, type FontFile } from './cut-font.ts'

type FontMetrics = Parameters<typeof createFontStack>[0][number]
/** A system font: its metrics, and the names by which `local()` finds it. */
type FallbackFont = { metrics: FontMetrics; local: string[] }

/*
 * The metrics are those of the fonts themselves or of metric-compatible ones: Arimo for Arial,
 * Gelasio for Georgia. Each list covers Windows, macOS and iOS, then Android, then Linux.
 */
const fallbacks: Record<FontStyle, { regular: FallbackFont; bold: FallbackFont }[]> = {
  serif: [
    {
      regular: { metrics: metrics.georgia, local: ['Georgia', 'Gelasio'] },
      bold: {
        metrics: metrics.georgiaBold,
        local: ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold'],
      },
    },
    {
      regular: { metrics: metrics.notoSerif, local: ['Noto Serif', 'NotoSerif'] },
      bold: { metrics: metrics.notoSerifBold, local: ['Noto Serif Bold', 'NotoSerif-Bold'] },
    },
    {
      regular: { metrics: metrics.dejaVuSerif, local: ['DejaVu Serif'] },
      bold: { metrics: metrics.dejaVuSerifBold, local: ['DejaVu Serif Bold'] },
    },
  ],
  'sans-serif': [
    {
      regular: { metrics: metrics.arial, local: ['Arial', 'ArialMT', 'Liberation Sans'] },
      bold: {
        metrics: metrics.arialBold,
        local: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
      },
    },
    {
      regular: { metrics: metrics.roboto, local: ['Roboto', 'Roboto Regular', 'Roboto-Regular'] },
      bold: { metrics: metrics.robotoBold, local: ['Roboto Bold', 'Roboto-Bold'] },
    },
  ],
}

/** The weight of most bold text, and the least weight for which a fallback's bold font is used. */
const boldWeight = 650
const leastBoldWeight = 550

/**
 * Writes the rules that load a typeface. Until it has loaded, a system font is shown that is scaled
 * to take about as much space.
 * @param files from the lightest to the boldest, each with its URL
 */
export async function formatFontFaces(
  { family, style }: { family: string; style: FontStyle },
  files: (FontFile & { url: string })[],
): Promise<string> {
  const rules = files.map(({ weight, url }) =>
    formatFontFace({
      fontFamily: family,
      src: `url("${url}") format('woff2')`,
      fontWeight: formatWeights(weight),
      fontDisplay: 'swap',
    }),
  )
  const [lightest, boldest] = [files[0]!, files.at(-1)!]
  const min = getRange(lightest.weight).min
  const max = getRange(boldest.weight).max
  const hasBoth = min < leastBoldWeight && max >= leastBoldWeight
  const [regularWeights, boldWeights] = hasBoth
    ? [`${min} ${leastBoldWeight - 1}`, `${leastBoldWeight} ${max}`]
    : [formatWeights({ min, max }), formatWeights({ min, max })]
  const regular = min < leastBoldWeight && (await measureFont(lightest, min))
  const bold =
    max >= leastBoldWeight && (await measureFont(boldest, Math.min(max, Math.max(min, boldWeight))))
  for (const fallback of fallbacks[style]) {
    const add = (weights: string | number, target: FontMetrics, used: FallbackFont) =>
      rules.push(formatFallbackFace(family, weights, target, used))
    if (regular) add(regularWeights, regular, fallback.regular)
    if (bold) add(boldWeights, bold, fallback.bold)
  }
  return `${rules.join('\n')}\n`
}

export const getRange = (weight: FontWeight) =>
  typeof weight === 'number' ? { min: weight, max: weight } : weight

function formatWeights(weight: FontWeight): string | number {
  const { min, max } = getRange(weight)
  return min === max ? min : `${min} ${max}`
}

/** Measures one weight of a font. Heavier letters are wider. */
async function measureFont(font: FontFile, weight: number): Promise<FontMetrics> {
  return fromBuffer(await cutFont({ ...font, weight }, 'truetype'))
}

function formatFallbackFace(
  family: string,
  weights: string | number,
  target: FontMetrics,
  { metrics, local }: FallbackFont,
): string {
  const { fontFaces } = createFontStack([target, metrics], { fontFaceFormat: 'styleObject' })
  const { src: _, ...overrides } = fontFaces[0]!['@font-face']
  // Every page carries these figures. A thousandth of a letter is no pixel.
  const rounded = Object.entries(overrides).map(([name, text]) => [
    name,
    String(text).replace(/\d+\.\d+/, (figure) => String(Number(Number(figure).toFixed(1)))),
  ])
  return formatFontFace({
    ...Object.fromEntries(rounded),
    fontFamily: `${family} ${metrics.familyName}`,
    src: local.map((name) => `local('${name}')`).join(', '),
    fontWeight: weights,
  })
}

function formatFontFace(properties: Record<string, unknown>): string {
  const name = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const value = (key: string, text: unknown) =>
    key === 'fontFamily' ? `'${String(text).replaceAll(/["']/g, '')}'` : text
  return `@font-face {\n${Object.entries(properties)
    .map(([key, text]) => `  ${name(key)}: ${value(key, text)};`)
    .join('\n')}\n}`
}
