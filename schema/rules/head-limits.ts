/** In characters. Search engines cut what is longer. */
export const titleLimit = 60
export const descriptionLimit = 155
