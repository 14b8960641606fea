import { addArticleCounts, collectArticles, type Articles } from './collect-articles.ts'
import { findSupportedLanguage } from './supported-language.ts'
import { listPlaceNames } from '../similarity/page-signature.ts'
import type { MergedSite, RawPage } from './merge-sources.ts'
import type { ContactLink, LoadedSite, SiteData } from '../page-data.ts'
import { noPictures, type PublicPictures } from '../source/pictures.ts'
import type { Path, SourceLocation } from '../problems/problem.ts'
import {
  createPageTextContext,
  resolvePage,
  withPageFacts,
  type PageContext,
  type ResolvedPage,
} from './resolve-page.ts'
import {
  createFindings,
  inspectGroup,
  resolveString,
  type Findings,
  type TextContext,
} from './resolve-text.ts'
import { asText } from '../util/as-text.ts'
import { resolveTheme, type ResolvedTheme, type ThemeSettings } from './theme.ts'
import { walkSchema, type Schema } from '../validate/walk-schema.ts'
import type { BusinessSettings, Navigation, ServiceArea, SiteSettings } from '../types.gen.ts'

/** What all pages share, resolved, with what is needed to resolve any one of them. */
export type SharedSite = {
  site: SiteData | undefined
  business: LoadedSite['business']
  merged: MergedSite
  schema: Schema
  articles: Articles
  /** Links and citations of the header, the footer and the settings. */
  shellFindings: Findings
  context: PageContext
  /** The names of places that are left aside when pages are compared. */
  placeNames: string[]
  /** The pages that stand for planned routes, and the one for an address without a page: entries made of the settings. */
  plannedPages: RawPage[]
  notFoundEntry: RawPage | undefined
}

/** The whole site after resolving, before the rules that look across pages. */
export type ResolvedSite = SharedSite & {
  pages: ResolvedPage[]
  notFound: ResolvedPage | undefined
}

type ResolveOptions = {
  /** Takes the place of the site's own, for a preview elsewhere. */
  origin?: string
  pictures?: PublicPictures
  /** False where no date of a page is recorded, nor is to be. */
  recordsDates?: boolean
}

export function resolveSite(
  merged: MergedSite,
  schema: Schema,
  options: ResolveOptions = {},
): ResolvedSite {
  const shared = resolveSharedSite(merged, schema, options)
  const { context, plannedPages, notFoundEntry } = shared
  const written = [...merged.pages.values()].map((page) => resolvePage(page, context))
  return {
    ...shared,
    pages: [...written, ...plannedPages.map((page) => resolvePage(page, context, true))],
    notFound: notFoundEntry && resolvePage(notFoundEntry, context),
  }
}

/** @param merged of each page that is no article, no more is looked at than its kind, its names and whether it lists articles. */
export function resolveSharedSite(
  merged: MergedSite,
  schema: Schema,
  { origin, pictures = noPictures, recordsDates = true }: ResolveOptions = {},
): SharedSite {
  const { settings, main } = merged
  const shellFindings = createFindings()
  const language = resolveLanguage(settings)
  const contact = { phone: toContactLink(settings.phone), email: toContactLink(settings.email) }
  const print = (value: unknown) =>
    typeof value === 'string'
      ? String(
          resolveString(
            'text',
            value,
            { source: main, path: ['site'] },
            {},
            text,
            createFindings(),
          ),
        )
      : ''
  const text: TextContext = {
    facts: merged.facts,
    possiblyDefined: merged.possiblyDefined,
    language,
    contact,
    settings: new Map(),
    pictures,
    readings: new Map(),
  }
  // The settings may cite facts, and be cited themselves.
  for (const link of Object.values(contact)) if (link) link.text = print(link.text)
  for (const [name, value] of listCitableSettings(settings, contact))
    text.settings.set(name, print(value))
  const resolveShell = (definition: string, value: unknown, path: Path) =>
    walkSchema(schema, { $ref: `#/$defs/${definition}` }, value, path, {
      string: (format, string, at, rule) =>
        resolveString(format, string, { source: main, path: at }, rule, text, shellFindings),
      group: (group, at) => inspectGroup(group, { source: main, path: at }, shellFindings),
    })
  // The blocks of small pages are resolved as pages, with their own labels.
  const { notFound, planned, ...shared } = settings
  const site = resolveShell('site', shared, ['site']) as SiteSettings
  const navigation = resolveShell('navigation', merged.navigation, ['navigation']) as Navigation
  const labels = createPageLabels(merged, text)
  const articles = collectArticles([...merged.pages.values()], schema, (page) =>
    createPageTextContext(page, { ...text, labels }),
  )
  const facts = addArticleCounts(merged.facts, articles)
  const context: PageContext = {
    ...text,
    facts,
    schema,
    origin: origin ?? asText(settings.origin),
    trailingSlash: site.trailingSlash === true,
    derivedValues: deriveSiteValues(site, contact),
    labels,
    articles,
    areaServed: {
      ...site.business?.areaServed,
      latitude: site.business?.latitude,
      longitude: site.business?.longitude,
    },
    recordsDates,
  }
  const smallPage = (small: unknown, route: string, path: Path, kind = 'info'): RawPage => ({
    route,
    raw: { ...(small as object), kind, noindex: true },
    location: { source: main, path },
  })
  const plannedRoutes = [...merged.planned.keys()].filter((route) => !merged.pages.has(route))
  return {
    site: toSiteData(site, navigation, context.origin, contact, merged),
    business: site.business as BusinessSettings | undefined,
    merged: { ...merged, facts },
    schema,
    articles,
    shellFindings,
    context,
    placeNames: listPlaceNames(merged),
    plannedPages: plannedRoutes.map((route) =>
      smallPage(planned ?? {}, route, ['site', 'planned']),
    ),
    notFoundEntry: notFound ? smallPage(notFound, '/404', ['site', 'notFound']) : undefined,
  }
}

