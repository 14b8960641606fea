/** An arrow to the east around the origin, as the data of a path. */
export const arrowPath = 'M-7-6 7 0-7 6-4 0z'
