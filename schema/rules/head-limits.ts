/** The lengths, in characters, above which search engines truncate a title or a description. */
export const titleLimit = 60
export const descriptionLimit = 155
