/** @param names with spaces between them */
export const listTags = (names: string): Set<string> => new Set(names.split(' '))

/** These tags may be in the middle of a word. */
const wordTags = listTags('abbr b em i mark strong sub sup u wbr')
/** These end a word, but not a run of text. */
const inlineTags = listTags('a bdi bdo cite code data dfn kbd q s samp small span time tspan var')
/** Whether a tag may be inside a line of text. */
export const isInlineTag = (tag: string): boolean => wordTags.has(tag) || inlineTags.has(tag)

/** Adds spaces between elements that styles set apart. */
export const separateElements = (html: string): string => html.replace(boundary, '$& ')

const boundary = /<\/(?:a|b|em|small|span|strong)>(?=<(?:a|b|em|small|span|strong)\b)/g
