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
import {
  measurePage,
  type PageWeight,
  type DetailedPageWeight,
  type ReadAsset,
} from './measure-page.ts'

/** Every page of a built site, by weight, the heaviest first. @param quality of Brotli; see weighPage. */
export async function measureOutputPages(
  dir: string,
  quality?: number,
): Promise<DetailedPageWeight[]> {
  const files = await readdir(dir, { recursive: true })
  const nameOf = (file: string) => file.replaceAll('\\', '/').split('/').at(-1)
  // A page has its data beside it, or says itself who wrote it; an alias does neither.
  const withData = new Set(
    files.filter((file) => nameOf(file) === 'page.json').map((file) => dirname(file)),
  )
  const read = createAssetReader(dir)
  const weights: DetailedPageWeight[] = []
  for (const page of files
    .filter((file) => nameOf(file) === 'index.html')
    .map((file) => dirname(file))) {
    const html = await readFile(join(dir, page, 'index.html'), 'utf8')
    if (!withData.has(page) && !html.includes(generatorTag)) continue
    weights.push(
      measurePage(page === '.' ? '/' : `/${page.replaceAll('\\', '/')}`, html, read, quality),
    )
  }
  return weights.sort((a, b) => b.html.brotli - a.html.brotli || (a.route < b.route ? -1 : 1))
}

/** All pages share most files. @param dirs where they are looked for, one after another. */
export function createAssetReader(...dirs: string[]): ReadAsset {
  const known = new Map<string, Buffer | undefined>()
  return (path) => {
    if (!known.has(path))
      known.set(
        path,
        dirs.reduce<Buffer | undefined>(
          (found, dir) => found ?? tryReadAsset(join(dir, path.split('?')[0]!)),
          undefined,
        ),
      )
    return known.get(path)
  }
}

function tryReadAsset(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** `14,200 bytes at the 95th percentile`: the weight that this share of pages does not exceed. */
export function computePercentile(weights: PageWeight[], share: number): number {
  const sizes = weights
    .filter(({ html }) => !html.estimated)
    .map(({ html }) => html.brotli)
    .sort((a, b) => a - b)
  return sizes[Math.max(0, Math.ceil(sizes.length * share) - 1)] ?? 0
}

/** One line about all pages. @param compression by which they were weighed. */
export function summarizeWeights(weights: PageWeight[], compression = 'Brotli'): string {
  const most = (size: (weight: PageWeight) => number) =>
    weights.reduce((largest, weight) => Math.max(largest, size(weight)), 0)
  const script = (early: boolean) =>
    most(({ load }) =>
      load.hasEagerScripts === early && !load.hydratesAtOnce
        ? Math.max(load.script.brotli, load.script.gzip)
        : 0,
    )
  const withEarly =
    script(true) > 0 ? `, ${formatBytes(script(true))} on pages with early scripts` : ''
  const fonts = most(({ load }) => load.fonts.bytes)
  const html = `HTML ${formatBytes(computePercentile(weights, budgets.htmlShare))} at the 95th percentile, ${formatBytes(computePercentile(weights, 1))} at most (${compression})`
  return `${html}; JavaScript before intent ${formatBytes(script(false))}${withEarly}; fonts ${formatBytes(fonts)}`
}

/** What was weighed well, by what was weighed fast: a process that stays weighs a heavy page once. */
const preciseWeights = new WeakMap<PageWeight['html'], PageWeight>()

/**
 * The weights of a built site's pages as they are held against the budgets. They were taken with a fast Brotli, which never makes a page
 * lighter than a host does: those that break a budget by it are weighed once more, with the slow one.
 */
function measureHeavyPages(
  dir: string,
  fastWeights: PageWeight[],
): { weights: PageWeight[]; excesses: BudgetViolation[] } {
  if (findBudgetViolations(fastWeights).length === 0) return { weights: fastWeights, excesses: [] }
  const read = createAssetReader(dir)
  const weighWell = (fast: PageWeight) => {
    const known =
      preciseWeights.get(fast.html) ??
      measurePage(fast.route, readFileSync(join(dir, fast.route, 'index.html'), 'utf8'), read)
    preciseWeights.set(fast.html, known)
    return known
  }
  const weights = fastWeights.map((fast) => (exceedsBudget(fast) ? weighWell(fast) : fast))
  return { weights, excesses: findBudgetViolations(weights) }
}

/** For the build: prints one line, and every budget that is broken. @returns those. */
export function reportBudgets(dir: string, fastWeights: PageWeight[]): BudgetViolation[] {
  const { weights, excesses } = measureHeavyPages(dir, fastWeights)
  console.log(summarizeWeights(weights, 'the fastest Brotli'))
  printViolations(excesses)
  return excesses
}

/** For a build that stays: prints the budgets that a page breaks which kept them before. @param known what was broken before. @returns what is broken now. */
export function reportNewViolations(
  dir: string,
  fastWeights: PageWeight[],
  known: BudgetViolation[],
): BudgetViolation[] {
  const { excesses } = measureHeavyPages(dir, fastWeights)
  const told = new Set(known.flatMap(listViolationKeys))
  printViolations(
    excesses.filter((excess) => listViolationKeys(excess).some((breach) => !told.has(breach))),
  )
  return excesses
}

const listViolationKeys = ({ budget, routes }: BudgetViolation) =>
  routes.map((route) => `${route} ${budget}`)

function printViolations(excesses: BudgetViolation[]): void {
  for (const { text } of excesses) console.error(`Too heavy: ${text}`)
  if (excesses.length > 0) console.error('Each page: npm run weigh')
}
