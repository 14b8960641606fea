import { capitalize } from '../../schema/shared/capitalize.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { isRecord } from '../../schema/util/records.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'
import { createNewPage, formatNewFile } from '../edit/pages/new-page.ts'

type NewSet = {
  /** The route of the set, with columns in braces, such as /towns/{town}. */
  route: string
  /** The path of the row file, relative to the site's folder. */
  rows: string
}

const toColumnHeading = (column: string) => capitalize(column.replaceAll('-', ' '))

/** The columns in the route of a set: `/towns/{town}` has one. */
const listRouteColumns = (route: string): string[] =>
  [...route.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!)

/** Creates a file with a set that is valid without changes. */
export function createSetYaml(resolved: ResolvedSite, { route, rows }: NewSet): string {
  // The short name of a page: the columns in its route.
  const label = listRouteColumns(route)
    .map((column) => `{{${column}}}`)
    .join(', ')
  const page = createNewPage(resolved, { route, kind: 'info', label, about: label })
  const lead = 'The answer first, ${distance} from here. {{text?}}'
  const blocks = (page.blocks as JsonValue[]).map((block) =>
    isRecord(block) && block.type === 'hero' ? { ...block, lead } : block,
  )
  const facts = { distance: { label: `Distance to ${label}`, unit: 'miles' } }
  return formatNewFile('sets', route, { rows, facts, page: { ...page, blocks } })
}

/** Creates a row file with two rows. */
export function createSetRowsCsv({ route }: NewSet): string {
  const columns = listRouteColumns(route)
  const row = (which: string, distance: number) =>
    [
      ...columns.map((column) => `${which} ${column.replaceAll('-', ' ')}`),
      distance,
      `"One or two sentences that are true only of the ${which.toLowerCase()} one."`,
    ].join(',')
  return `${[...columns.map(toColumnHeading), 'Distance', 'Text'].join(',')}\n${row('First', 10)}\n${row('Second', 20)}\n`
}
