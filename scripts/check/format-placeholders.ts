import type { Problem } from '../../schema/problems/types.ts'
import { toPrintable } from '../../schema/problems/printable.ts'

/**
 * Formats placeholders by file: a line for each, with what to type. Editors' terminals recognize
 * `12:7` below the name of a file as a link.
 */
export function formatPlaceholders(placeholders: Problem[]): string {
  const files = new Set(placeholders.map(({ file }) => file))
  const sections = [...files].map((file) => {
    const lines = placeholders.filter((problem) => problem.file === file).map(formatPlaceholder)
    return [file, ...lines].map(toPrintable).join('\n')
  })
  const title = 'Left out of the published site, until it is real:'
  return sections.length === 0 ? '' : [title, ...sections].join('\n\n')
}

function formatPlaceholder({ line = 1, column = 1, message, setOrigin, fix }: Problem): string {
  const what = message.replace(/ is a placeholder\.$/, '')
  // A template is one item, however many pages it makes.
  const others = setOrigin?.otherRowCount ? ` and ${setOrigin.otherRowCount} more` : ''
  return `  ${`${line}:${column}`.padEnd(8)}${what}${others} – ${fix}`
}
