/** Matches a bare address of which no character has a meaning in Markdown at its place. */
const plainAddress = /(?<![\w/])https:\/\/[\w./?=&%~+,;@#:-]*[\w/](?=[.,;:!?]?(?:\s|$))/g

/**
 * Text that has no Markdown in it. Citations stay, and so do addresses, which become links.
 * @param isStart whether it begins a line, where a dash or a number would make a list
 */
export function escapeText(text: string, isStart: boolean): string {
  let at = 0
  const parts: string[] = []
  for (const { 0: address, index } of text.matchAll(plainAddress)) {
    parts.push(escapePlain(text.slice(at, index)), address)
    at = index + address.length
  }
  const escaped = parts.join('') + escapePlain(text.slice(at))
  return isStart
    ? escaped.replace(/^(\s*)([-=+]|\d+(?=[.)](?:\s|$)))/, (_, space: string, mark: string) =>
        /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
      )
    : escaped
}

/** Of a citation, the brace stays. Other dialects have attributes, marks, boxes and emojis, too. */
const markPattern =
  /[*_~^[\]<>#`\\]|(?<!\$)\{|&(?=#?\w+;)|(?<=https?):(?=\/\/)|(?<=\bwww)\.|={2}|\+{2}|:{3}|!{3}|:(?=[a-z_]+:)/gi
const escapePlain = (text: string): string => text.replace(markPattern, '\\$&')

/** The text of one line of Markdown. */
export const unescapeText = (markdown: string): string =>
  markdown
    .replaceAll(/\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(?<!\\)[*~]+/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\\?\n/g, ' ')
    .trim()
