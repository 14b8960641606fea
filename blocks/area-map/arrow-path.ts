/** SVG path data for an arrow that points east, centered on the origin. */
export const arrowPath = 'M-7-6 7 0-7 6-4 0z'
