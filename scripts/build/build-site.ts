import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDates } from '../../schema/content-dates.ts'
import { pruneCache } from '../../schema/file-cache.ts'
import { formatProblems, summarizeProblems } from '../../schema/format-problems.ts'
import { mergeSources } from '../../schema/merge-sources.ts'
import { hasErrors, hideConsequences, sortProblems, type Problem } from '../../schema/problem.ts'
import { listPublicFiles } from '../../schema/public-files.ts'
import { isPicture, readPictures } from '../../schema/read-pictures.ts'
import { resolveShared } from '../../schema/resolve-site.ts'
import { limitOf, type Likeness } from '../../schema/rules/likeness.ts'
import type { Schema } from '../../schema/schema-walk.ts'
import { addSets } from '../../schema/sets/add-sets.ts'
import { foldRows } from '../../schema/sets/fold-rows.ts'
import { listSets } from '../../schema/sets/list-sets.ts'
import { readRowFiles } from '../../schema/sets/read-row-files.ts'
import { hashOf } from '../../schema/site-part.ts'
import { createValidator } from '../../schema/validate-file.ts'
import { drawnSorts, drawsCards, listDrawnFiles } from '../images/site-images.ts'
import { nameFromHere } from '../report.ts'
import { BuildCache, type PageRecord } from './build-cache.ts'
import { bundle, hashSources, type Bundle } from './bundle.ts'
import { findUnusable } from './check-out.ts'
import { checkWhole } from './check-whole.ts'
import { makeSite } from './make-site.ts'
import { openOutput } from './output-tree.ts'
import { planPages, toShared } from './plan-pages.ts'
import { readParts } from './read-parts.ts'
import { renderRest } from './render-site.ts'
import { recoverFolder } from './replace-folder.ts'
import { listSetParts } from './set-parts.ts'
import { SiteOutput } from './site-output.ts'
import { reportBudgets } from './weigh-folder.ts'
import { createPool, type Pool } from './worker-pool.ts'

export type BuildOptions = {
  /** The site's folder. */
  site: string
  /** The folder that is replaced. */
  out: string
  /** Takes the place of the site's own. */
  origin?: string
}

const root = join(import.meta.dirname, '../..')
const schemaFile = join(root, 'schema/site.gen.json')
const cacheRoot = join(root, 'node_modules/.cache/signpost')

/** Builds a site; what the last build left is used again where nothing of it has changed. @returns the exit code. */
export async function buildSite(options: BuildOptions): Promise<number> {
  const pool = createPool()
  try {
    return await build(options, pool)
  } finally {
    await pool.close()
  }
}

