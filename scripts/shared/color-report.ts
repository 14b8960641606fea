import { styleText } from 'node:util'
import { splitReportLine } from '../../renderer/dev/split-report-line.ts'

type Style = Parameters<typeof styleText>[0]

const severityStyles: Record<string, Style> = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  note: ['cyan', 'bold'],
}

const summaryPattern = /^(?:Nothing was built: |\d+ pages?\b.*: )/
const countPattern = /\b\d+ (error|warning|note)s?\b|\bno problems\b/g

/**
 * Colors a report of problems for a terminal, and begins each file with its name.
 * @param text what `formatProblems` returns, and lines around it
 * @param stream where it is printed. Without a terminal, or with NO_COLOR, the text stays as it is.
 */
export function colorReport(text: string, stream: NodeJS.WriteStream): string {
  const style = (format: Style, part: string) => styleText(format, part, { stream })
  // `styleText` also respects NO_COLOR and FORCE_COLOR, so its result tells whether to add colors.
  if (style('red', ' ') === ' ') return text
  let lastFile: string | undefined
  let severityStyle: Style = 'red'
  const styleHead = (location: string, severity: string, code: string) => {
    severityStyle = severityStyles[severity]!
    const file = location.replace(/:\d+:\d+$/, '')
    const heading = file === lastFile ? '' : `${style(['bold', 'underline'], file)}\n\n`
    lastFile = file
    return `${heading}${location} ${style(severityStyle, severity)} ${style('dim', code)}`
  }
  return text
    .split('\n')
    .map((line) => {
      const parts = splitReportLine(line)
      const [first, second, third] = parts
      if (first?.kind === 'location') return styleHead(first.text, second!.text, third!.text)
      if (summaryPattern.test(line))
        return line.replace(countPattern, (count, severity?: string) =>
          style(severity ? severityStyles[severity]! : ['green', 'bold'], count),
        )
      if (line.startsWith('Next: ')) return style('bold', 'Next:') + line.slice('Next:'.length)
      return parts
        .map((part) => {
          if (part.kind === 'caret') return style(severityStyle, part.text)
          if (part.kind === 'fix') return style('green', part.text)
          return part.kind === 'text' ? part.text : style('dim', part.text)
        })
        .join('')
    })
    .join('\n')
}
