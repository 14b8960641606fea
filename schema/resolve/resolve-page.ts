import { createHash } from 'node:crypto'
import type { PageData, Service, Crumb, PageMeta, ClientScripts } from '../page-data.ts'
import { checkNames } from '../names/check-names.ts'
import { checkReviewBlocks, mayLackReviews } from './check-review-blocks.ts'
import { chooseReviews, hidesReviews, showsReviews } from '../reviews/choose-reviews.ts'
import type { SourceLocation } from '../problems/location.ts'
import type { Block, CityFacts, Page as PageProperties } from '../types.gen.ts'
import { asText } from '../util/as-text.ts'
import { asList, asRecord, isRecord, type UnknownRecord } from '../util/records.ts'
import { shortHash } from '../util/short-hash.ts'
import { findPageArticles, toFeedPath } from './collect-articles.ts'
import { explainUnpublishable } from '../facts/facts.ts'
import type { Page } from '../merge/merge-sources.ts'
import type { PageContext, ResolvedPage } from './page/page-types.ts'
import {
  leaveOut,
  omitBlocks,
  planPageOmissions,
  pruneBlocks,
  type Omissions,
} from './placeholders/plan-omissions.ts'
import { reportOmissions } from './placeholders/report-omissions.ts'
import { resolveStrings } from './resolve-text.ts'
import { withPageLanguage } from './site/languages.ts'
import {
  applyTrailingSlash,
  createExternalPathMatcher,
  listParentRoutes,
} from '../util/route-paths.ts'
import { checkOwnContact } from './text/check-contacts.ts'
import { toContactLink } from './text/contact-links.ts'
import { reportUnfinishedTexts } from './text/check-writing.ts'
import { createFindings, type TextContext } from './text/findings.ts'
import { inspectGroup } from './text/inspect-group.ts'
import { toVisibleText } from './text/visible-text.ts'
import type { Schema } from '../validate/json-schema.ts'
import { resolveSchema } from '../validate/walk-schema.ts'
import { collectIds, deriveAnchor, listUnknownBlockAnchors } from './page/anchors.ts'
import { deriveProperty } from './page/derivations.ts'
import { expandRows } from './page/expand-rows.ts'

