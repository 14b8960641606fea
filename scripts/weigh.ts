/** `npm run weigh`: what each page of the built site weighs, against the budgets. Exit 1 beyond a budget, 2 on wrong usage. */
import { findExcesses } from './build/budgets.ts'
import { percentile, summarizeWeights, weighFolder } from './build/weigh-folder.ts'
import type { PageWeight } from './build/weigh-page.ts'
import { readOptions, runScript, UsageError } from './options.ts'

const formats = ['text', 'json']
const usage = `Usage: npm run weigh -- [--dir DIR] [--format ${formats.join('|')}]`

type Column = { title: string; value: (page: PageWeight) => string | number }

const columns: Column[] = [
  { title: 'HTML br', value: ({ html }) => html.brotli },
  { title: 'raw', value: ({ html }) => html.raw },
  { title: 'css in it', value: ({ inlinedCss }) => inlinedCss },
  { title: 'css br', value: ({ linkedCss }) => linkedCss },
  { title: 'JS br', value: ({ load }) => load.script.brotli },
  { title: 'gz', value: ({ load }) => load.script.gzip },
  { title: 'fonts', value: ({ load }) => load.fonts.preloaded },
  { title: 'requests', value: ({ requests }) => requests },
]

async function main(args: string[]): Promise<number> {
  const { dir, format } = readOptions(args, usage, {
    dir: { type: 'string', default: 'dist' },
    format: { type: 'string', default: 'text' },
  })
  if (!formats.includes(format))
    throw new UsageError(`--format is ${formats.join(' or ')}, not "${format}"`, usage)
  const pages = await weighFolder(dir).catch((error: NodeJS.ErrnoException) =>
    ['ENOENT', 'ENOTDIR'].includes(error.code ?? '') ? [] : Promise.reject(error),
  )
  if (pages.length === 0) {
    console.error(`There is no built site in ${dir}. Run: npm run build`)
    return 1
  }
  const excesses = findExcesses(pages).map(({ text }) => text)
  if (format === 'json')
    console.log(
      JSON.stringify(
        { percentile95: percentile(pages, 0.95), maximum: percentile(pages, 1), excesses, pages },
        null,
        2,
      ),
    )
  else
    console.log(
      `${writeTable(pages)}\n\n${pages.length} pages: ${summarizeWeights(pages)}\n${excesses.length === 0 ? 'Every budget is kept.' : excesses.map((excess) => `Too heavy: ${excess}`).join('\n')}`,
    )
  return excesses.length === 0 ? 0 : 1
}

function writeTable(pages: PageWeight[]): string {
  const rows = [
    columns.map(({ title }) => title),
    ...pages.map((page) => columns.map(({ value }) => value(page).toLocaleString('en-US'))),
  ]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)))
  const names = ['page', ...pages.map(({ route, live }) => (live ? `${route} (live)` : route))]
  return rows
    .map(
      (row, index) =>
        `${row.map((cell, column) => cell.padStart(widths[column]!)).join('  ')}  ${names[index]}`,
    )
    .join('\n')
}

runScript(import.meta.url, main)
