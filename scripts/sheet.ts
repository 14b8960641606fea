/** `npm run sheet`: writes a part of the site as a spreadsheet, and takes back what was changed. */
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { formatCount } from '../schema/util/format-first-items.ts'
import { formatCommand } from './launch/commands.mjs'
import { printText } from './report/print-report.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { readReportedSite } from './shared/read-site-report.ts'
import { toSiteArgs } from './shared/usage.ts'
import { UserError } from './shared/user-error.ts'
import { SiteEdits } from './edit/site-edits.ts'

export const command = defineCommand({
  name: 'sheet',
  forms: ['export facts|pages|SET FILE', 'import FILE'],
  arguments: {
    facts: 'The ledger: prices, times and claims, with their sources.',
    pages: 'Every page: address, title, description, short name, main heading.',
    SET: 'The rows of a set, by its address such as /visits/{town}, or by the file of the rows.',
    FILE: 'A spreadsheet: .xlsx or .csv.',
  },
  options: {
    'dry-run': 'With import: show the changes as a diff, and write nothing.',
    keep: {
      value: 'WHICH',
      help: 'With import: what counts where the sheet and the site have both changed a cell: sheet or site.',
      choices: ['sheet', 'site'] as const,
    },
    ...siteOptions,
  },
  examples: {
    'export facts prices.xlsx': 'Write the ledger as a spreadsheet.',
    'export pages pages.csv': 'Write the titles and descriptions of all pages.',
    "export '/visits/{town}' towns.xlsx": 'Write the rows of a set.',
    'import prices.xlsx --dry-run': 'Show what a changed sheet would change.',
    'import prices.xlsx': 'Write it.',
    'import prices.xlsx --keep sheet': 'Write it, also over what others have changed since.',
  },
  async run({ site, keep, 'dry-run': dryRun }, [action, ...args]) {
    const [name, path = name] = args
    const isExport = action === 'export' && args.length === 2
    const isImport = action === 'import' && args.length === 1
    if (!(isExport || isImport) || name === undefined || path === undefined)
      throw new UsageError('Write export, what and a file, or import and a file')
    if (!/^\.(?:xlsx|csv)$/i.test(extname(path)))
      throw new UsageError(`A sheet ends with .xlsx or .csv, unlike "${path}"`)
    if (isExport && (dryRun || keep !== undefined))
      throw new UsageError('--dry-run and --keep belong to import')
    if (isImport) {
      const { importSheet } = await import('./sheet/import-sheet.ts')
      const { formatSheetImport } = await import('./sheet/format-import.ts')
      const result = await importSheet(site, path, { dryRun, keep })
      printText(formatSheetImport(path, result, dryRun))
      return result.open.length + result.refused.length > 0 ? 1 : 0
    }
    if (existsSync(path))
      throw new UserError(`${path} exists already, perhaps with changes. Choose another name.`)
    const { describeSheet } = await import('./sheet/describe-sheet.ts')
    const { writeSheet } = await import('./sheet/write-sheet.ts')
    const resolved = await readReportedSite(site, { everything: true })
    const table = await describeSheet({ edits: new SiteEdits(site), resolved }, name)
    await writeSheet(path, table)
    const next = formatCommand('sheet', ['import', path, ...toSiteArgs(site)])
    printText(
      `${path} has ${formatCount(table.rows.length, 'row')}. Change cells, add or remove rows, and keep the last column.\nNext: ${next}`,
    )
    return 0
  },
})

runCommand(import.meta.url, command)
