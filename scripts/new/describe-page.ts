import type { PageKind } from '../../schema/types.gen.ts'

export type NewPage = {
  route: string
  kind: Exclude<PageKind, 'home'>
  /** The generated schema, as the page's file names it to the editor. */
  schema: string
  /** The region of the business, for a page about a town. */
  region: string
  /** For an article: the day (ISO), and a category of the list above it. */
  today: string
  category: string
}

type Need = (label: string, page: NewPage) => string
const service: Need = (label) => `    service: { name: ${label} }\n`
const nothing: Need = () => ''

/** What a kind asks for beyond title, description and blocks. */
const needs: Record<NewPage['kind'], Need> = {
  info: nothing,
  booking: nothing,
  service,
  document: nothing,
  location: (label, { region }) => `    city: { name: ${label}, region: ${region} }\n`,
  resource: nothing,
  article: (_, { today, category }) =>
    `    article: { published: ${today}, category: ${JSON.stringify(category)} }\n`,
  legal: nothing,
  'near-me': service,
  landing: service,
  ppc: service,
}
export const newKinds = Object.keys(needs) as NewPage['kind'][]

const callButton = `        actions:
          - { label: 'Call \${site.phone}', href: 'tel:' }
`
const articleBody = `      - type: prose
        body: |
          Short sentences, one thought each.

          ## A heading that answers a question

          And the answer.
`

/** A file with one page that has all its kind asks for, so that it can be looked at before a word is changed. An ad's page leads nowhere else. */
export function describePage(page: NewPage): string {
  const { route, kind, schema } = page
  const words = route.split('/').at(-1)!.replaceAll('-', ' ')
  const label = JSON.stringify(words[0]!.toUpperCase() + words.slice(1))
  return `# yaml-language-server: $schema=${schema}
pages:
  ${route}:
    kind: ${kind}
    title: Title of ${route}
    description: The sentence or two that a search result shows under the title of ${route}.
    label: ${label}
    placeholder: true
${needs[kind](label, page)}    blocks:
${kind === 'ppc' ? '' : '      - type: breadcrumbs\n'}      - type: ${kind === 'article' ? 'article-header' : 'hero'}
        heading: ${label}
        lead: The answer first, and the price beside the promise.
${kind === 'article' ? articleBody : callButton}`
}
