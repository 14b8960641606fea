import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** The first line of a problem: its location, severity and code. */
const headPattern = /^(\S.*?)((?::\d+:\d+)?) (error|warning|note) ([A-Z][A-Z_]+)$/
const caretPattern = /^( +\| *)(\^+)$/
const sourcePattern = /^( +\d+ \|)(.*)$/
const detailPattern = /^( {2}(?:expected|found|fix|row|template): +)(.*)$/
const severityStyles: Record<string, Style> = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  note: ['cyan', 'bold'],
}

/**
 * Colors a report of problems for a terminal, and begins each file with its name.
 * @param text what `formatProblems` returns, and lines around it
 * @param stream where it is printed. Without a terminal, or with NO_COLOR, the text stays as it is.
 */
export function colorReport(text: string, stream: NodeJS.WriteStream): string {
  const style = (format: Style, part: string) => styleText(format, part, { stream })
  // Also undone by NO_COLOR, and done by FORCE_COLOR.
  if (style('red', ' ') === ' ') return text
  let lastFile: string | undefined
  let caretStyle: Style = 'red'
  return text
    .split('\n')
    .map((line) => {
      const [, file = '', position = '', severity = '', code = ''] = headPattern.exec(line) ?? []
      if (severity !== '') {
        caretStyle = severityStyles[severity]!
        const heading = file === lastFile ? '' : `${style(['bold', 'underline'], file)}\n\n`
        lastFile = file
        return `${heading}${file}${position} ${style(caretStyle, severity)} ${style('dim', code)}`
      }
      const [, gutter, caret] = caretPattern.exec(line) ?? []
      if (gutter && caret) return style('dim', gutter) + style(caretStyle, caret)
      const [, number, source = ''] = sourcePattern.exec(line) ?? []
      if (number) return style('dim', number) + source
      const [, label, detail = ''] = detailPattern.exec(line) ?? []
      if (!label) return line
      return style('dim', label) + (label.includes('fix:') ? style('green', detail) : detail)
    })
    .join('\n')
}
