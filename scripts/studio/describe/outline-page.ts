import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import type { PageData } from '../../../schema/page-data.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import { asRecord, isRecord } from '../../../schema/util/records.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { nameValue } from '../operations/name-value.ts'
import type { PageOutline, StudioProblem } from '../protocol.ts'
import { countSetPages, findSet, locateEntry, locatePage } from './list-pages.ts'
import { listOverridden } from './list-overridden.ts'
import { createProblemCounter, outlineBlock } from './outline-value.ts'

/** A query parameter with which a page is shown in the studio: its values are marked. */
const previewParameter = '__studio'

/**
 * A page as it is now.
 * @property value its entry with the unsaved edits, or the template of its set
 * @property override what is written for this page of the set alone
 * @property shown what it prints; undefined if it cannot be resolved
 */
type OutlinedPage = {
  page: RawPage
  value: JsonValue | undefined
  override: JsonValue | undefined
  shown: PageData | undefined
  problems: StudioProblem[]
}

/** Outlines a page: its blocks, what is in them, and the problems of each. */
export function outlinePage(
  site: ReadSite,
  { page, value, override, shown, problems }: OutlinedPage,
): Omit<PageOutline, 'version'> {
  const { route } = page
  const { file, path } = locateEntry(site, page)
  const set = findSet(site, page)
  const entry = asRecord(value)
  const count = createProblemCounter(problems)
  const blocks = (Array.isArray(entry.blocks) ? entry.blocks : []) as JsonValue[]
  const context = { count, listQueries: (type: string) => listQueries(site, type) }
  // Blocks that are not shown on this day are missing in what the page prints.
  const shownBlocks = shown?.blocks.length === blocks.length ? shown.blocks : []
  const row = locatePage(page).setOrigin?.rows.at(-1)
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
    ...(set && {
      set: {
        route: set.route,
        pages: countSetPages(site, set.route),
        override: { file, path: [...set.path, 'overrides', route] },
        overridden: listOverridden(entry as JsonValue, override),
        ...(row && { row }),
      },
    }),
  }
}

/** The query parameters with which a live block shows another state. */
function listQueries({ input }: ReadSite, type: string): string[] {
  const hydrates = input.shared.schema.$defs?.[`${type}-block`]?.hydrates
  return isRecord(hydrates) && typeof hydrates.query === 'string' ? [hydrates.query] : []
}
