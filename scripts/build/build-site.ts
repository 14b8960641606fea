import { join } from 'node:path'
import { readDates } from '../../schema/content-dates.ts'
import { formatProblems, summarizeProblems } from '../../schema/format-problems.ts'
import { hasErrors, hideConsequences, sortProblems, type Problem } from '../../schema/problem.ts'
import { limitOf, type Likeness } from '../../schema/rules/likeness.ts'
import { foldRows } from '../../schema/sets/fold-rows.ts'
import { hashOf } from '../../schema/site-part.ts'
import { nameFromHere } from '../report.ts'
import { BuildCache, type Alike, type PageRecord } from './build-cache.ts'
import { bundle, hashSources, type Bundle } from './bundle.ts'
import { findUnusable } from './check-out.ts'
import { checkWhole } from './check-whole.ts'
import { drawFiles } from './draw-files.ts'
import { makeSite, type MadeSite } from './make-site.ts'
import { openOutput } from './output-tree.ts'
import { planPages } from './plan-pages.ts'
import { readWhole, type ReadSite } from './read-whole.ts'
import { renderRest } from './render-site.ts'
import { recoverFolder } from './replace-folder.ts'
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
  /** Told of what was built, by a process that goes on from there. */
  onBuilt?: (built: BuiltSite) => void
}

/** A site as it was built, with what the next build is told of it. */
export type BuiltSite = Omit<Remembered, 'lastAlike'> & { bundled: Bundle }

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

async function build({ site: dir, out, origin, onBuilt }: BuildOptions, pool: Pool): Promise<number> {
  const started = performance.now()
  // First, so that a lost output comes back even when this site cannot be built.
  await recoverFolder(out)
  process.env.NODE_ENV = 'production'
  const cache = new BuildCache(cacheRoot, dir, out, await hashSources(root))
  await cache.prepare()
  let bundling: Promise<Bundle> | undefined
  const onSettings = ({ application }: Record<string, unknown>) => {
    // Beside the reading of what is left. What goes wrong in it is told when it is asked for.
    bundling = bundle(root, { application: application !== false })
    bundling.catch(() => {})
  }
  const read = await readWhole({ dir, origin, cache, pool, schemaFile, onSettings })
  if (!read.parts) return refuse(read.problems, dir)
  const { parts, shared, input, publicFiles, problems } = read
  const { site } = shared
  const publicDir = join(dir, 'public')
  const unusable = await findUnusable(publicDir)
  if (unusable !== undefined && !hasErrors(problems)) return refuse(unusable)

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
    const shown = listShown(problems)
    if (hasErrors(shown)) {
      await tree.discard()
      return refuse(problems, dir)
    }
    if (shown.length > 0) console.error(`${formatProblems(nameFromHere(shown, dir))}\n`)

    for (const { path, content } of renderRest({ site: site!, pages, aliases }, bundled!)) files.put(path, content)
    const drawn = await drawFiles({ dir, site: site!, cards: made.cards, pictures: [...made.pictures, ...shared.shell.pictures], publicFiles }, files)
    await tree.commit([...files.kept, ...made.kept], [...files.written, ...made.written])
    await remember({ cache, read, made, files, alike, lastAlike })
    onBuilt?.({ cache, read, made, files, alike, bundled: bundled! })

    const bytes = Object.values(files.files).reduce((sum, { written }) => sum + written.size, 0) + made.bytes
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${out}: ${pages.length} pages, ${(bytes / 1e6).toFixed(2)} MB, ${seconds} s${drawn > 0 ? `, ${drawn} pictures drawn` : ''}`)
    // The site is there to be looked at, and is not to be published.
    return (await reportBudgets(out, made.weights)) ? 0 : 1
  } catch (error) {
    // Threads that go on writing would fill the folder again.
    await pool.close()
    await tree.discard()
    throw error
  }
}

type Remembered = { cache: BuildCache; read: ReadSite; made: MadeSite; files: SiteOutput; alike: Likeness[]; lastAlike: Alike | undefined }

/** Leaves for the next build what this one knows. */
export async function remember({ cache, read: { parts, shared }, made, files, alike, lastAlike }: Remembered): Promise<void> {
  for (const { part, records, isNew } of parts) {
    // A file of which nothing has changed is known as it is.
    const isKnown = part.pages.length === Object.keys(records).length && part.pages.every(([route]) => !made.changed.has(route) && Object.hasOwn(records, route))
    if (isNew || !isKnown) await cache.writePart({ part, pages: made.recordsOf(part) })
  }
  const id = nameState(parts.map(({ part }) => made.recordsOf(part)))
  if (id !== lastAlike?.id) await cache.writeAlike({ id, limit: limitOf(shared.merged), pairs: toPairs(alike) })
  await cache.writeFiles(files.files)
  await cache.prune(parts.map(({ part }) => part))
}

export const toPairs = (alike: Likeness[]): Alike['pairs'] => alike.map(({ page, other, share }) => [page.route, other.route, share])

/** What is known of all pages, in one hash. */
const nameState = (records: Record<string, PageRecord>[]) => hashOf(records.flatMap((pages) => Object.entries(pages).map(([route, { key }]) => `${route} ${key}`)).join('\n'))

/** On a terminal; a log has no use for it. */
function showProgress(done: number, all: number): void {
  if (process.stdout.isTTY && !process.env.CI) process.stdout.write(done === all ? '\r' : `\r${done}/${all} pages`)
}

/** Notes are for `npm run check`; a build shows what must or should be mended. */
export const listShown = (problems: Problem[]) => sortProblems(hideConsequences(foldRows(problems))).filter(({ severity }) => severity !== 'note')

function refuse(why: Problem[] | string, dir = ''): number {
  if (typeof why === 'string') {
    console.error(`Nothing was built: ${why}`)
    return 1
  }
  const shown = listShown(why)
  console.error(`${formatProblems(nameFromHere(shown, dir))}\n\nNothing was built: ${summarizeProblems(shown)}.`)
  return 1
}
