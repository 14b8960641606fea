/**
 * The fine turned lines of a certificate: ellipses, turned a little at a time. Each group holds the one before twice, so that
 * a line of text stands for many lines of the drawing.
 */

type RosetteRing = { rx: number; ry: number; doublings: number }

const rings: RosetteRing[] = [
  { rx: 492, ry: 330, doublings: 5 },
  { rx: 318, ry: 150, doublings: 5 },
]

/** A drawing of 1000 by 1000 units. It is used as a mask, so that its color is the theme's. */
export function generateRosette(): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-500 -500 1000 1000"><g fill="none" stroke="#000" stroke-width="1.6">',
    ...rings.map((ring, index) => drawRing(ring, `r${index}`)),
    '<circle r="132"/><circle r="124"/><circle r="497"/></g></svg>\n',
  ].join('')
}

/** An ellipse comes back to itself after half a turn. */
function drawRing({ rx, ry, doublings }: RosetteRing, id: string): string {
  let inner = `<ellipse rx="${rx}" ry="${ry}"/>`
  for (let level = 0; level < doublings; level++) {
    const name = `${id}${level}`
    const angle = Math.round((180 / 2 ** doublings) * 2 ** level * 1000) / 1000
    inner = `<g id="${name}">${inner}</g><use href="#${name}" transform="rotate(${angle})"/>`
  }
  return inner
}
