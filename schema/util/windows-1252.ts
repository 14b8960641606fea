/**
 * The characters of Windows-1252 for the bytes from 0x80 to 0x9F, as the Encoding Standard lists
 * them. Node's own decoder reads these bytes as Latin-1, in which they are control characters.
 */
export const windows1252Controls = [
  ...'\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f',
  ...'\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178',
]

const bytesByCharacter = new Map(
  windows1252Controls.map((character, index) => [character, 0x80 + index]),
)

export const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (control) => windows1252Controls[control.charCodeAt(0) - 0x80]!)

export const encodeWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => bytesByCharacter.get(character) ?? character.charCodeAt(0))
