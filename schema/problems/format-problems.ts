import { createHash } from 'node:crypto'
import { formatFileLine, formatPosition } from './location.ts'
import type { Problem } from './problem.ts'
import { escapeUnprintable, toPrintable } from './printable.ts'
import { formatCount } from '../util/format-first-items.ts'

export const problemFormats = ['text', 'json', 'github', 'gitlab'] as const
export type ProblemFormat = (typeof problemFormats)[number]

/**
 * Formats problems as text for people, as JSON for tools, as GitHub annotations, or as a Code
 * Quality report for GitLab.
 * @param more additional properties of the JSON
 */
export function formatProblems(
  problems: Problem[],
  format: ProblemFormat = 'text',
  more: object = {},
): string {
  if (format === 'json') {
    const report = { summary: countBySeverity(problems), ...more, problems }
    return escapeUnprintable(JSON.stringify(report, null, 2))
  }
  if (format === 'github')
    return problems
      .map((problem) => toPrintable(formatGitHubAnnotation(problem, describeProblem(problem))))
      .join('\n')
  if (format === 'gitlab') {
    const report = problems.map((problem) => describeForGitLab(problem, describeProblem(problem)))
    return escapeUnprintable(JSON.stringify(report, null, 2))
  }
  return problems.map(formatProblem).join('\n\n')
}

/** Formats a problem as text: location and code, message, excerpt with a caret, details and fix. */
function formatProblem(problem: Problem): string {
  const { code, severity, message, suggestion } = problem
  const didYouMean = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`
  return [
    `${formatPosition(problem)} ${severity} ${code}`,
    `  ${message}${didYouMean}`,
    ...formatExcerpt(problem),
    problem.setOrigin &&
      `  ${problem.setOrigin.inRow ? 'template:' : 'row:     '} ${describeSetOrigin(problem.setOrigin)}`,
    problem.expected && `  expected: ${problem.expected}`,
    problem.found && `  found:    ${problem.found}`,
    `  fix:      ${formatFix(problem)}`,
    ...(problem.correction?.lines ?? []).map(({ line, text }) => formatSourceLine(line, text)),
  ]
    .flatMap((row) => row || [])
    .map((row) => toPrintable(row.replace(/\s*\n\s*/g, ' ↵ ')))
    .join('\n')
}

/** Formats the fix. A colon leads to the corrected lines, if they follow. */
const formatFix = ({ fix, correction }: Problem) =>
  correction?.lines?.length ? fix.replace(/\.$/, ':') : fix

/** Formats a line of a file, with its number. */
export const formatSourceLine = (line: number, text: string) =>
  `  ${String(line).padStart(5)} | ${text}`

/**
 * Describes the other origin of a page in a set: its row or, for a problem in a cell, the property
 * of the template that the cell fills.
 */
function describeSetOrigin({
  route,
  template,
  rows,
  inRow,
  otherRowCount = 0,
  otherLines = [],
}: NonNullable<Problem['setOrigin']>): string {
  const half = inRow
    ? formatFileLine(template)
    : `${rows.map(formatFileLine).join(' and ')}, ${route}`
  if (otherRowCount === 0) return half
  const lines =
    otherLines.length > 0
      ? ` (line ${otherLines.join(', ')}${otherRowCount > otherLines.length ? ' …' : ''})`
      : ''
  return `${half}, and ${formatCount(otherRowCount, 'more row')}${lines}`
}

/** Longer lines are cut around the caret to fit a terminal. */
const maxExcerptWidth = 96

function formatExcerpt({ line, column = 1, endColumn = column + 1, excerpt }: Problem): string[] {
  if (line === undefined || excerpt === undefined) return []
  const from = column > maxExcerptWidth - 16 ? column - 33 : 0
  const shown = excerpt.slice(from, from + maxExcerptWidth)
  // Keep tabs in the padding, so that the caret lines up in every terminal.
  const padding = shown.slice(0, column - 1 - from).replace(/[^\t]/g, ' ')
  const carets = '^'.repeat(Math.max(1, Math.min(endColumn, from + shown.length + 1) - column))
  const source = formatSourceLine(line, shown)
  return [source, `${' '.repeat(source.length - shown.length - 2)}| ${padding}${carets}`]
}

/** Describes a problem in one paragraph, for tools that show its location themselves. */
function describeProblem(problem: Problem): string {
  const { message, suggestion, correction, setOrigin } = problem
  const lines = (correction?.lines ?? []).map(({ text }) => `\n${text}`).join('')
  return `${message}${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`} ${formatFix(problem)}${lines}${setOrigin === undefined ? '' : ` ${setOrigin.inRow ? 'Template' : 'Row'}: ${describeSetOrigin(setOrigin)}.`}`
}

function countBySeverity(problems: Problem[]): { errors: number; warnings: number; notes: number } {
  const count = (severity: string) =>
    problems.filter((problem) => problem.severity === severity).length
  return { errors: count('error'), warnings: count('warning'), notes: count('note') }
}

/** Counts problems by severity: `2 errors, 1 warning`. */
export function summarizeProblems(problems: Problem[]): string {
  const { errors, warnings, notes } = countBySeverity(problems)
  const format = (count: number, noun: string) => (count === 0 ? [] : [formatCount(count, noun)])
  return (
    [...format(errors, 'error'), ...format(warnings, 'warning'), ...format(notes, 'note')].join(
      ', ',
    ) || 'no problems'
  )
}

/** https://docs.github.com/actions/reference/workflow-commands */
function formatGitHubAnnotation(problem: Problem, text: string): string {
  const { file, line = 1, column = 1, endColumn = column, severity, code } = problem
  const level = severity === 'note' ? 'notice' : severity
  const property = (value: string | number) =>
    escapeWorkflowData(String(value)).replace(/:/g, '%3A').replace(/,/g, '%2C')
  return `::${level} file=${property(file)},line=${line},col=${column},endColumn=${endColumn},title=${property(code)}::${escapeWorkflowData(text)}`
}

const escapeWorkflowData = (text: string) =>
  text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A')

const gitLabSeverities = { error: 'major', warning: 'minor', note: 'info' } as const

/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
const describeForGitLab = ({ file, line = 1, severity, code }: Problem, description: string) => ({
  description,
  check_name: code,
  severity: gitLabSeverities[severity],
  // The line is not included, so that a problem that only moves is not a new one.
  fingerprint: createHash('sha256').update([code, file, description].join('\n')).digest('hex'),
  location: { path: file, lines: { begin: line } },
})
