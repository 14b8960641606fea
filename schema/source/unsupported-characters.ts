/**
 * Matches tabs, line breaks other than line feeds, control characters and byte order marks. They
 * are rare, and YAML has special rules for each.
 */
export const unsupportedCharacterPattern =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/

/**
 * Matches what is not ASCII text in bytes of UTF-8 that are read as one character each: controls, and
 * the first byte of each other character.
 */
const special = /[^\n\x20-\x7e\x80-\xbf]/g

/**
 * Finds multibyte characters in UTF-8.
 * @param bytes the bytes, each as one character
 * @returns the ascending offsets of their first bytes; undefined if a character is unsupported. A CR
 * before an LF is supported.
 */
export function findMultibyteOffsets(bytes: string): number[] | undefined {
  const offsets: number[] = []
  for (const { 0: first, index } of bytes.matchAll(special)) {
    if (first === '\r' && bytes[index + 1] === '\n') continue
    if (first < '\x80' || isUnsupportedSequence(bytes, index)) return undefined
    offsets.push(index)
  }
  return offsets
}

/** Whether these bytes are a control character, a line separator or no character at all. */
function isUnsupportedSequence(bytes: string, at: number): boolean {
  const [first, second, third] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!]
  if (first === '\xc2') return second < '\xa0'
  if (first === '\xe2') return second === '\x80' && (third === '\xa8' || third === '\xa9')
  if (first !== '\xef') return false
  return (second === '\xbb' && third === '\xbf') || (second === '\xbf' && third >= '\xbe')
}
