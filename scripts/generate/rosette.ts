/**
 * A guilloche, the pattern of fine lines on certificates: an ellipse repeated at many angles. Each
 * SVG group contains the previous one twice, so that the file stays small.
 */

type RosetteRing = { rx: number; ry: number; doublings: number }

const rings: RosetteRing[] = [
  { rx: 492, ry: 330, doublings: 5 },
  { rx: 318, ry: 150, doublings: 5 },
]

/** Generates an SVG of 1000 by 1000 units. Used as a mask, so that the theme sets its color. */
export function generateRosette(): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-500 -500 1000 1000"><g fill="none" stroke="#000" stroke-width="1.6">',
    ...rings.map((ring, index) => drawRing(ring, `r${index}`)),
    '<circle r="132"/><circle r="124"/><circle r="497"/></g></svg>\n',
  ].join('')
}

/** Draws the copies of an ellipse over half a turn, after which they repeat. */
function drawRing({ rx, ry, doublings }: RosetteRing, id: string): string {
  let inner = `<ellipse rx="${rx}" ry="${ry}"/>`
  for (let level = 0; level < doublings; level++) {
    const name = `${id}${level}`
    const angle = Math.round((180 / 2 ** doublings) * 2 ** level * 1000) / 1000
    inner = `<g id="${name}">${inner}</g><use href="#${name}" transform="rotate(${angle})"/>`
  }
  return inner
}
