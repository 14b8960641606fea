import { clampChroma, converter, formatHex, interpolate, wcagContrast, type Oklch } from 'culori'

/** The colors of a scheme, by custom property. */
type Colors = Record<string, string>
export type ThemeColors = { accent: string; ground: string }
type ColorScheme = { colors: Colors; isDark: boolean }

/** What is shown on the ground of the page, and on what lies on it. */
const grounds = ['--ground', '--ground-tint', '--surface']
const tints = ['--accent-tint', '--good-tint', '--warn-tint']

/**
 * The colors that blocks print, the colors behind them, and the least contrast between the two: that
 * of WCAG 2.2 AA for text, and for what is not text. A test finds a color that blocks use and that is
 * missing here.
 */
export const colorPairs: { color: string; behind: string[]; least: 3 | 4.5 }[] = [
  { color: '--text', behind: [...grounds, ...tints], least: 4.5 },
  { color: '--text-soft', behind: [...grounds, ...tints], least: 4.5 },
  { color: '--link', behind: [...grounds, ...tints], least: 4.5 },
  { color: '--accent-strong', behind: [...grounds, '--accent-tint'], least: 4.5 },
  { color: '--good', behind: [...grounds, '--good-tint'], least: 4.5 },
  { color: '--accent', behind: [...grounds, '--accent-tint'], least: 3 },
  { color: '--on-accent', behind: ['--fill', '--fill-hover'], least: 4.5 },
  { color: '--on-ink', behind: ['--ink'], least: 4.5 },
  { color: '--on-ink-soft', behind: ['--ink'], least: 4.5 },
  { color: '--ink-accent', behind: ['--ink'], least: 4.5 },
  { color: '--on-ink-accent', behind: ['--ink-accent'], least: 4.5 },
]

/** Covers rounding to hexadecimal colors. */
const margin = 0.1
const toOklch = converter('oklch')
const [black, white] = ['#000000', '#ffffff'] as const

const mixColors = (a: string, b: string, share: number) =>
  formatHex(interpolate([b, a], 'oklab')(share))
const withLightness = (color: string, l: number, chroma = 1) => {
  const { c, h = 0 } = toOklch(color) as Oklch
  const lightness = Math.min(1, Math.max(0, l))
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: c * chroma, h }, 'oklch'))
}
const getLightness = (color: string) => (toOklch(color) as Oklch).l

/** Whether white text is easier to read on a color than black text. */
const isDarkColor = (color: string) => wcagContrast(white, color) > wcagContrast(black, color)

/** Moves a color toward black or white until it has enough contrast with all others. */
function moveUntilReadable(
  color: string,
  others: string[],
  least: number,
  target: typeof black | typeof white,
): string {
  const step = target === black ? -0.02 : 0.02
  for (let l = getLightness(color); l >= 0 && l <= 1; l += step) {
    // The first one is not rounded, so that a color of the author stays as it is.
    const moved = l === getLightness(color) ? color : withLightness(color, l)
    if (others.every((other) => wcagContrast(moved, other) >= least)) return moved
  }
  return target
}

/** Chooses white, nearly black or black text: one of them always has enough contrast. */
const chooseTextColor = (ground: string) =>
  [white, '#15110d'].find((text) => wcagContrast(text, ground) >= 4.5 + margin) ??
  (wcagContrast(white, ground) >= 4.5 ? white : black)

/** Derives the colors of the light scheme. On a dark ground, they are those of a dark page. */
export function createLightScheme({ accent, ground }: ThemeColors): ColorScheme {
  const isDark = isDarkColor(ground)
  const colors = isDark
    ? { ...createDarkColors(accent, ground, { ground, chroma: 1 }), '--fill': accent }
    : createLightColors(accent, ground)
  return { colors: completeColors(colors, isDark), isDark }
}

/** Derives the colors of the dark scheme. */
export const createDarkScheme = ({ accent, ground }: ThemeColors): ColorScheme => ({
  colors: completeColors(
    createDarkColors(accent, ground, { ground: withLightness(ground, 0.185, 0.9), chroma: 0.9 }),
    true,
  ),
  isDark: true,
})

/** The colors that do not follow from a theme. Keep in sync with blocks/shared/base.css. */
const statusColors: Record<'light' | 'dark', Colors> = {
  light: {
    '--good': '#17613a',
    '--good-tint': '#e5f1e6',
    '--warn-tint': '#fcf1cf',
    '--warn-line': '#c9930a',
  },
  dark: {
    '--good': '#85d49b',
    '--good-tint': '#16291d',
    '--warn-tint': '#352b0e',
    '--warn-line': '#c0951f',
  },
}