/** Resolves one page entry. Mistakes never throw: they are in `findings.problems`. */
export function resolvePage(entry: Page, siteContext: PageContext): ResolvedPage {
  const { route, special } = entry
  const planned = special === 'planned'
  const inLanguage = withPageLanguage(siteContext, entry.raw.language)
  const findings = createFindings(inLanguage.statements !== undefined)
  const context = withPageFacts(entry, withPageLocation(inLanguage, entry.raw.location))
  const page = expandRows(entry, context, findings.problems)
  const { raw, location } = page
  const omissions = planOmissions(raw, context)
  const shown = pruneBlocks(raw, omissions, context.schema)
  const text = createPageTextContext({ ...page, raw: shown }, context)
  findings.problems.push(
    ...checkNames(context.schema, 'page', raw, location, {
      ...{ route, facts: context.facts, possiblyDefined: context.possiblyDefined },
      settings: context.rawSettings,
      ...(mayLackReviews(page, context) ? {} : { reviews: context.reviews }),
    }),
  )
  checkReviewBlocks(page, context, findings)
  const breadcrumbs = listBreadcrumbs(route, resolveTrail(raw, location, context, text), context)
  const articles = findPageArticles(route, context.articles)
  const { article, listing } = articles
  const feed = listing === undefined ? undefined : toFeedPath(listing)
  let ids: Set<string> | undefined
  const isIdUsed = (id: string) => (ids ??= collectIds(raw.blocks)).has(id)
  const source = { page, context, text, findings, articles, breadcrumbs, isIdUsed }
  /** Whether publishing may hide something that the page does not write itself. */
  let hidesMore = false
  const resolved = resolveStrings(context.schema, 'page', raw, location, {
    ...{ context: text, findings },
    ...leaveOut(omissions, location.path.length),
    group: (value, path) =>
      inspectGroup(value, { source: location.source, path }, findings, !context.publishing),
    contact: (value, path) => {
      const link = toContactLink(value)
      const at = { source: location.source, path }
      if (link) checkOwnContact(link, at, context.contact, findings.problems)
      return link
    },
    derive: (name, group, path) => {
      const isLeftOut = context.leftOutValues.has(name)
      hidesMore ||= isLeftOut || (name === 'site.reviews' && hidesReviews(group, context.reviews))
      return isLeftOut && !context.publishing
        ? context.leftOutValues.get(name)
        : deriveProperty(name, group, source, path)
    },
  }) as Partial<PageProperties>
  findings.problems.push(...reportUnfinishedTexts(findings, context.publishing !== undefined))
  if (context.publishing) {
    const subject = { subject: route, ...context.publishing }
    reportOmissions(omissions, raw, location, subject, findings)
  }
  findings.anchors.push(...listUnknownBlockAnchors(raw, location, context))
  const blocks = asList(resolved.blocks).filter(isRecord) as Block[]
  const isDraft = raw.draft === true
  const noindex = resolved.noindex === true || resolved.kind === 'ppc' || isDraft
  const indexed = !noindex && !planned
  const canonical = context.origin + applyTrailingSlash(route, context)
  const data: PageData = {
    route,
    ...describeLanguages(page, context),
    kind: asText(resolved.kind) || 'info',
    ...(resolved.action && { action: resolved.action }),
    ...(resolved.shell === 'minimal' && { shell: resolved.shell }),
    browser: listClientScripts(context.schema, blocks),
    head: {
      title: asText(resolved.title),
      description: asText(resolved.description),
      canonical,
      ...listAlternates(route, context),
      ...(noindex && { robots: resolved.kind === 'ppc' ? 'noindex, nofollow' : 'noindex' }),
      ...(feed !== undefined && { feed }),
    },
    jsonLd: [],
    breadcrumbs,
    ...listNotices(route, context),
    ...(article && { article }),
    blocks,
  }
  // Includes placeholders, so that a page has the same date whether or not they are left out.
  const hashPageContent = (): string => {
    if (!context.recordsDates) return ''
    if (!context.publishing || (omissions.omitted.size === 0 && !hidesMore))
      return hashContent(data)
    return resolvePage(entry, { ...inLanguage, publishing: undefined }).meta.contentHash
  }
  const contentHash = hashPageContent()
  // Last, so that they take no anchor from a block, and are no content that has a date.
  for (const { heading, location: at } of findings.textHeadings) {
    const id = deriveAnchor(toVisibleText(heading.c), at, findings, isIdUsed)
    if (id !== undefined) heading.id = id
  }
  return {
    route,
    location: entry.location,
    data,
    meta: {
      service: resolved.service as Service | undefined,
      city: resolved.city as CityFacts | undefined,
      business: resolved.business === true,
      ...(context.locations.has(asText(raw.location)) && { location: asText(raw.location) }),
      ...(resolved.priceRange !== undefined && { priceRange: asText(resolved.priceRange) }),
      planned,
      ...describeTranslation(entry, context),
      ...(raw.placeholder === true && { placeholder: true }),
      ...(isDraft && { draft: true }),
      indexed,
      contentHash,
    },
    findings,
  }
}

/** Adds the facts defined only on a page to the facts of the ledger. Their names never collide. */
export const withPageFacts = <C extends Pick<TextContext, 'facts'>>(
  { facts }: Pick<Page, 'facts'>,
  context: C,
): C => (facts ? { ...context, facts: new Map([...context.facts, ...facts]) } : context)

/** Creates the text context of one page, with the page's choice of readings. */
export function createPageTextContext(
  page: Page,
  shared: Omit<TextContext, 'readings' | 'page'> & Pick<PageContext, 'labels' | 'schema'>,
): TextContext {
  const { route, raw } = page
  const context = withPageFacts(page, shared)
  const readings = Object.entries((raw.readings ?? {}) as Record<string, unknown>).filter(
    ([name, reading]) => context.facts.get(name)?.readings.has(asText(reading)),
  )
  return {
    ...context,
    settings: new Map([...context.settings, ['page.label', context.labels.get(route) ?? '']]),
    readings: new Map(readings as [string, string][]),
    page: { raw, schema: shared.schema },
  }
}

