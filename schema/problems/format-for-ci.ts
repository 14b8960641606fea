import { createHash } from 'node:crypto'
import type { Problem } from './types.ts'

/** https://docs.github.com/actions/reference/workflow-commands */
export function formatGitHubAnnotation(problem: Problem, text: string): string {
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
export const describeForGitLab = (
  { file, line = 1, severity, code }: Problem,
  description: string,
) => ({
  description,
  check_name: code,
  severity: gitLabSeverities[severity],
  // The line is not included, so that a problem that only moves is not a new one.
  fingerprint: createHash('sha256').update([code, file, description].join('\n')).digest('hex'),
  location: { path: file, lines: { begin: line } },
})
