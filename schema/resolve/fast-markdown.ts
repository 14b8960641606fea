import type { RichText } from '../page-data.ts'

/**
 * Parses Markdown that contains only paragraphs of plain text, as most texts do. It only searches
 * for characters that may be syntax; CommonMark reads all others as text.
 * (https://spec.commonmark.org/0.31.2/)
 * @returns undefined if the text may contain syntax
 */
export function fastParseMarkdown(text: string): RichText | undefined {
  if (encodedEscapePattern.test(text)) return undefined
  const encoded = text.includes('\\') ? encodeEscapes(text) : text
  if (syntaxPattern.test(encoded) || lineStartSyntaxPattern.test(encoded)) return undefined
  const paragraphs = encoded
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, '').replaceAll('\n', ' '))
  return paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ t: 'p', c: [decodeEscapes(paragraph)] }))
}

/**
 * Matches emphasis, code, deleted text, links, addresses, HTML, references, hard breaks and control
 * characters.
 */
const syntaxPattern =
  /[\\`*_[\]<>@\u0000-\u0009\u000b-\u001f\u007f]|~~|:\/\/|www\.|&[a-z#]| (?:\n|$)/i

/**
 * Matches headings, lists, rules and fences at the start of a line, and indentation, since four
 * spaces make a code block.
 */
const lineStartSyntaxPattern = /^(?:[#+=~-]|[0-9]{1,9}[.)]|[^\S\n])/m

/**
 * Escaped punctuation is text. A private-use character replaces it while syntax is searched for.
 */
const encodeEscapes = (text: string): string =>
  text.replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) =>
    String.fromCharCode(privateUseOffset + character.charCodeAt(0)),
  )
const decodeEscapes = (text: string): string =>
  text.replace(encodedEscapesPattern, (encoded) =>
    String.fromCharCode(encoded.charCodeAt(0) - privateUseOffset),
  )
const privateUseOffset = 0xe000
const encodedEscapePattern = /[\ue020-\ue07f]/
const encodedEscapesPattern = new RegExp(encodedEscapePattern, 'g')
