import { addArticleCounts, collectArticles, type Articles } from './collect-articles.ts'
import { findSupportedLanguage } from './supported-language.ts'
import { listPlaceNames } from '../similarity/page-signature.ts'
import type { MergedSite, RawPage } from './merge-sources.ts'
import type { ContactLink, LoadedSite, SiteData } from '../page-data.ts'
import { noPictures, type PublicPictures } from '../source/pictures.ts'
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
import type { Path } from '../source/position-types.ts'
import type { SourceLocation } from '../source/types.ts'

/** The resolved data that all pages share, and the context to resolve a page. */
export type SharedSite = {
  site: SiteData | undefined
  business: LoadedSite['business']
  merged: MergedSite
  schema: Schema
  articles: Articles
  /** Findings in the header, the footer and the settings. */
  shellFindings: Findings
  context: PageContext
  /** Names of places that are ignored when comparing pages. */
  placeNames: string[]
  /** Generated entries: a page for each planned route, and the 404 page. */
  plannedPages: RawPage[]
  notFoundEntry: RawPage | undefined
}

/** A resolved site, before site rules are checked. */
export type ResolvedSite = SharedSite & {
  pages: ResolvedPage[]
  notFound: ResolvedPage | undefined
}

type ResolveOptions = {
  /** Replaces the origin in the settings, for previews on another domain. */
  origin?: string
  pictures?: PublicPictures
  /** False if the site neither records dates nor is about to. */
  recordsDates?: boolean
}

/** Resolves every page of a site. */
export function resolveAllPages(shared: SharedSite): ResolvedSite {
  const { context, plannedPages, notFoundEntry } = shared
  const written = [...shared.merged.pages.values()].map((page) => resolvePage(page, context))
  return {
    ...shared,
    pages: [...written, ...plannedPages.map((page) => resolvePage(page, context, true))],
    notFound: notFoundEntry && resolvePage(notFoundEntry, context),
  }
}

/**
 * Resolves the settings, the shell and everything else that pages share.
 * @param merged pages may be outlines: except for articles, only their kind, names and posts blocks
 *   are used
 */
export function resolveSharedSite(
  merged: MergedSite,
  schema: Schema,
  { origin, pictures = noPictures, recordsDates = true }: ResolveOptions = {},
): SharedSite {
  const { settings, main } = merged
  const shellFindings = createFindings()
  const language = resolveLanguage(settings)
  const contact = { phone: toContactLink(settings.phone), email: toContactLink(settings.email) }
  const resolveText = (value: unknown) =>
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
  // Settings can cite facts, and pages can cite settings.
  for (const link of Object.values(contact)) if (link) link.text = resolveText(link.text)
  for (const [name, value] of listCitableSettings(settings, contact))
    text.settings.set(name, resolveText(value))
  const resolveShell = (definition: string, value: unknown, path: Path) =>
    walkSchema(schema, { $ref: `#/$defs/${definition}` }, value, path, {
      string: (format, string, at, rule) =>
        resolveString(format, string, { source: main, path: at }, rule, text, shellFindings),
      group: (group, at) => inspectGroup(group, { source: main, path: at }, shellFindings),
    })
  // The pages in the settings are resolved as pages, with their own labels.
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
  const toSettingsPage = (page: unknown, route: string, path: Path): RawPage => ({
    route,
    raw: { ...(page as object), kind: 'info', noindex: true },
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
      toSettingsPage(planned ?? {}, route, ['site', 'planned']),
    ),
    notFoundEntry: notFound ? toSettingsPage(notFound, '/404', ['site', 'notFound']) : undefined,
  }
}

/** Lists the setting values that blocks derive properties from, by their names in the schema. */
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
    // Do not load a placeholder script.
    ['site.booking-script', booking?.placeholder ? undefined : booking?.script],
  ])
}

/** Falls back to the default theme if a color is invalid, which validation reports. */
function tryResolveTheme(theme: ThemeSettings): ResolvedTheme | undefined {
  try {
    return resolveTheme(theme)
  } catch {
    return undefined
  }
}

/** Derives the area served, for blocks that locate the visitor. Undefined if the site has none. */
function deriveServiceArea({ business, location }: Partial<SiteSettings>): ServiceArea | undefined {
  const { latitude, longitude, areaServed } = (business ?? {}) as Partial<BusinessSettings>
  const radius = areaServed?.radius?.value
  if (!location || latitude === undefined || longitude === undefined || radius === undefined)
    return undefined
  return { latitude, longitude, radius, ...location }
}

/** Falls back to en-US if the language is invalid or unsupported, which is reported elsewhere. */
function resolveLanguage({ language }: { language?: unknown }): string {
  try {
    // For an unsupported language, Intl would use the language of this machine.
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

/** Maps each route to a short name: the page's label, or its title up to the first separator. */
function createPageLabels({ pages, planned }: MergedSite, text: TextContext): Map<string, string> {
  // Findings are reported when the page is resolved.
  const resolveText = (written: string, location: SourceLocation, context = text) =>
    written.includes('$')
      ? String(resolveString('text', written, location, {}, context, createFindings()))
      : written
  const labels = new Map(
    [...planned].map(([route, { label, location }]) => [route, resolveText(label, location)]),
  )
  for (const page of pages.values()) {
    const { route, raw, location } = page
    const context = withPageFacts(page, text)
    if (typeof raw.label === 'string') labels.set(route, resolveText(raw.label, location, context))
    else
      labels.set(
        route,
        typeof raw.title === 'string'
          ? resolveText(raw.title, location, context).split(/ [|–—:] |: /)[0]!
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
  const outputSettings = { application, trailingSlash, shareImages, icons }
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
    ...outputSettings,
    header,
    footer: withBadges,
  } as SiteData
}
