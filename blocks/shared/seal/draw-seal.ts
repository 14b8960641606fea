import type { PageSeal } from '../../../schema/resolved-values.ts'

/** By which angles each ring repeats its line, as fractions of one wave. */
const angleFractions: Record<PageSeal['outer'], number[]> = {
  net: [1 / 16, 1 / 8, 1 / 4, 1 / 2],
  ribbon: [1 / 30, 1 / 15, 2 / 15, 4 / 15],
  braid: [1 / 24, 1 / 12, 1 / 6, 1 / 2],
}

/** The radius of a seal, in the units of the drawing. Its center is at 0, 0. */
export const sealRadius = 500
/** The radii of the two circles around the empty center of a seal. */
export const centerRadii = [175, 160]

/**
 * A ring of wavy lines. All drawn lines are doubled by rotating them by the first angle, all of
 * these by the second, and so on.
 * @property name part of element ids, unique for each shape of ring
 * @property path path data of the one closed line that is repeated
 * @property angles in degrees
 */
export type SealRing = { name: string; path: string; angles: number[] }

/** Draws the two rings of a page's seal, in the style of engraved certificates. */
export function drawRings({ outer, waves, inner, seed }: PageSeal): SealRing[] {
  // Splits the seed into digits of a mixed-radix number, so that the values vary independently.
  let rest = seed
  const pick = (count: number) => {
    const digit = rest % count
    rest = Math.floor(rest / count)
    return digit
  }
  const depth = 270 + 15 * pick(5)
  const innerWaves = 5 + pick(4)
  const innerEdge = depth + 20 - 10 * pick(4)
  const hole = 185 + 5 * pick(4)
  const name = `${outer[0]}${waves}${inner[0]}${seed.toString(36)}`
  return [
    {
      name: `${name}a`,
      path: drawWave(sealRadius - 5, depth, waves),
      angles: toAngles(angleFractions[outer], waves),
    },
    {
      name: `${name}b`,
      path: drawWave(innerEdge, hole, innerWaves),
      angles: toAngles(angleFractions[inner], innerWaves),
    },
  ]
}

const toAngles = (shares: number[], waves: number) =>
  shares.map((share) => Math.round((36_000 / waves) * share) / 100)

/** The length of a Bézier handle, as a fraction of the arc between two extremes of a wave. */
const handleShare = 0.42

/** Draws a closed curve of `waves` waves between two radii, as path data. */
function drawWave(outer: number, inner: number, waves: number): string {
  const step = Math.PI / waves
  /** Formats a point on the tangent of an extreme, `handles` handle lengths away from it. */
  const formatPoint = (index: number, handles: number) => {
    const radius = index % 2 === 0 ? outer : inner
    const along = radius * step * handleShare * handles
    const [sine, cosine] = [Math.sin(index * step), Math.cos(index * step)]
    const x = Math.round(radius * sine + along * cosine)
    const y = Math.round(along * sine - radius * cosine)
    return y < 0 ? `${x}${y}` : `${x} ${y}`
  }
  const curves = Array.from({ length: 2 * waves - 1 }, (_, index) => {
    const [handle, end] = [formatPoint(index + 2, -1), formatPoint(index + 2, 0)]
    return `${handle.startsWith('-') ? '' : ' '}${handle}${end.startsWith('-') ? '' : ' '}${end}`
  })
  const first = `${formatPoint(0, 0)}C${formatPoint(0, 1)} ${formatPoint(1, -1)} ${formatPoint(1, 0)}`
  return `M${first}S${curves.join('').trimStart()}Z`
}
