import { formatCommand } from '../../launch/commands.mjs'
import { formatColumns } from '../../report/print-text.ts'
import {
  budgets,
  type BudgetViolation,
  findBudgetViolations,
  formatBytes,
  formatSize,
  type PageWeight,
} from './budgets.ts'

/**
 * Prints every exceeded budget of a page that does not have a known violation of it.
 * @param options.known those of the last build of the same process
 * @param options.isVerbose whether to print the heaviest pages, too
 * @returns all exceeded budgets
 */
export function reportBudgets(
  weights: PageWeight[],
  { known = [], isVerbose = false }: { known?: BudgetViolation[]; isVerbose?: boolean } = {},
): BudgetViolation[] {
  const violations = findBudgetViolations(weights)
  if (isVerbose) console.log(formatWeights(weights))
  const knownKeys = new Set(known.flatMap(listViolationKeys))
  const added = violations.filter((violation) =>
    listViolationKeys(violation).some((key) => !knownKeys.has(key)),
  )
  for (const { text } of added) console.error(`Over budget: ${text}`)
  if (added.length > 0 && !isVerbose)
    console.error(`List the heaviest pages with: ${formatCommand('build', ['--verbose'])}`)
  return violations
}

const listViolationKeys = ({ budget, routes }: BudgetViolation) =>
  routes.map((route) => `${route} ${budget}`)

const maxListedPages = 20

/** Formats what the heaviest pages weigh, and a summary of all. */
function formatWeights(weights: PageWeight[]): string {
  const sorted = weights.toSorted((a, b) => b.html.bytes - a.html.bytes)
  const rows = sorted
    .slice(0, maxListedPages)
    .map(({ route, html, load }) => [
      ...[formatSize(html), formatBytes(load.script), formatBytes(load.fonts)],
      route,
    ])
  const table = formatColumns(rows, ['HTML (Brotli)', 'JavaScript before intent', 'fonts', 'page'])
  return `${table}\n\n${summarizeWeights(sorted)}`
}

/** @param sorted heaviest first */
function summarizeWeights(sorted: PageWeight[]): string {
  const heaviest = sorted[0]
  if (!heaviest) return 'No page was built.'
  const heavy = sorted[Math.floor(sorted.length * (1 - budgets.htmlShare))] ?? heaviest
  const script = (eager: boolean) =>
    maximum(sorted, ({ load }) =>
      load.hasEagerScripts === eager && !load.hydratesAtOnce ? load.script : 0,
    )
  const withEager =
    script(true) > 0 ? `, ${formatBytes(script(true))} on pages with eager scripts` : ''
  const html = `HTML ${formatSize(heavy.html)} at the 95th percentile, ${formatSize(heaviest.html)} at most (Brotli)`
  return `${html}; JavaScript before intent ${formatBytes(script(false))}${withEager}; fonts ${formatBytes(maximum(sorted, ({ load }) => load.fonts))}`
}

const maximum = (weights: PageWeight[], toSize: (weight: PageWeight) => number) =>
  weights.reduce((largest, weight) => Math.max(largest, toSize(weight)), 0)
