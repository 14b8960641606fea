import type { MergedSite, RawPage } from './merge-sources.ts'
import type { ContactLink, LoadedSite, SiteData } from './page-data.ts'
import type { Path } from './problem.ts'
import { resolvePage, type PageContext, type ResolvedPage } from './resolve-page.ts'
import { newFindings, notePlaceholder, resolveString, type Findings, type TextContext } from './resolve-text.ts'
import { walkSchema, type Schema } from './schema-walk.ts'
import type { BusinessSettings, Navigation, SiteSettings } from './types.gen.ts'

/** The whole site after resolving, before the rules that look across pages. */
export type ResolvedSite = {
  site: SiteData | undefined
  business: LoadedSite['business']
  pages: ResolvedPage[]
  notFound: ResolvedPage | undefined
  merged: MergedSite
  schema: Schema
  /** Links and citations of the header, the footer and the settings. */
  shell: Findings
}

/** @param origin takes the place of the site's own, for a preview elsewhere. */
export function resolveSite(merged: MergedSite, schema: Schema, origin?: string): ResolvedSite {
  const { settings, main } = merged
  const shell = newFindings()
  const language = languageOf(settings)
  const contact = { phone: contactOf(settings.phone), email: contactOf(settings.email) }
  const text: TextContext = {
    facts: merged.facts,
    unread: merged.unread,
    language,
    contact,
    settings: citableSettings(settings, contact),
    readings: new Map(),
  }
  const resolveShell = (definition: string, value: unknown, path: Path) =>
    walkSchema(schema, { $ref: `#/$defs/${definition}` }, value, path, {
      string: (format, string, at, rule) => resolveString(format, string, { source: main, path: at }, rule, text, shell),
      group: (group, at) => notePlaceholder(group, { source: main, path: at }, shell),
    })
  // The blocks of small pages are resolved as pages, with their own labels.
  const { notFound, planned, ...shared } = settings
  const site = resolveShell('site', shared, ['site']) as SiteSettings
  const navigation = resolveShell('navigation', merged.navigation, ['navigation']) as Navigation
  const context: PageContext = {
    ...text,
    schema,
    origin: origin ?? String(settings.origin ?? ''),
    derived: new Map<string, unknown>(Object.entries(contact).map(([name, value]) => [`site.${name}`, value])),
    labels: labelPages(merged, text),
  }
  const smallPage = (small: unknown, route: string, path: Path, kind = 'info'): RawPage => ({
    route,
    raw: { ...(small as object), kind, noindex: true },
    place: { source: main, path },
  })
  const plannedPages = [...merged.planned.keys()]
    .filter((route) => !merged.pages.has(route))
    .map((route) => resolvePage(smallPage(planned ?? {}, route, ['site', 'planned']), context, true))
  return {
    site: toSiteData(site, navigation, context.origin, contact),
    business: site.business as BusinessSettings | undefined,
    pages: [...[...merged.pages.values()].map((page) => resolvePage(page, context)), ...plannedPages],
    notFound: notFound ? resolvePage(smallPage(notFound, '/404', ['site', 'notFound']), context) : undefined,
    merged,
    schema,
    shell,
  }
}

/** An impossible language would make every number fail; validation has reported it. */
function languageOf({ language }: MergedSite['settings']): string {
  try {
    return Intl.getCanonicalLocales(String(language))[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}

function contactOf(value: unknown): ContactLink | undefined {
  const link = value as Partial<ContactLink> | undefined
  return typeof link?.text === 'string' && typeof link.href === 'string' ? (link as ContactLink) : undefined
}

function citableSettings(settings: MergedSite['settings'], contact: TextContext['contact']): Map<string, string> {
  return new Map([
    ['site.name', String(settings.name ?? '')],
    ['site.phone', contact.phone?.text ?? ''],
    ['site.email', contact.email?.text ?? ''],
  ])
}

/** Each page's short name: its label, else its title up to the first separator. */
function labelPages({ pages, planned }: MergedSite, text: TextContext): Map<string, string> {
  const labels = new Map([...planned].map(([route, { label }]) => [route, label]))
  for (const { route, raw, place } of pages.values()) {
    const written = typeof raw.label === 'string' ? raw.label : typeof raw.title === 'string' ? raw.title.split(/ [|–—:] |: /)[0]! : route
    // What is wrong with the text is reported when the page itself is resolved.
    labels.set(route, String(resolveString('text', written, place, {}, text, newFindings())))
  }
  if (typeof pages.get('/')?.raw.label !== 'string') labels.set('/', 'Home')
  return labels
}

function toSiteData(
  site: Partial<SiteSettings>,
  navigation: Partial<Navigation>,
  origin: string,
  { phone, email }: TextContext['contact'],
): SiteData | undefined {
  const { name, language, logo } = site
  const { header, footer } = navigation
  if (!name || !language || !logo || !phone || !email || !header || !footer) return undefined
  const withBadges = { ...footer, badges: footer.badges ?? [] }
  return { name, language, origin, logo, phone, email, header, footer: withBadges } as SiteData
}
