/** A text with the part of it that is selected. */
export type SelectedText = { text: string; start: number; end: number }

/** Puts marks around the selected words, or takes them away again. */
export function toggleMarks({ text, start, end }: SelectedText, mark: string): SelectedText {
  const [before, inner, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
  if (before.endsWith(mark) && after.startsWith(mark)) {
    const shorter = before.slice(0, -mark.length) + inner + after.slice(mark.length)
    return { text: shorter, start: start - mark.length, end: end - mark.length }
  }
  const content = inner || 'text'
  return {
    text: before + mark + content + mark + after,
    start: start + mark.length,
    end: start + mark.length + content.length,
  }
}

const linkPattern = /(?<!!)\[([^\][]*)\]\(([^()\s]*)([^()]*)\)/g

/** Finds the link that is selected in part, or that has the cursor in it. */
function findLink({ text, start, end }: SelectedText) {
  const link = [...text.matchAll(linkPattern)].find(
    ({ 0: { length }, index }) => index < end && start < index + length,
  )
  if (!link) return undefined
  const [all, label = '', href = '', title = ''] = link
  return { from: link.index, to: link.index + all.length, label, href, title }
}

/** Where the link at the cursor leads; empty if there is none. */
export const getLink = (selected: SelectedText): string => findLink(selected)?.href ?? ''

/**
 * Turns the selected words into a link, and selects them. A link at the cursor leads elsewhere then.
 * @param href empty to remove the link
 */
export function setLink(selected: SelectedText, href: string): SelectedText {
  const { text, start, end } = selected
  const link = findLink(selected)
  if (link) {
    const { from, to, label, title } = link
    const written = href === '' ? label : `[${label}](${href}${title})`
    const at = href === '' ? from : from + 1
    return {
      text: text.slice(0, from) + written + text.slice(to),
      start: at,
      end: at + label.length,
    }
  }
  if (href === '') return selected
  const label = text.slice(start, end) || 'link'
  return {
    text: `${text.slice(0, start)}[${label}](${href})${text.slice(end)}`,
    start: start + 1,
    end: start + 1 + label.length,
  }
}

/** Makes each selected line an entry of a list, or a line again. */
export function toggleList({ text, start, end }: SelectedText): SelectedText {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const to = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end)
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => line.startsWith('- '))
  const changed = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join('\n')
  return {
    text: text.slice(0, from) + changed + text.slice(to),
    start: from,
    end: from + changed.length,
  }
}
