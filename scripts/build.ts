/**
 * `npm run build`: validates the site and writes it to dist/. Exit 1 on errors, 2 on wrong usage; dist/ stays as it was
 * then. Exit 1 too when a page breaks a budget.
 */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pruneCache } from '../schema/file-cache.ts'
import { formatProblems, summarizeProblems } from '../schema/format-problems.ts'
import { loadSite } from '../schema/load-site.ts'
import { hasErrors } from '../schema/problem.ts'
import { bundle } from './build/bundle.ts'
import { findUnusable, refuseOut } from './build/check-out.ts'
import { renderSite, type WholeSite } from './build/render-site.ts'
import { copyFolder, recoverFolder, replaceFolder } from './build/replace-folder.ts'
import { drawnSorts, listDrawnFiles } from './images/site-images.ts'
import { reportBudgets } from './build/weigh-folder.ts'
import { readOptions, runScript, UsageError } from './options.ts'
import { nameFromHere } from './report.ts'

const usage = 'Usage: npm run build -- [--site DIR] [--out DIR] [--origin URL]'

export type BuildOptions = { site: string; out: string; origin?: string }

/** @returns the exit code. */
export async function buildSite({ site: dir, out, origin }: BuildOptions): Promise<number> {
  const started = performance.now()
  const showProgress = process.stdout.isTTY && !process.env.CI
  // First, so that a lost output comes back even when this site cannot be built.
  await recoverFolder(out)
  const loaded = await loadSite(dir, { origin })
  const { problems, pages } = loaded
  // Notes are for `npm run check`; a build shows what must or should be mended.
  const shown = problems.filter(({ severity }) => severity !== 'note')
  if (shown.length > 0) console.error(`${formatProblems(nameFromHere(shown, dir))}\n`)
  if (hasErrors(problems)) {
    console.error(`Nothing was built: ${summarizeProblems(problems)}.`)
    return 1
  }
  const unusable = await findUnusable(join(dir, 'public'))
  if (unusable !== undefined) {
    console.error(`Nothing was built: ${unusable}`)
    return 1
  }
  process.env.NODE_ENV = 'production'
  const bundled = await bundle(join(import.meta.dirname, '..'), { application: loaded.site?.application })
  let drawn = 0
  const { bytes } = await replaceFolder(out, async (write, folder) => {
    await copyFolder(join(dir, 'public'), folder)
    for (const file of bundled.files) await cp(join(bundled.client, file), join(folder, file))
    let done = 0
    // First the pages: what is drawn takes longer, and a mistake in a component should show at once.
    for (const file of renderSite(loaded as WholeSite, bundled)) {
      await write(file)
      if (showProgress && file.path.endsWith('/index.html')) process.stdout.write(`\r${++done}/${pages.length} pages`)
    }
    await inParallel(listDrawnFiles({ ...(loaded as WholeSite & typeof loaded), dir, onDraw: () => drawn++ }), async ({ path, draw }) => {
      await write({ path, content: await draw() })
    })
    for (const sort of drawnSorts) await pruneCache(sort)
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (showProgress) process.stdout.write('\r')
  console.log(`${out}: ${pages.length} pages, ${(bytes / 1e6).toFixed(2)} MB, ${seconds} s${drawn > 0 ? `, ${drawn} pictures drawn` : ''}`)
  // The site is there to be looked at, and is not to be published.
  return (await reportBudgets(out)) ? 0 : 1
}

/**
 * A few at a time: while one is laid out, another is compressed in a thread of its own, and no more than these are in memory.
 */
async function inParallel<T>(items: T[], task: (item: T) => Promise<void>, count = 3): Promise<void> {
  const queue = items.values()
  const work = async () => {
    for (const item of queue) await task(item)
  }
  await Promise.all(Array.from({ length: count }, work))
}

/** @throws UsageError when the origin is no origin. */
export function checkOrigin(origin: string | undefined, usage: string): string | undefined {
  if (origin === undefined) return undefined
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin.replace(/\/$/, '')) {
    throw new UsageError(`--origin is an address without a path, such as https://www.example.com, not "${origin}"`, usage)
  }
  return url.origin
}

async function main(args: string[]): Promise<number> {
  const { site, out, origin } = readOptions(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string', default: 'dist' },
    origin: { type: 'string' },
  })
  const refusal = await refuseOut(out, site)
  if (refusal) throw new UsageError(refusal, usage)
  return buildSite({ site, out, origin: checkOrigin(origin, usage) })
}

await runScript(import.meta.url, main)
