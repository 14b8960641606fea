/** Draws the mark of a site, a scalloped seal, as SVG elements that are centered at 0, 0. */

type SealOptions = { radius: number; fill: string; line: string }

/** Draws a disk with a scalloped edge and concentric rings, with space for a letter. */
export function drawScallopedSeal({ radius, fill, line }: SealOptions): string {
  const ring = (share: number, width: number, extra = '') =>
    `<circle r="${roundCoordinate(radius * share)}" fill="none" stroke="${line}" stroke-width="${roundCoordinate(radius * width)}"${extra}/>`
  // Dashes of length 0 with round caps look like beads. The circle must fit a whole number of them.
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

/** Draws a simpler seal for small sizes. */
export const drawSmallSeal = ({ radius, fill, line }: SealOptions): string =>
  `<path d="${drawScallopPath(radius, 16)}" fill="${fill}"/><circle r="${roundCoordinate(radius * 0.76)}" fill="none" stroke="${line}" stroke-width="${roundCoordinate(radius * 0.055)}"/>`

/** Draws a square with round corners, for sites without a seal. */
export function drawTile({ radius, fill }: Omit<SealOptions, 'line'>): string {
  const side = 2 * radius
  return `<rect x="${-radius}" y="${-radius}" width="${side}" height="${side}" rx="${roundCoordinate(radius * 0.45)}" fill="${fill}"/>`
}

/** Draws a circle of semicircles that bulge outward and touch `radius`. */
function drawScallopPath(radius: number, petals: number): string {
  const half = Math.sin(Math.PI / petals)
  const inner = radius / (Math.cos(Math.PI / petals) + half)
  const point = (index: number) => {
    const angle = (2 * Math.PI * index) / petals
    return `${roundCoordinate(inner * Math.sin(angle))} ${roundCoordinate(-inner * Math.cos(angle))}`
  }
  const arcRadius = roundCoordinate(inner * half)
  const arcs = Array.from(
    { length: petals },
    (_, index) => `A${arcRadius} ${arcRadius} 0 0 1 ${point(index + 1)}`,
  )
  return `M${point(0)}${arcs.join('')}Z`
}

/** Rounds to two decimals, which is finer than a pixel here and equal on every machine. */
export const roundCoordinate = (value: number): number => Math.round(value * 100) / 100
