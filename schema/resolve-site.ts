import { addCounts, readArticles, type Articles } from './articles.ts'
import { findLanguage } from './language.ts'
import { listPlaceNames } from './likeness/fingerprint.ts'
import type { MergedSite, RawPage } from './merge-sources.ts'
import type { ContactLink, LoadedSite, SiteData } from './page-data.ts'
import { noPictures, type PublicPictures } from './pictures.ts'
import type { Path, Place } from './problem.ts'
import {
  pageTextContext,
  resolvePage,
  withOwnFacts,
  type PageContext,
  type ResolvedPage,
} from './resolve-page.ts'
import {
  newFindings,
  noteGroup,
  resolveString,
  type Findings,
  type TextContext,
} from './resolve-text.ts'
import { textOf } from './text-of.ts'
import { describeTheme, type Theme, type ThemeSettings } from './theme.ts'
import { walkSchema, type Schema } from './schema-walk.ts'
import type { BusinessSettings, Navigation, ServiceArea, SiteSettings } from './types.gen.ts'

/** What all pages share, resolved, with what is needed to resolve any one of them. */
export type SharedSite = {
  site: SiteData | undefined
  business: LoadedSite['business']
  merged: MergedSite
  schema: Schema
  articles: Articles
  /** Links and citations of the header, the footer and the settings. */
  shell: Findings
  context: PageContext
  /** The names of places that are left aside when pages are compared. */
  placeNames: string[]
  /** The pages that stand for planned routes, and the one for an address without a page: entries made of the settings. */
  planned: RawPage[]
  notFoundEntry: RawPage | undefined
}

/** The whole site after resolving, before the rules that look across pages. */
export type ResolvedSite = SharedSite & {
  pages: ResolvedPage[]
  notFound: ResolvedPage | undefined
}

type Options = {
  /** Takes the place of the site's own, for a preview elsewhere. */
  origin?: string
  pictures?: PublicPictures
  /** False where no date of a page is recorded, nor is to be. */
  dated?: boolean
}

export function resolveSite(
  merged: MergedSite,
  schema: Schema,
  options: Options = {},
): ResolvedSite {
  const shared = resolveShared(merged, schema, options)
  const { context, planned, notFoundEntry } = shared
  const written = [...merged.pages.values()].map((page) => resolvePage(page, context))
  return {
    ...shared,
    pages: [...written, ...planned.map((page) => resolvePage(page, context, true))],
    notFound: notFoundEntry && resolvePage(notFoundEntry, context),
  }
}

/** @param merged of each page that is no article, no more is looked at than its kind, its names and whether it lists articles. */
export function resolveShared(
  merged: MergedSite,
  schema: Schema,
  { origin, pictures = noPictures, dated = true }: Options = {},
): SharedSite {
  const { settings, main } = merged
  const shell = newFindings()
  const language = languageOf(settings)
  const contact = { phone: contactOf(settings.phone), email: contactOf(settings.email) }
  const print = (value: unknown) =>
    typeof value === 'string'
      ? String(
          resolveString('text', value, { source: main, path: ['site'] }, {}, text, newFindings()),
        )
      : ''
  const text: TextContext = {
    facts: merged.facts,
    unread: merged.unread,
    language,
    contact,
    settings: new Map(),
    pictures,
    readings: new Map(),
  }
  // The settings may cite facts, and be cited themselves.
  for (const link of Object.values(contact)) if (link) link.text = print(link.text)
  for (const [name, value] of citableSettings(settings, contact))
    text.settings.set(name, print(value))
  const resolveShell = (definition: string, value: unknown, path: Path) =>
    walkSchema(schema, { $ref: `#/$defs/${definition}` }, value, path, {
      string: (format, string, at, rule) =>
        resolveString(format, string, { source: main, path: at }, rule, text, shell),
      group: (group, at) => noteGroup(group, { source: main, path: at }, shell),
    })
  // The blocks of small pages are resolved as pages, with their own labels.
  const { notFound, planned, ...shared } = settings
  const site = resolveShell('site', shared, ['site']) as SiteSettings
  const navigation = resolveShell('navigation', merged.navigation, ['navigation']) as Navigation
  const labels = labelPages(merged, text)
  const articles = readArticles([...merged.pages.values()], schema, (page) =>
    pageTextContext(page, { ...text, labels }),
  )
  const facts = addCounts(merged.facts, articles)
  const context: PageContext = {
    ...text,
    facts,
    schema,
    origin: origin ?? textOf(settings.origin),
    trailingSlash: site.trailingSlash === true,
    derived: deriveFromSettings(site, contact),
    labels,
    articles,
    areaServed: {
      ...site.business?.areaServed,
      latitude: site.business?.latitude,
      longitude: site.business?.longitude,
    },
    dated,
  }
  const smallPage = (small: unknown, route: string, path: Path, kind = 'info'): RawPage => ({
    route,
    raw: { ...(small as object), kind, noindex: true },
    place: { source: main, path },
  })
  const plannedRoutes = [...merged.planned.keys()].filter((route) => !merged.pages.has(route))
  return {
    site: toSiteData(site, navigation, context.origin, contact, merged),
    business: site.business as BusinessSettings | undefined,
    merged: { ...merged, facts },
    schema,
    articles,
    shell,
    context,
    placeNames: listPlaceNames(merged),
    planned: plannedRoutes.map((route) => smallPage(planned ?? {}, route, ['site', 'planned'])),
    notFoundEntry: notFound ? smallPage(notFound, '/404', ['site', 'notFound']) : undefined,
  }
}

