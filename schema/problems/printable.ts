/** Matches characters that control a terminal instead of being shown, or that reorder the line. */
const unprintablePattern = /(?!\t)[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu

/**
 * Replaces each unprintable character with one symbol, so that columns stay the same. Keeps tabs.
 */
export const toPrintable = (text: string): string =>
  text.replace(unprintablePattern, (character) => {
    const code = character.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(controlPictures + code)
    return code === 0x7f ? '\u2421' : '\ufffd'
  })

/** Like `toPrintable`, but keeps line breaks. */
export const toPrintableLines = (text: string): string =>
  text.split('\n').map(toPrintable).join('\n')

/** Where Unicode's pictures of the control characters begin, such as ␛ for escape. */
const controlPictures = 0x2400

/** Escapes unprintable characters in JSON. Keeps line breaks, which are between values. */
export const escapeUnprintable = (json: string): string =>
  json.replace(unprintablePattern, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
