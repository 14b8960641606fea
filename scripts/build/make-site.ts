import type { PictureFile } from '../../schema/page-data.ts'
import type { PageSummary } from '../../schema/page-summary.ts'
import type { Place, Problem } from '../../schema/problem.ts'
import { resolvePage } from '../../schema/resolve-page.ts'
import type { SharedSite } from '../../schema/resolve-site.ts'
import { checkPage } from '../../schema/rules/index.ts'
import type { SitePart } from '../../schema/site-part.ts'
import type { PageCard } from '../images/site-images.ts'
import type { PageRecord } from './build-cache.ts'
import type { MadePage, PageOutput, SharedInput } from './make-pages.ts'
import { Texts, toTable, Values } from './compact.ts'
import { toRecord, type Plan } from './plan-pages.ts'
import type { RenderOutput } from './tasks.ts'
import type { PageBurden } from './weigh-page.ts'
import { large, worthThreads, type Pool } from './worker-pool.ts'

/** The pages of a site that this build answers for, those made now and those that stay. */
export type MadeSite = {
  problems: Problem[]
  /** Of every page, in the site's order. */
  pages: PageSummary[]
  cards: PageCard[]
  pictures: PictureFile[]
  weights: PageBurden[]
  /** Files of pages that stay as they are in the output, and those that were written. */
  kept: string[]
  written: string[]
  /** The size of all files of written pages and kept ones. */
  bytes: number
  /** The routes of pages that were made now. */
  changed: Set<string>
  /** What is known of each page now. */
  records: Map<string, PageRecord>
  /** Routes of pages with something wrong in them, and what that is. */
  reported: Map<string, Problem[]>
  /** What the next build is to know of a file's pages. What is only warned of is to be told again: such a page is made anew. */
  recordsOf(part: SitePart): Record<string, PageRecord>
}

type Input = {
  plan: Plan
  shared: SharedSite
  input: SharedInput
  pool: Pool
  onProgress: (done: number, all: number) => void
  /** Told of a file, or a set, as soon as all its pages are made. */
  onFile?: (file: string, recordsOf: MadeSite['recordsOf']) => void
  /** Left out while nothing is to be written. */
  output?: RenderOutput
}

/** Something is wrong in a file that was read unchecked: all are to be read whole, so that everything is reported. */
export class UnfitFile extends Error {}

/** A thread knows an entry of a set, and not the template and the row that it was made of. */
function checkAgain(
  route: string,
  { merged, schema, context }: SharedSite,
  { placeholders }: SharedInput,
): Problem[] {
  const entry = merged.pages.get(route)!
  return checkPage(resolvePage(entry, context), {
    schema,
    raw: entry.raw,
    settings: merged.settings,
    placeholders,
  })
}

/** Makes every page of the plan, side by side where there are many, and takes the others as they are. */
export async function makeSite({
  plan,
  shared,
  input,
  pool,
  onProgress,
  onFile,
  output,
}: Input): Promise<MadeSite> {
  const reported = new Map(plan.reported)
  const summaries = new Map([...plan.kept].map(([route, { made }]) => [route, made.summary]))
  const records = new Map(plan.kept)
  const [kept, written]: [string[], string[]] = [[], []]
  for (const { made } of plan.kept.values()) kept.push(...pathsOf(made))

  const recordsOf = (part: SitePart) =>
    toTable(
      part.pages.flatMap(([route]) => {
        const record = records.get(route)
        return record
          ? [[route, reported.has(route) ? { ...record, key: '' } : record] as const]
          : []
      }),
    )

  const texts = new Texts()
  const values = new Values()
  const left = new Map<string, number>()
  for (const { file } of plan.orders) left.set(file, (left.get(file) ?? 0) + 1)
  const all = plan.orders.reduce((count, { pages }) => count + pages.length, 0)
  let done = 0
  const largest = Math.max(0, ...plan.orders.map(({ pages }) => pages.length))
  if (all - largest > worthThreads.pages) pool.useThreads(all > large.pages)
  if (plan.orders.length > 0) await pool.setUp({ shared: input, output })
  await Promise.all(
    plan.orders.map(async (order) => {
      const { outcomes, isUnfit, entries } = await pool.make(order)
      if (isUnfit) throw new UnfitFile(order.file)
      if (entries) plan.correct?.(order.file, entries)
      for (const [index, { problems: own, summary, facts: asked, made }] of outcomes.entries()) {
        const { route } = order.pages[index]!
        const found = order.ofSet && own.length > 0 ? checkAgain(route, shared, input) : own
        if (found.length > 0) reported.set(route, found)
        shareSame(summary, made, shared.merged.pages.get(route)!.raw.title, texts, values)
        summaries.set(route, summary)
        if (!made) continue
        const record = toRecord(
          plan.keys.get(route)!,
          made,
          plan.last.get(route)?.made.output,
          asked,
          input.context.facts,
        )
        ;(made.output ? written : kept).push(...pathsOf(record.made))
        records.set(route, record)
      }
      left.set(order.file, left.get(order.file)! - 1)
      if (left.get(order.file) === 0) onFile?.(order.file, recordsOf)
      done += order.pages.length
      onProgress(done, all)
    }),
  )

  const pages: PageSummary[] = []
  const cards: PageCard[] = []
  const weights: PageBurden[] = []
  for (const { route, place } of shared.merged.pages.values()) {
    const summary = summaries.get(route)
    // The page of another shard.
    if (!summary) continue
    pages.push(placeSummary(route, summary, place))
    const made = records.get(route)?.made
    if (made?.card) cards.push({ route, card: made.card })
    if (made?.output) weights.push(placeWeight(route, made.output.weight))
  }
  const bytes = [...records.values()].reduce(
    (sum, { made }) => sum + (made.output?.files ?? []).reduce((size, file) => size + file.size, 0),
    0,
  )
  return {
    // In the site's order, whichever thread was first.
    problems: pages.flatMap(({ route }) => reported.get(route) ?? []),
    pages,
    cards,
    pictures: [...records.values()].flatMap(({ made }) => made.pictures),
    weights,
    kept,
    written,
    bytes,
    changed: new Set(plan.keys.keys()),
    records,
    reported,
    recordsOf,
  }
}

/** Written out, since the engine describes each copy of another object for itself, at half a kilobyte. */
const placeSummary = (
  route: string,
  { data, meta, posts, aliases, anchors, links, signature }: MadePage['summary'],
  place: Place,
): PageSummary => ({ route, place, data, meta, posts, aliases, anchors, links, signature })

const placeWeight = (route: string, { html, load }: PageOutput['weight']): PageBurden => ({
  route,
  html,
  load,
})

/** What came from a thread is all its own, and much of it is the same for every page, or at hand. @param title of the page, as it is written. */
function shareSame(
  summary: MadePage['summary'],
  made: MadePage | undefined,
  title: unknown,
  texts: Texts,
  values: Values,
): void {
  const {
    data: { head },
    meta: { service },
  } = summary
  // The very text that the outline has.
  if (head.title === title) head.title = title
  if (service && service.name === title) service.name = title
  summary.data.kind = texts.one(summary.data.kind)
  summary.links = texts.all(summary.links)
  summary.anchors = values.list(texts.all(summary.anchors))
  summary.aliases = values.list(summary.aliases)
  if (!made) return
  made.pictures = values.list(made.pictures)
  if (!made.output) return
  const { weight } = made.output
  weight.load = values.same(weight.load)
}

const pathsOf = ({ output }: MadePage) => (output?.files ?? []).map(({ path }) => path)