/** What blocks take from the settings when their author leaves it out, by the name in their schema. */
function deriveFromSettings(
  site: Partial<SiteSettings>,
  { phone, email }: TextContext['contact'],
): Map<string, unknown> {
  const { language, booking, subscribe } = site
  return new Map<string, unknown>([
    ['site.phone', phone],
    ['site.email', email],
    ['site.language', language],
    ['site.area', describeArea(site)],
    ['site.subscribe', subscribe],
    // Nobody waits for a widget that is not the real one yet.
    ['site.booking-script', booking?.placeholder ? undefined : booking?.script],
  ])
}

/** A color that cannot be read has been reported; the design's own stays. */
function describeValidTheme(theme: ThemeSettings): Theme | undefined {
  try {
    return describeTheme(theme)
  } catch {
    return undefined
  }
}

/** The circle that is served, for blocks that ask where the visitor is; undefined where the site has none. */
function describeArea({ business, location }: Partial<SiteSettings>): ServiceArea | undefined {
  const { latitude, longitude, areaServed } = (business ?? {}) as Partial<BusinessSettings>
  const radius = areaServed?.radius?.value
  if (!location || latitude === undefined || longitude === undefined || radius === undefined)
    return undefined
  return { latitude, longitude, radius, ...location }
}

/** An impossible language would make every number fail; validation has reported it. */
function languageOf({ language }: { language?: unknown }): string {
  try {
    // A language that Node does not know would be written in that of the machine.
    return findLanguage(textOf(language)) ?? 'en-US'
  } catch {
    return 'en-US'
  }
}

function contactOf(value: unknown): ContactLink | undefined {
  const link = value as Partial<ContactLink> | undefined
  return typeof link?.text === 'string' && typeof link.href === 'string'
    ? ({ ...link } as ContactLink)
    : undefined
}

function citableSettings(
  settings: MergedSite['settings'],
  contact: TextContext['contact'],
): Map<string, string> {
  return new Map([
    ['site.name', textOf(settings.name)],
    ['site.phone', contact.phone?.text ?? ''],
    ['site.email', contact.email?.text ?? ''],
  ])
}

/** Each page's short name: its label, else its title up to the first separator. */
function labelPages({ pages, planned }: MergedSite, text: TextContext): Map<string, string> {
  // What is wrong with the text is reported when the page itself is resolved.
  const print = (written: string, place: Place, context = text) =>
    written.includes('$')
      ? String(resolveString('text', written, place, {}, context, newFindings()))
      : written
  const labels = new Map(
    [...planned].map(([route, { label, place }]) => [route, print(label, place)]),
  )
  for (const page of pages.values()) {
    const { route, raw, place } = page
    const context = withOwnFacts(page, text)
    if (typeof raw.label === 'string') labels.set(route, print(raw.label, place, context))
    else
      labels.set(
        route,
        typeof raw.title === 'string'
          ? print(raw.title, place, context).split(/ [|–—:] |: /)[0]!
          : route,
      )
  }
  if (typeof pages.get('/')?.raw.label !== 'string') labels.set('/', 'Home')
  return labels
}

function toSiteData(
  site: Partial<SiteSettings>,
  navigation: Partial<Navigation>,
  origin: string,
  { phone, email }: TextContext['contact'],
  { pages }: MergedSite,
): SiteData | undefined {
  const { name, language, logo, measuring, theme, application, trailingSlash, shareImages, icons } =
    site
  const { header, footer } = navigation
  if (!name || !language || !logo || !phone || !email || !header || !footer) return undefined
  const withBadges = { ...footer, badges: footer.badges ?? [] }
  const bookingRoutes = [...pages.values()].flatMap(({ route, raw }) =>
    raw.kind === 'booking' ? [route] : [],
  )
  const shape = { application, trailingSlash, shareImages, icons }
  return {
    name,
    language,
    origin,
    logo,
    phone,
    email,
    bookingRoutes,
    measuring,
    theme: theme && describeValidTheme(theme),
    ...shape,
    header,
    footer: withBadges,
  } as SiteData
}
