import { formatProblems } from '../../schema/problems/format-problems.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { formatDiff } from '../edit/format-diff.ts'
import { localizeCommands } from '../launch/commands.mjs'
import type { SheetImport } from './import-sheet.ts'
import type { CellTexts, SheetRow } from './sheet-table.ts'
import { joinSections } from '../report/print-text.ts'

/** Says what an import has changed, or would change, and what is left to a person. */
export function formatSheetImport(path: string, result: SheetImport, dryRun: boolean): string {
  const { cells, added, removed, open, refused, notes, changes, visitors } = result
  const warnings = result.newProblems.filter(({ severity }) => severity === 'warning')
  const counts = [
    ...(cells.length > 0 ? [`${formatCount(cells.length, 'cell')} changed`] : []),
    ...(added.length > 0 ? [`${formatCount(added.length, 'row')} added`] : []),
    ...(removed.length > 0 ? [`${formatCount(removed.length, 'row')} removed`] : []),
  ]
  const lines = [
    ...cells.map(
      ({ row, heading, text }) =>
        `  ${row.key}, ${heading}: ${quote(row.texts[heading])} → ${quote(text)}`,
    ),
    ...added.map((texts) => `  + ${formatRow(texts)}`),
    ...removed.map(({ texts }: SheetRow) => `  - ${formatRow(texts)}`),
  ]
  const sections = [
    [counts.length > 0 ? `${path}: ${counts.join(', ')}.` : `${path}: nothing to write.`, ...lines],
    section(
      'Changed in the sheet and in the site since it was exported:',
      open.map(
        ({ row, heading, text, site }) =>
          `  ${row.key}, ${heading}: the sheet says ${quote(text)}, the site says ${quote(site)}`,
      ),
    ),
    section('Cannot be written:', refused.map(indent)),
    section('Left as it is:', notes.map(indent)),
    visitors === '' ? [] : ['What visitors will notice:', '', visitors],
    dryRun && changes.length > 0 ? [formatDiff(changes)] : [],
    section('New warnings:', warnings.length > 0 ? ['', formatProblems(warnings)] : []),
    [formatEnd(result, dryRun)],
  ]
  return localizeCommands(joinSections(sections))
}

function formatEnd({ open, refused, changes }: SheetImport, dryRun: boolean): string {
  if (open.length > 0)
    return 'Nothing was written. Import again with --keep sheet or --keep site, or export the sheet again.'
  if (refused.length > 0)
    return 'Nothing was written. Correct these cells in the sheet, and import it again.'
  if (changes.length === 0 || dryRun) return 'Nothing was written.'
  return `Written: ${changes.map(({ file }) => file).join(', ')}.`
}

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines]

const indent = (line: string) => `  ${line}`
const quote = (text = '') => (text === '' ? 'nothing' : `"${text}"`)

const formatRow = (texts: CellTexts): string =>
  Object.values(texts)
    .filter((text) => text !== '')
    .join(' | ')
