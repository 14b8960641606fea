/**
 * A part of a line in a problem report.
 * @property kind its role; a caret and a code are marked with the severity of their problem
 */
export type ReportPart = {
  text: string
  kind: 'location' | 'severity' | 'code' | 'gutter' | 'caret' | 'label' | 'fix' | 'text'
}

/** The first line of a problem: its location, severity and code. */
const headPattern = /^(\S.*?(?::\d+:\d+)?) (error|warning|note) ([A-Z][A-Z_]+)$/
const caretPattern = /^( +\| *)(\^+)$/
const sourcePattern = /^( +\d+ \|)(.*)$/
const detailPattern = /^( {2}(?:expected|found|fix|row|template): +)(.*)$/

/** Splits a line from `formatProblems` into parts, which a terminal or the browser can color. */
export function splitReportLine(line: string): ReportPart[] {
  const [, location, severity = '', code = ''] = headPattern.exec(line) ?? []
  if (location)
    return [
      { text: location, kind: 'location' },
      { text: severity, kind: 'severity' },
      { text: code, kind: 'code' },
    ]
  const [, gutter, caret = ''] = caretPattern.exec(line) ?? []
  if (gutter)
    return [
      { text: gutter, kind: 'gutter' },
      { text: caret, kind: 'caret' },
    ]
  const [, number, source = ''] = sourcePattern.exec(line) ?? []
  if (number)
    return [
      { text: number, kind: 'gutter' },
      { text: source, kind: 'text' },
    ]
  const [, label, detail = ''] = detailPattern.exec(line) ?? []
  if (!label) return [{ text: line, kind: 'text' }]
  return [
    { text: label, kind: 'label' },
    { text: detail, kind: label.includes('fix:') ? 'fix' : 'text' },
  ]
}
