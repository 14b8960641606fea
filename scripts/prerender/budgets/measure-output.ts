import { tryRead } from '../../shared/try-read.ts'
import { formatCommand } from '../../launch/commands.mjs'
import { readFile, readdir } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatorTag } from '../../../renderer/routes.ts'
import {
  budgets,
  formatBytes,
  findBudgetViolations,
  exceedsBudget,
  type BudgetViolation,
} from './budgets.ts'
import { measurePage, type ReadAsset } from './measure-page.ts'
import type { PageWeight, DetailedPageWeight } from './page-weight.ts'

/** Measures every page of a built site. @returns The pages, heaviest first. */
export async function measureOutputPages(dir: string): Promise<DetailedPageWeight[]> {
  const files = await readdir(dir, { recursive: true })
  const nameOf = (file: string) => file.replaceAll('\\', '/').split('/').at(-1)
  // A page has a data file or a generator tag; an alias has neither.
  const foldersWithData = new Set(
    files.filter((file) => nameOf(file) === 'page.json').map((file) => dirname(file)),
  )
  const read = createAssetReader(dir)
  const weights: DetailedPageWeight[] = []
  for (const page of files
    .filter((file) => nameOf(file) === 'index.html')
    .map((file) => dirname(file))) {
    const html = await readFile(join(dir, page, 'index.html'), 'utf8')
    if (!foldersWithData.has(page) && !html.includes(generatorTag)) continue
    weights.push(measurePage(page === '.' ? '/' : `/${page.replaceAll('\\', '/')}`, html, read))
  }
  return weights.sort((a, b) => b.html.brotli - a.html.brotli || (a.route < b.route ? -1 : 1))
}

/**
 * Creates a reader of the files of a built site. It caches them, because pages share most files.
 * @param dirs The folders to search, in this order.
 */
export function createAssetReader(...dirs: string[]): ReadAsset {
  const cache = new Map<string, Buffer | undefined>()
  return (path) => {
    if (!cache.has(path))
      cache.set(
        path,
        dirs.reduce<Buffer | undefined>(
          (found, dir) => found ?? tryRead(join(dir, path.split('?')[0]!)),
          undefined,
        ),
      )
    return cache.get(path)
  }
}

/** Computes the HTML size in bytes (Brotli) that a share of the measured pages does not exceed. */
export function computePercentile(weights: PageWeight[], share: number): number {
  const sizes = weights
    .filter(({ html }) => !html.estimated)
    .map(({ html }) => html.brotli)
    .sort((a, b) => a - b)
  return sizes[Math.max(0, Math.ceil(sizes.length * share) - 1)] ?? 0
}

/**
 * Summarizes the weights of all pages in one line.
 * @param compression How they were compressed to measure them.
 */
export function summarizeWeights(weights: PageWeight[], compression = 'Brotli'): string {
  const maximum = (size: (weight: PageWeight) => number) =>
    weights.reduce((largest, weight) => Math.max(largest, size(weight)), 0)
  const script = (eager: boolean) =>
    maximum(({ load }) =>
      load.hasEagerScripts === eager && !load.hydratesAtOnce
        ? Math.max(load.script.brotli, load.script.gzip)
        : 0,
    )
  const withEager =
    script(true) > 0 ? `, ${formatBytes(script(true))} on pages with eager scripts` : ''
  const fonts = maximum(({ load }) => load.fonts.bytes)
  const html = `HTML ${formatBytes(computePercentile(weights, budgets.htmlShare))} at the 95th percentile, ${formatBytes(computePercentile(weights, 1))} at most (${compression})`
  return `${html}; JavaScript before intent ${formatBytes(script(false))}${withEager}; fonts ${formatBytes(fonts)}`
}

/** Precise weights by fast weights, so that a long-running process measures a heavy page once. */
const preciseWeights = new WeakMap<PageWeight['html'], PageWeight>()

/**
 * Checks the budgets of a built site. Fast Brotli never compresses better than a host does, so only
 * pages that exceed a budget with it are measured again with the quality of hosts.
 */
function measureHeavyPages(
  dir: string,
  fastWeights: PageWeight[],
): { weights: PageWeight[]; violations: BudgetViolation[] } {
  if (findBudgetViolations(fastWeights).length === 0)
    return { weights: fastWeights, violations: [] }
  const read = createAssetReader(dir)
  const measurePrecisely = (fast: PageWeight) => {
    const known =
      preciseWeights.get(fast.html) ??
      measurePage(fast.route, readFileSync(join(dir, fast.route, 'index.html'), 'utf8'), read)
    preciseWeights.set(fast.html, known)
    return known
  }
  const weights = fastWeights.map((fast) => (exceedsBudget(fast) ? measurePrecisely(fast) : fast))
  return { weights, violations: findBudgetViolations(weights) }
}

/**
 * Prints every exceeded budget of a page that does not have a known violation of it.
 * @param options.known those of the last build of the same process
 * @param options.isVerbose whether to print a summary of page weights, too
 * @returns all exceeded budgets
 */
export function reportBudgets(
  dir: string,
  fastWeights: PageWeight[],
  { known = [], isVerbose = false }: { known?: BudgetViolation[]; isVerbose?: boolean } = {},
): BudgetViolation[] {
  const { weights, violations } = measureHeavyPages(dir, fastWeights)
  if (isVerbose) console.log(summarizeWeights(weights, 'Brotli, fast setting'))
  const knownKeys = new Set(known.flatMap(listViolationKeys))
  printViolations(
    violations.filter((violation) =>
      listViolationKeys(violation).some((key) => !knownKeys.has(key)),
    ),
  )
  return violations
}

const listViolationKeys = ({ budget, routes }: BudgetViolation) =>
  routes.map((route) => `${route} ${budget}`)

function printViolations(violations: BudgetViolation[]): void {
  for (const { text } of violations) console.error(`Over budget: ${text}`)
  if (violations.length > 0) console.error(`List all pages with: ${formatCommand('page-weight')}`)
}