/** Replaces what a page takes from the business by what it takes from a location. */
function withPageLocation(context: PageContext, name: unknown): PageContext {
  const found = context.locations.get(asText(name))
  if (found)
    return {
      ...context,
      ...found,
      settings: new Map([...context.settings, ...found.settings]),
      derivedValues: new Map([...context.derivedValues, ...found.derivedValues]),
    }
  if (name === undefined) return context
  // Once the name is corrected, a number of the business is no longer what ${site.phone} prints.
  const { phone, email, others = [] } = context.contact
  const known = [phone?.href.replace(/^tel:|;.*/g, ''), email?.text].filter(
    (contact) => contact !== undefined,
  )
  return { ...context, contact: { others: [...others, ...known] } }
}

/** Plans what a published page leaves out, and the blocks that have no reviews to show. */
function planOmissions(raw: Page['raw'], context: PageContext): Omissions {
  const { publishing, schema, facts, hours } = context
  const lacksReviews = (block: UnknownRecord) =>
    showsReviews(block) && chooseReviews(block, context).length === 0
  return publishing
    ? planPageOmissions(raw, {
        schema,
        explainFact: (name, reading) => {
          const fact = facts.get(name)
          const ofPage = asRecord(raw.readings)[name]
          return (
            fact &&
            explainUnpublishable(fact, reading, typeof ofPage === 'string' ? ofPage : undefined)
          )
        },
        isEmpty: (block) =>
          (block.type === 'opening-hours' && hours === undefined) || lacksReviews(block),
      })
    : omitBlocks(raw, lacksReviews)
}

/**
 * Lists everything that a page takes from other pages, as plain data. The resolved page depends on
 * nothing but this, its entry, the settings and the facts that it cites.
 */
export const listPageDependencies = (route: string, context: PageContext): unknown[] => [
  findPageArticles(route, context.articles),
  ['/', ...listParentRoutes(route), route].map((path) => context.labels.get(path)),
  ...(context.languages.size > 0 ? [context.translations.get(route)] : []),
]

/**
 * Removes what is not the page's own content: the words and the seal of a block, which are part of
 * Signpost, the articles to read next, which change with each new one, and the opening hours and
 * holidays, which move on from one special day to the next.
 */
const dropDefaults = (block: Block): object => {
  const {
    words: _,
    seal: __,
    openingHours: ___,
    related: ____,
    calendar: _____,
    ...content
  } = block as Block & {
    [name in 'words' | 'seal' | 'openingHours' | 'related' | 'calendar']?: unknown
  }
  return content
}

/** Excludes the origin, so that moving the site to another domain does not change any date. */
function hashContent({ head: { title, description }, blocks }: PageData): string {
  return shortHash(JSON.stringify([title, description, blocks.map(dropDefaults)]))
}

/**
 * Resolves the trail for the breadcrumbs. Findings are discarded, since they are reported when the
 * page is resolved.
 */
function resolveTrail(
  { trail }: Page['raw'],
  { source }: SourceLocation,
  { schema }: PageContext,
  text: TextContext,
): Crumb[] | undefined {
  if (!Array.isArray(trail)) return undefined
  const visit = { context: text, findings: createFindings() }
  return trail
    .filter(isRecord)
    .map((link) => resolveStrings(schema, 'menu-link', link, { source, path: [] }, visit) as Crumb)
}

/** Lists the home page, then the page's trail or the pages above its route, then the page. */
function listBreadcrumbs(
  route: string,
  trail: Crumb[] | undefined,
  { labels, language, translations }: PageContext,
): Crumb[] {
  const inLanguage = translations.get('/')?.find((page) => page.language === language)
  const homeRoute = inLanguage?.route ?? '/'
  const home = { label: labels.get(homeRoute) ?? '/', href: homeRoute }
  const own = { label: labels.get(route) ?? route }
  if (route === homeRoute) return [{ label: home.label }]
  return [
    home,
    ...(trail ??
      listParentRoutes(route).flatMap((href) =>
        labels.has(href) && href !== homeRoute ? [{ label: labels.get(href)!, href }] : [],
      )),
    own,
  ]
}