async function build({ site: dir, out, origin }: BuildOptions, pool: Pool): Promise<number> {
  const started = performance.now()
  // First, so that a lost output comes back even when this site cannot be built.
  await recoverFolder(out)
  process.env.NODE_ENV = 'production'
  const engine = await hashSources(root)
  const cache = new BuildCache(cacheRoot, dir, out, engine)
  await cache.prepare()

  const publicDir = join(dir, 'public')
  const publicFiles = await listPublicFiles(publicDir)
  let bundling: Promise<Bundle> | undefined
  const { sources, problems } = await readParts(dir, {
    cache,
    pool,
    schemaFile,
    pictures: [...publicFiles].filter(isPicture),
    onSettings({ application }) {
      // Beside the reading of what is left. What goes wrong in it is told when it is asked for.
      bundling = bundle(root, { application: application !== false })
      bundling.catch(() => {})
    },
  })
  if (sources.length === 0) return refuse(problems, dir)
  const schema = JSON.parse(await readFile(schemaFile, 'utf8')) as Schema
  const infos = await readPictures(publicDir, [...new Set(sources.flatMap(({ part }) => part.pictures))].sort())
  const merged = mergeSources(sources)
  const sets = listSets(sources)
  if (sets.length > 0) {
    const rowFiles = await readRowFiles(dir, sources, new Map(), problems)
    for (const problem of addSets(merged, sets, rowFiles, schema, createValidator(schema))) problems.push(problem)
  }
  const parts = [...sources, ...(await listSetParts(merged, cache))]
  const shared = resolveShared(merged, schema, { origin, pictures: { files: publicFiles, infos } })
  const { site, business } = shared
  problems.push(...shared.merged.problems)
  const unusable = await findUnusable(publicDir)
  if (unusable !== undefined && !hasErrors(problems)) return refuse(unusable)

  const input = toShared(shared.context, { site, business, settings: shared.merged.settings, placeNames: shared.placeNames, draws: site !== undefined && drawsCards(site) })
  const tree = await openOutput(out, cache.spare)
  try {
    const files = new SiteOutput(out, tree.folder, await cache.readFiles())
    const bundled = site !== undefined && !hasErrors(problems) && unusable === undefined ? await bundling! : undefined
    if (bundled) {
      for (const file of publicFiles) files.copy(file, join(publicDir, file))
      for (const file of bundled.files) files.copy(`/${file}`, join(bundled.client, file))
    }
    const plan = planPages({ sources: parts, merged: shared.merged, shared: input, out, entries: cache.entries })
    const made = await makeSite({ plan, shared, input, pool, files, onProgress: showProgress, ...(bundled && { output: { folder: tree.folder, renderer: bundled.module, assets: bundled.assets, bundled } }) })
    for (const problem of made.problems) problems.push(problem)
    const lastAlike = await cache.readAlike()
    const known = lastAlike?.id === nameState(parts.map(({ records }) => records)) ? { ...lastAlike, changed: made.changed } : undefined
    let alike: Likeness[] = []
    const { pages, aliases, problems: found } = checkWhole({ shared, made, publicFiles, dates: await readDates(dir), alike: known, onAlike: (all) => void (alike = all) })
    for (const problem of found) problems.push(problem)
    // Notes are for `npm run check`; a build shows what must or should be mended.
    const shown = sortProblems(hideConsequences(foldRows(problems))).filter(({ severity }) => severity !== 'note')
    if (hasErrors(shown)) {
      await tree.discard()
      return refuse(shown, dir)
    }
    if (shown.length > 0) console.error(`${formatProblems(nameFromHere(shown, dir))}\n`)

    for (const { path, content } of renderRest({ site: site!, pages, aliases }, bundled!)) files.put(path, content)
    const drawn = await drawFiles({ dir, site: site!, cards: made.cards, pictures: [...made.pictures, ...shared.shell.pictures], publicFiles }, files)
    await tree.commit([...files.kept, ...made.kept], [...files.written, ...made.written])
    for (const { part, records, isNew } of parts) {
      // A file of which nothing has changed is known as it is.
      const isKnown = part.pages.length === Object.keys(records).length && part.pages.every(([route]) => !made.changed.has(route) && Object.hasOwn(records, route))
      if (isNew || !isKnown) await cache.writePart({ part, pages: made.recordsOf(part) })
    }
    const id = nameState(parts.map(({ part }) => made.recordsOf(part)))
    if (id !== lastAlike?.id) await cache.writeAlike({ id, limit: limitOf(shared.merged), pairs: alike.map(({ page, other, share }) => [page.route, other.route, share]) })
    await cache.writeFiles(files.files)
    await cache.prune(parts.map(({ part }) => part))

    const bytes = Object.values(files.files).reduce((sum, { written }) => sum + written.size, 0) + made.bytes
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${out}: ${pages.length} pages, ${(bytes / 1e6).toFixed(2)} MB, ${seconds} s${drawn > 0 ? `, ${drawn} pictures drawn` : ''}`)
    // The site is there to be looked at, and is not to be published.
    return (await reportBudgets(out, made.weights)) ? 0 : 1
  } catch (error) {
    await tree.discard()
    throw error
  }
}

/** What is known of all pages, in one hash. */
const nameState = (records: Record<string, PageRecord>[]) => hashOf(records.flatMap((pages) => Object.entries(pages).map(([route, { key }]) => `${route} ${key}`)).join('\n'))

/** On a terminal; a log has no use for it. */
function showProgress(done: number, all: number): void {
  if (process.stdout.isTTY && !process.env.CI) process.stdout.write(done === all ? '\r' : `\r${done}/${all} pages`)
}

function refuse(why: Problem[] | string, dir = ''): number {
  if (typeof why === 'string') {
    console.error(`Nothing was built: ${why}`)
    return 1
  }
  const shown = sortProblems(hideConsequences(foldRows(why))).filter(({ severity }) => severity !== 'note')
  console.error(`${formatProblems(nameFromHere(shown, dir))}\n\nNothing was built: ${summarizeProblems(shown)}.`)
  return 1
}

/** @returns how many had to be drawn. */
async function drawFiles(input: Omit<Parameters<typeof listDrawnFiles>[0], 'onDraw'>, files: SiteOutput): Promise<number> {
  let drawn = 0
  await inParallel(listDrawnFiles({ ...input, onDraw: () => drawn++ }), async ({ path, draw }) => files.put(path, await draw()))
  for (const sort of drawnSorts) await pruneCache(sort)
  return drawn
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
