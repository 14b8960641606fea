import type { RichText } from '../page-data.ts'

/**
 * Markdown of nothing but words, which most texts are: its paragraphs, told by looking for signs instead of reading syntax. What CommonMark makes of
 * anything that is passed over here can only be text. (https://spec.commonmark.org/0.31.2/)
 * @returns the text of each paragraph; undefined where a sign is met that may mean something.
 */
export function fastParseMarkdown(text: string): RichText | undefined {
  if (encodedEscapePattern.test(text)) return undefined
  const written = text.includes('\\') ? encodeEscapes(text) : text
  if (syntaxPattern.test(written) || lineStartSyntaxPattern.test(written)) return undefined
  const paragraphs = written
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, '').replaceAll('\n', ' '))
  return paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ t: 'p', c: [decodeEscapes(paragraph)] }))
}

/** Emphasis, code, links, HTML, references and hard breaks, and every sign that is no sign at all. */
const syntaxPattern = /[\\`*_[\]<>\u0000-\u0009\u000b-\u001f\u007f]|&[a-z#]| (?:\n|$)/i

/** At the beginning of a line: headings, lists, lines, fences, and every sort of space, since with enough of them it is code. */
const lineStartSyntaxPattern = /^(?:[#+=~-]|[0-9]{1,9}[.)]|[^\S\n])/m

/** An escaped sign means nothing: a letter of nobody's alphabet takes its place. */
const encodeEscapes = (text: string): string =>
  text.replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) =>
    String.fromCharCode(privateUseOffset + sign.charCodeAt(0)),
  )
const decodeEscapes = (text: string): string =>
  text.replace(encodedEscapesPattern, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - privateUseOffset),
  )
const privateUseOffset = 0xe000
const encodedEscapePattern = /[\ue020-\ue07f]/
const encodedEscapesPattern = new RegExp(encodedEscapePattern, 'g')
