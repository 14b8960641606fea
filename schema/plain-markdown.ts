/**
 * Markdown of nothing but words, which most texts are: its paragraphs, told by looking for signs instead of reading syntax. What CommonMark makes of
 * anything that is passed over here can only be text. (https://spec.commonmark.org/0.31.2/)
 * @returns the text of each paragraph; undefined where a sign is met that may mean something.
 */
export function readPlainMarkdown(text: string): string[] | undefined {
  if (standIn.test(text)) return undefined
  const written = text.includes('\\') ? hideEscapes(text) : text
  if (meaningful.test(written) || meaningfulAtStart.test(written)) return undefined
  const paragraphs = written
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/^\n|\n$/g, '').replaceAll('\n', ' '))
  return paragraphs.filter((paragraph) => paragraph !== '').map(showEscapes)
}

/** Emphasis, code, links, HTML, references and hard breaks, and every sign that is no sign at all. */
const meaningful = /[\\`*_[\]<>\u0000-\u0009\u000b-\u001f\u007f]|&[a-z#]| (?:\n|$)/i

/** At the beginning of a line: headings, lists, lines, fences, and every sort of space, since with enough of them it is code. */
const meaningfulAtStart = /^(?:[#+=~-]|[0-9]{1,9}[.)]|[^\S\n])/m

/** An escaped sign means nothing: a letter of nobody's alphabet takes its place. */
const hideEscapes = (text: string): string =>
  text.replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) =>
    String.fromCharCode(offset + sign.charCodeAt(0)),
  )
const showEscapes = (text: string): string =>
  text.replace(standIns, (letter) => String.fromCharCode(letter.charCodeAt(0) - offset))
const offset = 0xe000
const standIn = /[\ue020-\ue07f]/
const standIns = new RegExp(standIn, 'g')
