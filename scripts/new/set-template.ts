import { formatSchemaLine } from '../shared/editor-schema.ts'
import { formatHeading, formatRequiredBlock, type RequiredTexts } from './required-texts.ts'

export type NewSet = {
  /** The route of the set, with columns in braces, such as /towns/{town}. */
  route: string
  /** The path of the row file, relative to the site's folder. */
  rows: string
  /** What the site's statements require of its pages. */
  required?: RequiredTexts
}

const toColumnHeading = (column: string) =>
  column[0]!.toUpperCase() + column.slice(1).replaceAll('-', ' ')

/** The columns in the route of a set: `/towns/{town}` has one. */
const listRouteColumns = (route: string): string[] =>
  [...route.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!)

/** The short name of a page of a set: the columns in its route, `{{town}}`. */
export const formatColumns = (route: string): string =>
  listRouteColumns(route)
    .map((column) => `{{${column}}}`)
    .join(', ')

/** Creates a file with a set that is valid without changes. */
export function createSetYaml({ route, rows, required }: NewSet): string {
  const name = formatColumns(route)
  return `${formatSchemaLine('pages/new.yaml')}
sets:
  ${route}:
    rows: ${rows}
    facts:
      distance: { label: 'Distance to ${name}', unit: miles }
    page:
      kind: info
      title: 'Title of ${name}'
      description: 'One or two sentences that a search result shows under the title of ${name}.'
      label: '${name}'
      placeholder: true
      blocks:
        - type: breadcrumbs
        - type: hero
          heading: ${JSON.stringify(formatHeading(name, required))}
          lead: 'The answer first, \${distance} from here. {{text?}}'
          actions:
            - { label: 'Call \${site.phone}', href: 'tel:' }
${formatRequiredBlock(required, '        ')}`
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
