import type { FileLine } from '../source/position-types.ts'
import type { Problem } from './types.ts'

export const problemFormats = ['text', 'json', 'github'] as const
export type ProblemFormat = (typeof problemFormats)[number]

/** Formats problems as text for people, as JSON for tools, or as GitHub annotations. */
export function formatProblems(problems: Problem[], format: ProblemFormat = 'text'): string {
  if (format === 'json')
    return JSON.stringify({ summary: countProblems(problems), problems }, null, 2)
  if (format === 'github') return problems.map(formatAnnotation).join('\n')
  return problems.map(formatProblem).join('\n\n')
}

/** One problem as text: location and code, message, excerpt with a caret, details and fix. */
function formatProblem(problem: Problem): string {
  const { file, line, column, code, severity, message, suggestion } = problem
  const location = line === undefined ? file : `${file}:${line}:${column}`
  const didYouMean = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`
  return [
    `${location} ${severity} ${code}`,
    `  ${message}${didYouMean}`,
    ...formatExcerpt(problem),
    problem.setOrigin &&
      `  ${problem.setOrigin.inRow ? 'template:' : 'row:     '} ${describeSetOrigin(problem.setOrigin)}`,
    problem.expected && `  expected: ${problem.expected}`,
    problem.found && `  found:    ${problem.found.replace(/\s*\n\s*/g, ' ↵ ')}`,
    `  fix:      ${problem.fix}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The other origin of a page in a set: its row, or the template property that the cell fills. */
function describeSetOrigin({
  route,
  template,
  rows,
  inRow,
  otherRowCount = 0,
  otherLines = [],
}: NonNullable<Problem['setOrigin']>): string {
  const location = ({ file, line }: FileLine) => `${file}:${line}`
  const half = inRow ? location(template) : `${rows.map(location).join(' and ')}, ${route}`
  if (otherRowCount === 0) return half
  const lines =
    otherLines.length > 0
      ? ` (line ${otherLines.join(', ')}${otherRowCount > otherLines.length ? ' …' : ''})`
      : ''
  return `${half}, and ${otherRowCount} more ${otherRowCount === 1 ? 'row' : 'rows'}${lines}`
}

/** Longer lines are cut around the caret to fit a terminal. */
const maxExcerptWidth = 96

function formatExcerpt({ line, column = 1, endColumn = column + 1, excerpt }: Problem): string[] {
  if (line === undefined || excerpt === undefined) return []
  const from = column > maxExcerptWidth - 16 ? column - 33 : 0
  const shown = excerpt.slice(from, from + maxExcerptWidth)
  const gutter = String(line).padStart(5)
  // Keep tabs in the padding, so that the caret lines up in every terminal.
  const padding = shown.slice(0, column - 1 - from).replace(/[^\t]/g, ' ')
  const carets = '^'.repeat(Math.max(1, Math.min(endColumn, from + shown.length + 1) - column))
  return [`  ${gutter} | ${shown}`, `  ${' '.repeat(gutter.length)} | ${padding}${carets}`]
}

/** https://docs.github.com/actions/reference/workflow-commands */
function formatAnnotation({
  file,
  line = 1,
  column = 1,
  endColumn = column,
  severity,
  code,
  message,
  suggestion,
  fix,
  setOrigin,
}: Problem): string {
  const level = severity === 'note' ? 'notice' : severity
  const text = `${message}${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`} ${fix}${setOrigin === undefined ? '' : ` ${setOrigin.inRow ? 'Template' : 'Row'}: ${describeSetOrigin(setOrigin)}.`}`
  const property = (value: string | number) =>
    escapeWorkflowData(String(value)).replace(/:/g, '%3A').replace(/,/g, '%2C')
  return `::${level} file=${property(file)},line=${line},col=${column},endColumn=${endColumn},title=${property(code)}::${escapeWorkflowData(text)}`
}

const escapeWorkflowData = (text: string) =>
  text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')

function countProblems(problems: Problem[]): { errors: number; warnings: number; notes: number } {
  const count = (severity: string) =>
    problems.filter((problem) => problem.severity === severity).length
  return { errors: count('error'), warnings: count('warning'), notes: count('note') }
}

/** Counts problems by severity: `2 errors, 1 warning`. */
export function summarizeProblems(problems: Problem[]): string {
  const { errors, warnings, notes } = countProblems(problems)
  const format = (n: number, word: string) => (n === 0 ? [] : [`${n} ${word}${n === 1 ? '' : 's'}`])
  return (
    [...format(errors, 'error'), ...format(warnings, 'warning'), ...format(notes, 'note')].join(
      ', ',
    ) || 'no problems'
  )
}
