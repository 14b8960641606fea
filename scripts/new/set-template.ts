export type NewSet = {
  /** With columns in braces: /towns/{town}. */
  route: string
  /** The generated schema, as the set's file names it to the editor. */
  schema: string
  /** The file of rows, below the site's folder. */
  rows: string
}

const toColumnHeading = (column: string) =>
  column[0]!.toUpperCase() + column.slice(1).replaceAll('-', ' ')

/** The columns in the route of a set: `/towns/{town}` has one. */
const listRouteColumns = (route: string): string[] =>
  [...route.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!)

/** A set that is whole, so that its pages can be looked at before a word is changed. */
export function createSetYaml({ route, schema, rows }: NewSet): string {
  const name = listRouteColumns(route)
    .map((column) => `{{${column}}}`)
    .join(', ')
  return `# yaml-language-server: $schema=${schema}
sets:
  ${route}:
    rows: ${rows}
    facts:
      distance: { label: 'Distance to ${name}', unit: miles }
    page:
      kind: info
      title: 'Title of ${name}'
      description: 'The sentence or two that a search result shows under the title of ${name}.'
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

/** Its rows, with a text of its own for each. */
export function createSetRowsCsv({ route }: NewSet): string {
  const columns = listRouteColumns(route)
  const row = (which: string, distance: number) =>
    [
      ...columns.map((column) => `${which} ${column.replaceAll('-', ' ')}`),
      distance,
      `"What is true of the ${which.toLowerCase()} one alone, in a sentence or two."`,
    ].join(',')
  return `${[...columns.map(toColumnHeading), 'Distance', 'Text'].join(',')}\n${row('First', 10)}\n${row('Second', 20)}\n`
}
