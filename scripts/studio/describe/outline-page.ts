import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import type { DraftedSite } from '../../edit/drafted-site.ts'
import { formatDay, type Moment } from '../../../schema/days/moment.ts'
import { parseDays } from '../../../schema/days/parse-days.ts'
import type { SourceLocation } from '../../../schema/problems/source-file.ts'
import { locateChild } from '../../../schema/problems/locate-child.ts'
import { asRecord, isRecord } from '../../../schema/util/records.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { nameValue } from '../../edit/name-value.ts'
import { toWords } from '../../edit/to-words.ts'
import { showOverride, toTemplatePath } from '../../edit/page-overrides.ts'
import { type NodeAddress, isWithin } from '../../edit/source-address.ts'

import { describeSet, type SetOfPage } from '../../edit/describe/describe-set.ts'
import type { ListedProblem } from '../../edit/describe/problem-list.ts'
import { locateEntry } from '../../report/list-pages.ts'

/** `GET outline?route=` */
export type PageOutline = {
  version: number
  route: string
  /** Shows the page with its blocks and fields marked; for a frame. */
  previewUrl: string
  /** The page's entry; of a page of a set, the template. */
  page: OutlineNode
  blocks: OutlineNode[]
  set?: SetOfPage
  /** The entry of the page that this one translates. */
  original?: NodeAddress & { route: string }
  /** Set if a mistake in the page's file keeps an earlier version in the preview. */
  isOutdated?: true
}

/** A page, a block, a list in it, or an entry of a list. */
export type OutlineNode = {
  address: NodeAddress
  kind: 'page' | 'block' | 'list' | 'item'
  /** What distinguishes it: its heading, title or label; otherwise its type or name. */
  label: string
  /** The type of a block. */
  type?: string
  /** The number of entries of a list. */
  count?: number
  /** The days on which it is shown: `from Dec 24`. */
  days?: string
  /** If its days leave a block out on the day of the preview: a day on which it is shown. */
  hidden?: { shownOn: string; isOver?: true }
  /** The number of errors in the node and in everything below it; `warnings` likewise. */
  errors: number
  warnings: number
  /** Query parameters with which a live block shows another state. */
  queries?: string[]
  children: OutlineNode[]
}

/** A query parameter with which a page is shown in the studio: its values are marked. */
export const previewParameter = '__studio'

/** Outlines a page: its blocks, what is in them, and the problems of each. */
export async function outlinePage(drafted: DraftedSite, route: string): Promise<PageOutline> {
  const { site, draft, session } = drafted
  const page = drafted.findPage(route)
  const { file, path } = locateEntry(page)
  const value = await draft.readValue({ file, path })
  const set = await describeSet(site, page, (name) => draft.readText(name))
  const { problems } = await drafted.listProblems()
  const shown = session.findPage(route)
  const entry = asRecord(showOverride(value, set?.override.value))
  const count = createProblemCounter(
    set ? placeInTemplate(problems, set, { file, path }, value) : problems,
  )
  const { moment } = site.input.shared.context
  const blocks = (Array.isArray(entry.blocks) ? entry.blocks : []) as JsonValue[]
  const context = { count, listQueries: (type: string) => listQueries(site, type) }
  // Blocks that are not shown on this day are missing in what the page prints.
  const shownBlocks = shown?.blocks.length === blocks.length ? shown.blocks : []
  return {
    version: draft.version,
    route,
    previewUrl: `${getDevBasePath()}${route}?${previewParameter}`,
    page: {
      address: { file, path },
      kind: 'page',
      label: nameValue(entry as JsonValue) ?? route,
      ...describeDays(entry),
      ...count({ file, path }),
      children: [],
    },
    blocks: blocks.map((block, index) => ({
      ...outlineBlock(
        block,
        { file, path: [...path, 'blocks', index] },
        context,
        shownBlocks[index],
      ),
      ...describeHidden(block, locateChild(page.location, 'blocks', index), moment),
    })),
    ...(set && { set }),
    ...locateOriginal(site, entry),
    ...(session.isOutdated(route) && { isOutdated: true }),
  }
}

function locateOriginal({ input }: ReadSite, { translates }: Record<string, unknown>) {
  const page = input.shared.merged.pages.get(String(translates))
  return page && { original: { ...locateEntry(page), route: page.route } }
}

