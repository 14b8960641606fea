/**
 * `npm run page-weight`: measures each page of the built site and checks the budgets. Exits with 1
 * if a budget is exceeded, 2 on wrong usage.
 */
import { findBudgetViolations } from './prerender/budgets/budgets.ts'
import {
  computePercentile,
  summarizeWeights,
  measureOutputPages,
} from './prerender/budgets/measure-output.ts'
import type { DetailedPageWeight } from './prerender/budgets/page-weight.ts'
import { getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { builtSiteOptions, formatOption } from './shared/options.ts'
import { explainMissingBuild } from './shared/site-folders.ts'
import { formatColumns } from './report/print-text.ts'

type WeightColumn = { title: string; value: (page: DetailedPageWeight) => string | number }

const weightColumns: WeightColumn[] = [
  { title: 'HTML br', value: ({ html }) => html.brotli },
  { title: 'raw', value: ({ html }) => html.raw },
  { title: 'inline CSS', value: ({ inlinedCss }) => inlinedCss },
  { title: 'CSS br', value: ({ linkedCss }) => linkedCss },
  { title: 'JS br', value: ({ load }) => load.script.brotli },
  { title: 'gz', value: ({ load }) => load.script.gzip },
  { title: 'fonts', value: ({ load }) => load.fonts.preloaded },
  { title: 'requests', value: ({ requests }) => requests },
]

export const command = defineCommand({
  name: 'page-weight',
  options: { ...formatOption(), ...builtSiteOptions },
  examples: {
    '': 'Measure every page of dist/.',
    '--dir site --format json': 'Measure another folder, for a program.',
  },
  async run({ site, dir = getDefaultOutput(site), format }) {
    const pages = await measureOutputPages(dir).catch((error: NodeJS.ErrnoException) =>
      ['ENOENT', 'ENOTDIR'].includes(error.code ?? '') ? [] : Promise.reject(error),
    )
    if (pages.length === 0) {
      console.error(explainMissingBuild(dir, site))
      return 1
    }
    const violations = findBudgetViolations(pages).map(({ text }) => text)
    if (format === 'json')
      console.log(
        JSON.stringify(
          {
            percentile95: computePercentile(pages, 0.95),
            maximum: computePercentile(pages, 1),
            violations,
            pages,
          },
          null,
          2,
        ),
      )
    else
      console.log(
        `${formatWeightTable(pages)}\n\n${pages.length} pages: ${summarizeWeights(pages)}\n${violations.length === 0 ? 'No budget is exceeded.' : violations.map((violation) => `Over budget: ${violation}`).join('\n')}`,
      )
    return violations.length === 0 ? 0 : 1
  },
})

function formatWeightTable(pages: DetailedPageWeight[]): string {
  const rows = pages.map((page) => [
    ...weightColumns.map(({ value }) => value(page).toLocaleString('en-US')),
    page.live ? `${page.route} (live)` : page.route,
  ])
  const titles = [...weightColumns.map(({ title }) => title), 'page']
  return formatColumns(rows, titles)
}

runCommand(import.meta.url, command)
