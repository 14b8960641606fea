/** Drawings around the point 0, 0, as SVG. */

type SealOptions = { radius: number; fill: string; line: string }

/** A rosette with a scalloped edge and concentric rings, with room for a letter. */
export function drawSeal({ radius, fill, line }: SealOptions): string {
  const ring = (share: number, width: number, extra = '') =>
    `<circle r="${roundCoordinate(radius * share)}" fill="none" stroke="${line}" stroke-width="${roundCoordinate(radius * width)}"${extra}/>`
  // A row of beads: dashes of no length with round ends. The circle must hold a whole number of them.
  const beads = 48
  const step = (2 * Math.PI * radius * 0.79) / beads
  return [
    `<path d="${drawScallopPath(radius, 28)}" fill="${fill}"/>`,
    ring(0.87, 0.014),
    ring(0.79, 0.035, ` stroke-linecap="round" stroke-dasharray="0 ${roundCoordinate(step)}"`),
    ring(0.71, 0.014),
    ring(0.655, 0.028),
  ].join('')
}

/** The same with fewer lines, for a few pixels. */
export const drawSmallSeal = ({ radius, fill, line }: SealOptions): string =>
  `<path d="${drawScallopPath(radius, 16)}" fill="${fill}"/><circle r="${roundCoordinate(radius * 0.76)}" fill="none" stroke="${line}" stroke-width="${roundCoordinate(radius * 0.055)}"/>`

/** A circle of half circles that bulge outward. */
function drawScallopPath(radius: number, petals: number): string {
  const half = Math.sin(Math.PI / petals)
  // The petals' tops touch the radius.
  const inner = radius / (Math.cos(Math.PI / petals) + half)
  const point = (index: number) => {
    const angle = (2 * Math.PI * index) / petals
    return `${roundCoordinate(inner * Math.sin(angle))} ${roundCoordinate(-inner * Math.cos(angle))}`
  }
  const bow = roundCoordinate(inner * half)
  const arcs = Array.from(
    { length: petals },
    (_, index) => `A${bow} ${bow} 0 0 1 ${point(index + 1)}`,
  )
  return `M${point(0)}${arcs.join('')}Z`
}

/** The turned lines of a certificate: one ellipse, turned a little at a time. */
export function drawGuilloche({
  radius,
  line,
  count,
  width,
}: {
  radius: number
  line: string
  count: number
  width: number
}): string {
  const ellipses = Array.from(
    { length: count },
    (_, index) =>
      `<ellipse rx="${radius}" ry="${roundCoordinate(radius * 0.62)}" transform="rotate(${roundCoordinate((180 * index) / count)})"/>`,
  )
  return `<g fill="none" stroke="${line}" stroke-width="${width}">${ellipses.join('')}</g>`
}

/** A hundredth of a unit is finer than any pixel here, and the same on every machine. */
export const roundCoordinate = (value: number): number => Math.round(value * 100) / 100