/** Moves the colors of a scheme until every pair has enough contrast. */
function completeColors(candidates: Colors, isDark: boolean): Colors {
  const [text, background] = isDark ? [white, black] : [black, white]
  const colors = { ...statusColors[isDark ? 'dark' : 'light'], ...candidates }
  for (const name of ['--ground-tint', '--surface', '--accent-tint'])
    colors[name] = moveUntilReadable(colors[name]!, [text], 4.5 + margin, background)
  colors['--fill'] ??= colors['--accent']!
  const onAccent = chooseTextColor(colors['--fill'])
  colors['--on-accent'] = onAccent
  colors['--on-ink-accent'] = chooseTextColor(colors['--ink-accent']!)
  for (const { color, behind, least } of colorPairs) {
    if (color === '--on-accent' || color === '--on-ink-accent') continue
    const target = behind.includes('--ink') ? white : text
    const others = behind.map((name) => colors[name]!)
    colors[color] = moveUntilReadable(colors[color]!, others, least + margin, target)
  }
  const awayFromText = onAccent === white ? black : white
  const strong = colors['--accent-strong']!
  colors['--fill-hover'] = moveUntilReadable(strong, [onAccent], 4.5 + margin, awayFromText)
  return colors
}

function createLightColors(accent: string, ground: string): Colors {
  const l = getLightness(ground)
  return {
    '--ground': ground,
    '--ground-tint': withLightness(ground, l - 0.028, 1.3),
    '--surface': mixColors(ground, white, 0.3),
    '--line': withLightness(ground, l - 0.12, 1.8),
    '--text': withLightness(accent, 0.23, 0.2),
    '--text-soft': withLightness(accent, 0.46, 0.2),
    '--accent': accent,
    '--accent-strong': withLightness(accent, getLightness(accent) - 0.07),
    '--accent-tint': mixColors(accent, ground, 0.1),
    '--link': accent,
    ...createInkColors(accent, { ink: 0.23, line: 0.37, chroma: 0.35 }),
  }
}

/** @param ground that of the theme. The scheme has its hue. */
function createDarkColors(
  accent: string,
  ground: string,
  { ground: own, chroma }: { ground: string; chroma: number },
): Colors {
  const l = getLightness(own)
  const surface = withLightness(ground, l + 0.06, chroma)
  const light = getLightness(accent) > 0.74 ? accent : withLightness(accent, 0.74)
  const bright = moveUntilReadable(light, [surface], 4.5 + margin, white)
  const brighter = (by: number) => withLightness(accent, Math.min(0.97, getLightness(bright) + by))
  return {
    '--ground': own,
    '--ground-tint': withLightness(ground, l + 0.03, chroma),
    '--surface': surface,
    '--line': withLightness(ground, l + 0.175, 1.2),
    '--text': withLightness(accent, 0.95, 0.1),
    '--text-soft': withLightness(accent, 0.78, 0.2),
    '--accent': bright,
    '--accent-strong': brighter(0.07),
    '--accent-tint': mixColors(bright, own, 0.15),
    '--link': brighter(0.05),
    ...createInkColors(accent, { ink: 0.14, line: 0.3, chroma: 0.3 }),
    // Black beside navy would look like a mistake.
    ...(isDarkColor(ground) && {
      '--ink': withLightness(ground, Math.max(0.1, l - 0.08), chroma),
      '--ink-line': withLightness(ground, l + 0.1, chroma),
    }),
  }
}

/** The colors of the call to action, which is dark in both schemes. */
const createInkColors = (
  accent: string,
  { ink, line, chroma }: { ink: number; line: number; chroma: number },
): Colors => ({
  '--ink': withLightness(accent, ink, chroma),
  '--on-ink': withLightness(accent, 0.96, 0.1),
  '--on-ink-soft': withLightness(accent, 0.8, 0.2),
  '--ink-line': withLightness(accent, line, chroma),
  '--ink-accent': withLightness(accent, 0.76),
})

/**
 * Finds out whether a ground is so close to a medium gray that all text on it must be nearly black,
 * or nearly white, which leaves no shade for softer text and no color for links.
 * @returns the softer text that cannot be read, and the nearest ground on which it could
 */
export function explainPlainText({ accent, ground }: ThemeColors) {
  const isPlain = (other: string) => {
    const { colors } = createLightScheme({ accent, ground: other })
    return wcagContrast(colors['--text']!, colors['--text-soft']!) < leastDifference
  }
  if (!isPlain(ground)) return undefined
  const isDark = isDarkColor(ground)
  const text = withLightness(accent, isDark ? 0.78 : 0.46, 0.2)
  const l = getLightness(ground)
  const nearest = Array.from({ length: 100 }, (_, index) => (index + 1) / 100)
    .flatMap((by) => [l + by, l - by])
    .filter((lightness) => lightness >= 0 && lightness <= 1)
    .map((lightness) => withLightness(ground, lightness))
    .find((other) => !isPlain(other))
  return { text, contrast: wcagContrast(text, ground), only: isDark ? 'white' : 'black', nearest }
}

/** The least contrast at which readers can tell text from softer text. */
const leastDifference = 1.3

/** The colors that base.css derives from others unless a theme overrides them. */
const baseColors = (colors: Colors, status: Colors): Colors => ({
  ...status,
  '--fill': colors['--accent']!,
  '--fill-hover': colors['--accent-strong']!,
})

/** Leaves out the colors that a page has without them. */
export function listWrittenColors(light: Colors, dark: Colors): { light: Colors; dark: Colors } {
  const omit = (colors: Colors, base: Colors) =>
    Object.fromEntries(Object.entries(colors).filter(([name, value]) => base[name] !== value))
  const written = omit(light, baseColors(light, statusColors.light))
  return {
    light: written,
    dark: omit(dark, { ...baseColors(dark, statusColors.dark), ...written }),
  }
}