/** What blocks take from the settings when their author leaves it out, by the name in their schema. */
function deriveSiteValues(
  site: Partial<SiteSettings>,
  { phone, email }: TextContext['contact'],
): Map<string, unknown> {
  const { language, booking, subscribe } = site
  return new Map<string, unknown>([
    ['site.phone', phone],
    ['site.email', email],
    ['site.language', language],
    ['site.area', deriveServiceArea(site)],
    ['site.subscribe', subscribe],
    // Nobody waits for a widget that is not the real one yet.
    ['site.booking-script', booking?.placeholder ? undefined : booking?.script],
  ])
}

/** A color that cannot be read has been reported; the design's own stays. */
function tryResolveTheme(theme: ThemeSettings): ResolvedTheme | undefined {
  try {
    return resolveTheme(theme)
  } catch {
    return undefined
  }
}

/** The circle that is served, for blocks that ask where the visitor is; undefined where the site has none. */
function deriveServiceArea({ business, location }: Partial<SiteSettings>): ServiceArea | undefined {
  const { latitude, longitude, areaServed } = (business ?? {}) as Partial<BusinessSettings>
  const radius = areaServed?.radius?.value
  if (!location || latitude === undefined || longitude === undefined || radius === undefined)
    return undefined
  return { latitude, longitude, radius, ...location }
}

/** An impossible language would make every number fail; validation has reported it. */
function resolveLanguage({ language }: { language?: unknown }): string {
  try {
    // A language that Node does not know would be written in that of the machine.
    return findSupportedLanguage(asText(language)) ?? 'en-US'
  } catch {
    return 'en-US'
  }
}

function toContactLink(value: unknown): ContactLink | undefined {
  const link = value as Partial<ContactLink> | undefined
  return typeof link?.text === 'string' && typeof link.href === 'string'
    ? ({ ...link } as ContactLink)
    : undefined
}

function listCitableSettings(
  settings: MergedSite['settings'],
  contact: TextContext['contact'],
): Map<string, string> {
  return new Map([
    ['site.name', asText(settings.name)],
    ['site.phone', contact.phone?.text ?? ''],
    ['site.email', contact.email?.text ?? ''],
  ])
}

/** Each page's short name: its label, else its title up to the first separator. */
function createPageLabels({ pages, planned }: MergedSite, text: TextContext): Map<string, string> {
  // What is wrong with the text is reported when the page itself is resolved.
  const print = (written: string, location: SourceLocation, context = text) =>
    written.includes('$')
      ? String(resolveString('text', written, location, {}, context, createFindings()))
      : written
  const labels = new Map(
    [...planned].map(([route, { label, location }]) => [route, print(label, location)]),
  )
  for (const page of pages.values()) {
    const { route, raw, location } = page
    const context = withPageFacts(page, text)
    if (typeof raw.label === 'string') labels.set(route, print(raw.label, location, context))
    else
      labels.set(
        route,
        typeof raw.title === 'string'
          ? print(raw.title, location, context).split(/ [|–—:] |: /)[0]!
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
    theme: theme && tryResolveTheme(theme),
    ...shape,
    header,
    footer: withBadges,
  } as SiteData
}
