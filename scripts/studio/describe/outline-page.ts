import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import type { PageData } from '../../../schema/page-data.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import { asRecord, isRecord } from '../../../schema/util/records.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { nameValue } from '../operations/name-value.ts'
import { showOverride, toTemplatePath } from '../page-overrides.ts'
import { type NodeAddress, isWithin } from '../source-address.ts'
import type { PageOutline, SetOfPage, StudioProblem } from '../protocol.ts'
import { locateEntry } from './list-pages.ts'
import { createProblemCounter, outlineBlock } from './outline-value.ts'

/** A query parameter with which a page is shown in the studio: its values are marked. */
export const previewParameter = '__studio'

/**
 * The current state of a page.
 * @property value its entry with the unsaved edits, or the template of its set
 * @property set where a page of a set takes its values from
 * @property shown what it prints; undefined if it cannot be resolved
 */
type OutlinedPage = {
  page: RawPage
  value: JsonValue | undefined
  set: SetOfPage | undefined
  shown: PageData | undefined
  problems: StudioProblem[]
}

/** Outlines a page: its blocks, what is in them, and the problems of each. */
export function outlinePage(
  site: ReadSite,
  { page, value, set, shown, problems }: OutlinedPage,
): Omit<PageOutline, 'version'> {
  const { route } = page
  const { file, path } = locateEntry(page)
  const entry = asRecord(showOverride(value, set?.override.value))
  const count = createProblemCounter(
    set ? placeInTemplate(problems, set, { file, path }, value) : problems,
  )
  const blocks = (Array.isArray(entry.blocks) ? entry.blocks : []) as JsonValue[]
  const context = { count, listQueries: (type: string) => listQueries(site, type) }
  // Blocks that are not shown on this day are missing in what the page prints.
  const shownBlocks = shown?.blocks.length === blocks.length ? shown.blocks : []
  return {
    route,
    previewUrl: `${getDevBasePath()}${route}?${previewParameter}`,
    page: {
      address: { file, path },
      kind: 'page',
      label: nameValue(entry as JsonValue) ?? route,
      ...count({ file, path }),
      children: [],
    },
    blocks: blocks.map((block, index) =>
      outlineBlock(block, { file, path: [...path, 'blocks', index] }, context, shownBlocks[index]),
    ),
    ...(set && { set }),
  }
}

/** A problem in an override is counted at the value of the template that it replaces. */
function placeInTemplate(
  problems: StudioProblem[],
  { override }: SetOfPage,
  { file, path }: NodeAddress,
  template: JsonValue | undefined,
): StudioProblem[] {
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