/** The days of a page, a block or an entry of a list, in words. */
function describeDays(value: unknown): { days?: string } {
  const { from, until } = asRecord(asRecord(value).publish)
  const format = (name: string, day: unknown) => {
    const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(String(day ?? '')) ?? []
    if (year === undefined) return []
    const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
    // The year of a distant day must not be guessed.
    const isDistant = Math.abs(time.getTime() - Date.now()) > distantMs
    return [`${name} ${dayFormat.format(time)}${isDistant ? `, ${year}` : ''}`]
  }
  const words = [...format('from', from), ...format('until', until)]
  return words.length > 0 ? { days: words.join(' ') } : {}
}

/** Whether its days leave a block out on the day of the preview, and when they do not. */
function describeHidden(
  block: unknown,
  location: SourceLocation,
  moment: Moment,
): Pick<OutlineNode, 'hidden'> {
  const { publish } = asRecord(block)
  const { now } = moment
  const { from, until, never } = parseDays(publish, locateChild(location, 'publish'), moment, [])
  // On no other day it would be shown.
  if (never) return {}
  if (from !== undefined && now < from)
    return { hidden: { shownOn: formatDay({ ...moment, now: from }) } }
  return until !== undefined && until <= now
    ? // It ends with the minute before.
      { hidden: { shownOn: formatDay({ ...moment, now: until - 1 }), isOver: true } }
    : {}
}

const distantMs = 180 * 24 * 60 * 60 * 1000

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A problem in an override is counted at the value of the template that it replaces. */
function placeInTemplate(
  problems: ListedProblem[],
  { override }: SetOfPage,
  { file, path }: NodeAddress,
  template: JsonValue | undefined,
): ListedProblem[] {
  return problems.map((problem) => {
    const { address } = problem
    if (!address || !isWithin(address, override)) return problem
    const steps = address.path.slice(override.path.length)
    const below = toTemplatePath(template, override.value, steps)
    return { ...problem, address: { file, path: [...path, ...below] } }
  })
}

/** The query parameters with which a live block shows another state. */
function listQueries({ input }: ReadSite, type: string): string[] {
  const hydrates = input.shared.schema.$defs?.[`${type}-block`]?.hydrates
  return isRecord(hydrates) && typeof hydrates.query === 'string' ? [hydrates.query] : []
}

/** Counts of the problems of a value and of what is in it. */
type CountProblems = (address: NodeAddress) => { errors: number; warnings: number }

function createProblemCounter(problems: ListedProblem[]): CountProblems {
  const located = problems.filter(({ address }) => address !== undefined)
  return (outer) => {
    const below = located.filter(({ address }) => isWithin(address!, outer))
    const count = (severity: ListedProblem['severity']) =>
      below.filter((problem) => problem.severity === severity).length
    return { errors: count('error'), warnings: count('warning') }
  }
}

type OutlineContext = {
  count: CountProblems
  /** Query parameters with which a block shows another state. */
  listQueries: (type: string) => string[]
}

/** Outlines a block with the lists in it. @param shown the block as the page prints it, if known */
function outlineBlock(
  block: JsonValue,
  address: NodeAddress,
  context: OutlineContext,
  shown?: unknown,
): OutlineNode {
  const type = isRecord(block) && typeof block.type === 'string' ? block.type : 'unknown'
  const queries = context.listQueries(type)
  return {
    address,
    kind: 'block',
    label: nameValue(block, shown) ?? toWords(type),
    type,
    ...describeDays(block),
    ...context.count(address),
    ...(queries.length > 0 && { queries }),
    children: outlineLists(block, address, context, shown),
  }
}

/** A list of texts is edited as a whole. A list of maps has an entry for each map. */
function outlineLists(
  value: JsonValue,
  { file, path }: NodeAddress,
  context: OutlineContext,
  shown: unknown,
): OutlineNode[] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const address = { file, path: [...path, key] }
    const shownChild = isRecord(shown) ? shown[key] : undefined
    if (isRecord(child)) return outlineLists(child, address, context, shownChild)
    if (!Array.isArray(child) || !child.some(isRecord)) return []
    const children = child.map((item, index): OutlineNode => {
      const place = { file, path: [...address.path, index] }
      const shownItem: unknown = Array.isArray(shownChild) ? shownChild[index] : undefined
      return {
        address: place,
        kind: 'item',
        label: nameValue(item, shownItem) ?? `${index + 1}`,
        ...describeDays(item),
        ...context.count(place),
        children: outlineLists(item, place, context, shownItem),
      }
    })
    const node: OutlineNode = {
      address,
      kind: 'list',
      label: toWords(key),
      count: child.length,
      ...context.count(address),
      children,
    }
    return [node]
  })
}
