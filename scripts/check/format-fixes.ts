import { formatSourceLine } from '../../schema/problems/format-problems.ts'
import { toPrintable } from '../../schema/problems/printable.ts'
import type { Problem } from '../../schema/problems/types.ts'
import { formatDiff } from '../edit/format-diff.ts'
import type { FixResult } from './fix-problems.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'

type Fixes = Omit<FixResult<unknown>, 'check'>
type FormatPath = (file: string) => string

/** Formats what `check --fix` has done: each problem, and the lines that its correction changed. */
export function formatFixes({ fixed, unfixed }: Fixes, formatPath: FormatPath): string {
  const title = (problem: Problem) => formatTitle(problem, formatPath)
  const lines = [
    fixed.length === 0
      ? 'Nothing was fixed: no mistake has a correction that is sure.'
      : `Fixed ${countMistakes(fixed)}:`,
    ...fixed.flatMap((fix) => [
      title(fix.problem),
      ...fix.lines.map(({ line, text }) => formatSourceLine(line, text)),
    ]),
    ...(unfixed.length === 0
      ? []
      : ['Not fixed, because the correction would not have helped:', ...unfixed.map(title)]),
  ]
  return lines.map(toPrintable).join('\n')
}

/** Formats what `check --fix --dry-run` would do, as a diff. */
export function formatPlannedFixes({ fixed, changes }: Fixes, formatPath: FormatPath): string {
  if (fixed.length === 0) return 'Nothing to fix: no mistake has a correction that is sure.'
  const diff = formatDiff(changes.map((change) => ({ ...change, file: formatPath(change.file) })))
  const lines = [
    ...diff.split('\n'),
    '',
    `Nothing was written. Without --dry-run, this fixes ${countMistakes(fixed)}:`,
    ...fixed.map(({ problem }) => formatTitle(problem, formatPath)),
  ]
  return lines.map(toPrintable).join('\n')
}

/** The same as data, for tools. */
export const toFixReport = ({ fixed, unfixed }: Fixes, formatPath: FormatPath) => ({
  fixed: fixed.map(({ problem, lines }) => ({ ...pickLocation(problem, formatPath), lines })),
  unfixed: unfixed.map((problem) => pickLocation(problem, formatPath)),
})

const pickLocation = ({ code, message, file, line }: Problem, formatPath: FormatPath) => ({
  code,
  message,
  file: formatPath(file),
  line,
})

const countMistakes = ({ length }: unknown[]) => formatCount(length, 'mistake')

const formatTitle = ({ file, line = 1, code, message }: Problem, formatPath: FormatPath) =>
  `  ${formatPath(file)}:${line} ${code} ${message}`
