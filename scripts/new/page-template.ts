import type { PageKind } from '../../schema/types.gen.ts'
import { formatSchemaLine } from '../shared/editor-schema.ts'
import { formatHeading, formatRequiredBlock, type RequiredTexts } from './required-texts.ts'

export type NewPage = {
  route: string
  /** Its short name, such as that of `nameNewPage`. */
  label: string
  kind: Exclude<PageKind, 'home'>
  /** The region of the business, for a page about a town. */
  region: string
  /** For an article: the date (ISO), and a category of the list that it belongs to. */
  today: string
  category: string
  /** What the site's statements require of it. */
  required?: RequiredTexts
}

type FormatKindFields = (label: string, page: NewPage) => string
const formatServiceFields: FormatKindFields = (label) => `    service: { name: ${label} }\n`
const formatNoFields: FormatKindFields = () => ''

/** Formats the properties that a kind requires in addition to title, description and blocks. */
const kindFieldFormatters: Record<NewPage['kind'], FormatKindFields> = {
  info: formatNoFields,
  booking: formatNoFields,
  service: formatServiceFields,
  document: formatNoFields,
  location: (label, { region }) => `    city: { name: ${label}, region: ${region} }\n`,
  resource: formatNoFields,
  article: (_, { today, category }) =>
    `    article: { published: ${today}, category: ${JSON.stringify(category)} }\n`,
  legal: formatNoFields,
  'near-me': formatServiceFields,
  landing: formatServiceFields,
  ppc: formatServiceFields,
}
export const newPageKinds = Object.keys(kindFieldFormatters) as NewPage['kind'][]

/**
 * The short name of a new page, from its address.
 * @param placeNames that the site spells, such as Big Spring
 */
export function nameNewPage(route: string, placeNames: string[] = []): string {
  const words = route.split('/').at(-1)!.replaceAll('-', ' ')
  const name = placeNames.reduce((text, place) => {
    const at = ` ${text} `.indexOf(` ${place.toLowerCase()} `)
    return at === -1 ? text : text.slice(0, at) + place + text.slice(at + place.length)
  }, words)
  return name[0]!.toUpperCase() + name.slice(1)
}

const callButton = `        actions:
          - { label: 'Call \${site.phone}', href: 'tel:' }
`
const articleBody = `      - type: prose
        body: |
          Short sentences, one thought each.

          ## A heading that answers a question

          And the answer.
`

/**
 * Creates a file with one page that is valid without changes. A `ppc` page, the landing page of an
 * ad, has no breadcrumbs because it must not link to other pages.
 */
export function createPageYaml(page: NewPage): string {
  const { route, kind, label: name, required } = page
  const label = JSON.stringify(name)
  return `${formatSchemaLine('pages/new.yaml')}
pages:
  ${route}:
    kind: ${kind}
    title: Title of ${route}
    description: One or two sentences that a search result shows under the title of ${route}.
    label: ${label}
    placeholder: true
${kindFieldFormatters[kind](label, page)}    blocks:
${kind === 'ppc' ? '' : '      - type: breadcrumbs\n'}      - type: ${kind === 'article' ? 'article-header' : 'hero'}
        heading: ${JSON.stringify(formatHeading(name, required))}
        lead: The answer first, then the price.
${kind === 'article' ? articleBody : callButton}${formatRequiredBlock(required)}`
}
