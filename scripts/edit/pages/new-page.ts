import { formatDay } from '../../../schema/days/moment.ts'
import { findListingRoute } from '../../../schema/resolve/collect-articles.ts'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { listMissingTexts } from '../../../schema/statements/required-texts.ts'
import type { PageKind, PostsBlock } from '../../../schema/types.gen.ts'
import { asText } from '../../../schema/util/as-text.ts'
import { applyOperations } from '../apply-operations.ts'
import type { JsonValue } from '../yaml-operations.ts'
import { resolveRoute } from '../../prerender/read/resolve-pages.ts'
import { formatSchemaLine } from '../../shared/editor-schema.ts'

export type NewPageKind = Exclude<PageKind, 'home'>

/**
 * @property label its short name, such as that of `nameNewPage`
 * @property about what its title and description are about; by default, the route
 */
type NewPage = {
  route: string
  kind: NewPageKind
  label: string
  title?: string
  about?: string
}

type Properties = Record<string, JsonValue>
type CreateProperties = (page: NewPage, resolved: ResolvedSite) => Properties
const createService: CreateProperties = ({ label }) => ({ service: { name: label } })
const createNothing: CreateProperties = () => ({})

/** Creates the properties that a kind requires in addition to title, description and blocks. */
const kindProperties: Record<NewPageKind, CreateProperties> = {
  info: createNothing,
  booking: createNothing,
  service: createService,
  document: createNothing,
  location: ({ label }, { business }) => ({
    city: { name: label, ...(business?.region && { region: business.region }) },
  }),
  resource: createNothing,
  article: ({ route }, resolved) => ({
    article: {
      // Where the business is, it may be another day than here, or than the one that is shown.
      published: formatDay({ ...resolved.context.moment, now: Date.now() }),
      category: findFirstCategory(resolved, route) ?? 'News',
    },
  }),
  legal: createNothing,
  'near-me': createService,
  landing: createService,
  ppc: createService,
}
export const newPageKinds = Object.keys(kindProperties) as NewPageKind[]

/** Finds the first category of the list that an article at this route belongs to. */
function findFirstCategory(resolved: ResolvedSite, route: string): string | undefined {
  const listing = findListingRoute(resolved.articles, route)
  const list =
    listing === undefined
      ? undefined
      : resolveRoute(resolved, listing)?.data.blocks.find(({ type }) => type === 'posts')
  return (list as PostsBlock | undefined)?.categories?.[0]?.label
}

const articleBody = `Short sentences, one thought each.

## A heading that answers a question

And the answer.
`

/**
 * Creates a page that is valid without changes. A `ppc` page, the landing page of an ad, has no
 * breadcrumbs because it must not link to other pages.
 */
export function createNewPage(resolved: ResolvedSite, page: NewPage): Properties {
  const { route, kind, label, about = route, title = `Title of ${about}` } = page
  const { context, site } = resolved
  const isArticle = kind === 'article'
  const described = { route, data: { kind }, meta: { planned: false } }
  const language = asText(site.settings.language)
  const required =
    context.statements && listMissingTexts(context.statements, described, label, language)
  return {
    kind,
    title,
    description: `A few sentences that a search result shows under the title of ${about}.`,
    label,
    placeholder: true,
    ...kindProperties[kind](page, resolved),
    blocks: [
      ...(kind === 'ppc' ? [] : [{ type: 'breadcrumbs' }]),
      {
        type: isArticle ? 'article-header' : 'hero',
        heading: required?.heading.length
          ? `${label}: a heading that names ${required.heading.join(' and ')}`
          : label,
        lead: 'The answer first, then the price.',
        ...(!isArticle && { actions: [{ label: 'Call ${site.phone}', href: 'tel:' }] }),
      },
      ...(isArticle ? [{ type: 'prose', body: articleBody }] : []),
      ...(required?.page.length
        ? [{ type: 'prose', body: `${required.page.join('\n\n')}\n` }]
        : []),
    ],
  }
}

/** Formats a new file of a site with one entry, such as a page. */
export function formatNewFile(section: 'pages' | 'sets', route: string, value: JsonValue): string {
  const file = 'pages/new.yaml'
  const text = `${formatSchemaLine(file)}\n${section}:\n  ${route}:\n`
  return applyOperations(file, text, [{ kind: 'set', path: [section, route], value }])
}
