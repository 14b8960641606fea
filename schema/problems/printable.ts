/** Characters that a terminal obeys instead of showing them, or that reorder the rest of a line. */
const unprintablePattern = /(?!\t)[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu

/** Shows each unprintable character as one symbol, so that columns stay the same. Keeps tabs. */
export const toPrintable = (text: string): string =>
  text.replace(unprintablePattern, (character) => {
    const code = character.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(controlPictures + code)
    return code === 0x7f ? '\u2421' : '\ufffd'
  })

/** The same for a text of several lines, which stay. */
export const toPrintableLines = (text: string): string =>
  text.split('\n').map(toPrintable).join('\n')

/** Unicode has a picture of each control character below the space, such as ␛ for escape. */
const controlPictures = 0x2400

/** Escapes unprintable characters in JSON. Line breaks between its values stay. */
export const escapeUnprintable = (json: string): string =>
  json.replace(unprintablePattern, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
