import { formatSchemaLine } from '../shared/editor-schema.ts'

export type NewSet = {
  /** The route of the set, with columns in braces, such as /towns/{town}. */
  route: string
  /** The path of the row file, relative to the site's folder. */
  rows: string
}

const toColumnHeading = (column: string) =>
  column[0]!.toUpperCase() + column.slice(1).replaceAll('-', ' ')

/** The columns in the route of a set: `/towns/{town}` has one. */
const listRouteColumns = (route: string): string[] =>
  [...route.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!)

/** Creates a file with a set that is valid without changes. */
export function createSetYaml({ route, rows }: NewSet): string {
  const name = listRouteColumns(route)
    .map((column) => `{{${column}}}`)
    .join(', ')
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
          heading: '${name}'
          lead: 'The answer first, \${distance} from here. {{text?}}'
          actions:
            - { label: 'Call \${site.phone}', href: 'tel:' }
`
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
