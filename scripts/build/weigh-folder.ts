import { readFile, readdir } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatorMark } from '../../renderer/routes.ts'
import { budgets, bytes, findExcesses, isHeavy, type Excess } from './budgets.ts'
import { weighPage, type PageBurden, type PageWeight, type ReadAsset } from './weigh-page.ts'

/** Every page of a built site, by weight, the heaviest first. @param quality of Brotli; see weighPage. */
export async function weighFolder(dir: string, quality?: number): Promise<PageWeight[]> {
  const files = await readdir(dir, { recursive: true })
  const nameOf = (file: string) => file.replaceAll('\\', '/').split('/').at(-1)
  // A page has its data beside it, or says itself who wrote it; an alias does neither.
  const withData = new Set(
    files.filter((file) => nameOf(file) === 'page.json').map((file) => dirname(file)),
  )
  const read = newAssetReader(dir)
  const weights: PageWeight[] = []
  for (const page of files
    .filter((file) => nameOf(file) === 'index.html')
    .map((file) => dirname(file))) {
    const html = await readFile(join(dir, page, 'index.html'), 'utf8')
    if (!withData.has(page) && !html.includes(generatorMark)) continue
    weights.push(
      weighPage(page === '.' ? '/' : `/${page.replaceAll('\\', '/')}`, html, read, quality),
    )
  }
  return weights.sort((a, b) => b.html.brotli - a.html.brotli || (a.route < b.route ? -1 : 1))
}

/** All pages share most files. @param dirs where they are looked for, one after another. */
export function newAssetReader(...dirs: string[]): ReadAsset {
  const known = new Map<string, Buffer | undefined>()
  return (path) => {
    if (!known.has(path))
      known.set(
        path,
        dirs.reduce<Buffer | undefined>(
          (found, dir) => found ?? readIfThere(join(dir, path.split('?')[0]!)),
          undefined,
        ),
      )
    return known.get(path)
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** `14,200 bytes at the 95th percentile`: the weight that this share of pages does not exceed. */
export function percentile(weights: PageBurden[], share: number): number {
  const sizes = weights
    .filter(({ html }) => !html.estimated)
    .map(({ html }) => html.brotli)
    .sort((a, b) => a - b)
  return sizes[Math.max(0, Math.ceil(sizes.length * share) - 1)] ?? 0
}

/** One line about all pages. @param compression by which they were weighed. */
export function summarizeWeights(weights: PageBurden[], compression = 'Brotli'): string {
  const most = (size: (weight: PageBurden) => number) =>
    weights.reduce((largest, weight) => Math.max(largest, size(weight)), 0)
  const script = (early: boolean) =>
    most(({ load }) =>
      load.early === early && !load.wakes ? Math.max(load.script.brotli, load.script.gzip) : 0,
    )
  const withEarly = script(true) > 0 ? `, ${bytes(script(true))} on pages with early scripts` : ''
  const fonts = most(({ load }) => load.fonts.bytes)
  const html = `HTML ${bytes(percentile(weights, budgets.htmlShare))} at the 95th percentile, ${bytes(percentile(weights, 1))} at most (${compression})`
  return `${html}; JavaScript before intent ${bytes(script(false))}${withEarly}; fonts ${bytes(fonts)}`
}

/** What was weighed well, by what was weighed fast: a process that stays weighs a heavy page once. */
const weighedWell = new WeakMap<PageBurden['html'], PageBurden>()

/**
 * The weights of a built site's pages as they are held against the budgets. They were taken with a fast Brotli, which never makes a page
 * lighter than a host does: those that break a budget by it are weighed once more, with the slow one.
 */
function weighHeavy(
  dir: string,
  fastWeights: PageBurden[],
): { weights: PageBurden[]; excesses: Excess[] } {
  if (findExcesses(fastWeights).length === 0) return { weights: fastWeights, excesses: [] }
  const read = newAssetReader(dir)
  const weighWell = (fast: PageBurden) => {
    const known =
      weighedWell.get(fast.html) ??
      weighPage(fast.route, readFileSync(join(dir, fast.route, 'index.html'), 'utf8'), read)
    weighedWell.set(fast.html, known)
    return known
  }
  const weights = fastWeights.map((fast) => (isHeavy(fast) ? weighWell(fast) : fast))
  return { weights, excesses: findExcesses(weights) }
}

/** For the build: prints one line, and every budget that is broken. @returns those. */
export function reportBudgets(dir: string, fastWeights: PageBurden[]): Excess[] {
  const { weights, excesses } = weighHeavy(dir, fastWeights)
  console.log(summarizeWeights(weights, 'the fastest Brotli'))
  tellExcesses(excesses)
  return excesses
}

/** For a build that stays: prints the budgets that a page breaks which kept them before. @param known what was broken before. @returns what is broken now. */
export function reportNewExcesses(
  dir: string,
  fastWeights: PageBurden[],
  known: Excess[],
): Excess[] {
  const { excesses } = weighHeavy(dir, fastWeights)
  const told = new Set(known.flatMap(listBreaches))
  tellExcesses(
    excesses.filter((excess) => listBreaches(excess).some((breach) => !told.has(breach))),
  )
  return excesses
}

const listBreaches = ({ budget, routes }: Excess) => routes.map((route) => `${route} ${budget}`)

function tellExcesses(excesses: Excess[]): void {
  for (const { text } of excesses) console.error(`Too heavy: ${text}`)
  if (excesses.length > 0) console.error('Each page: npm run weigh')
}