/** Lists the messages of the settings that a page shows. They are no content of it that has a date. */
function listNotices(route: string, { notices }: PageContext): Pick<PageData, 'notices'> {
  const shown = notices.filter(({ pages }) => !pages || createExternalPathMatcher(pages)(route))
  return shown.length > 0 ? { notices: shown.map(({ text }) => text) } : {}
}

/**
 * Returns the language of a page, if it is not that of the site, and links to the other languages.
 */
function describeLanguages(
  { route, raw }: Page,
  { language, languages, siteLanguage, translations }: PageContext,
): Pick<PageData, 'language' | 'otherLanguages'> {
  if (languages.size === 0) return {}
  const labels = [...languages.values()].map((other) => [other.language, other.label] as const)
  const all = [[siteLanguage.language, siteLanguage.label] as const, ...labels]
  const find = (page: string, tag: string) =>
    translations.get(page)?.find((other) => other.language === tag)?.route
  const otherLanguages = all.flatMap(([tag, label]) => {
    const href = find(route, tag) ?? (tag === siteLanguage.language ? '/' : find('/', tag))
    return tag === language || href === undefined ? [] : [{ language: tag, label, href }]
  })
  const isOther = languages.has(language) && raw.language === language
  return { ...(isOther && { language }), ...(otherLanguages.length > 0 && { otherLanguages }) }
}

/**
 * Lists the addresses of a page in all its languages, for search engines: none if they may not list
 * the page itself or any other.
 */
function listAlternates(route: string, context: PageContext): Pick<PageData['head'], 'alternates'> {
  const group = (context.translations.get(route) ?? []).filter(({ indexed }) => indexed)
  if (group.length < 2 || !group.some((page) => page.route === route)) return {}
  const toUrl = (path: string) => context.origin + applyTrailingSlash(path, context)
  return { alternates: group.map((page) => ({ language: page.language, href: toUrl(page.route) })) }
}

function describeTranslation(
  page: Page,
  { translations }: Pick<PageContext, 'translations'>,
): Pick<PageMeta, 'translates' | 'original'> {
  const { route, raw } = page
  const original = translations.get(route)?.[0]?.route
  if (original === undefined) return {}
  if (original === route) return { original: hashOriginal(page) }
  const recorded = typeof raw.original === 'string' ? { original: raw.original } : {}
  return { translates: { route: original, ...recorded } }
}

/**
 * Returns what a translation records about its original: a hash of the original's entry, which stays
 * the same when an answer of the owner, or a day, shows another part of it.
 */
export function hashOriginal({ raw, whole = raw }: Pick<Page, 'raw' | 'whole'>): string {
  const { title, description, blocks } = whole
  return createHash('sha256')
    .update(JSON.stringify([title, description, blocks]))
    .digest('hex')
    .slice(0, 12)
}

/** Lists the scripts that the blocks of a page need, according to their schemas. */
function listClientScripts(schema: Schema, blocks: Block[]): ClientScripts {
  const declared = blocks.map((block) => {
    const { live, eager, hydrates } = resolveSchema(schema, 'block', block) ?? {}
    return { block, live, eager, hydrates }
  })
  const matches = (block: Block, { with: property }: { with?: string } = {}) =>
    property === undefined || property in block
  const unique = (names: string[]) => [...new Set(names)]
  const scripts = declared.flatMap(({ block, eager }) =>
    eager && matches(block, eager) ? [eager] : [],
  )
  const early = unique(
    scripts.flatMap(({ script, after }) => (after === undefined ? [script] : [])),
  )
  return {
    live: unique(declared.flatMap(({ block, live }) => (live ? [block.type] : []))),
    early,
    found: scripts.find(({ after }) => after !== undefined && early.includes(after))?.script,
    wakes: unique(
      declared.flatMap(({ block, hydrates }) =>
        hydrates && matches(block, hydrates) ? [hydrates.query ?? anyQuery] : [],
      ),
    ),
  }
}

/** Loads the application on every URL, with any query. */
const anyQuery = ''
