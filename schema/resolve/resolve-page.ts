import { createHash } from 'node:crypto'
import { applyTrailingSlash, listParentRoutes } from './route-paths.ts'
import {
  toFeedPath,
  findListingRoute,
  listArticlesBelow,
  type Articles,
} from './collect-articles.ts'
import { listClientScripts } from './client-scripts.ts'
import { formatHourLabels, parseDaySpan } from './parse-day-span.ts'
import { deriveMap, type AreaServed } from './derive-map.ts'
import type { RawPage } from './merge-sources.ts'
import { findNearestName } from '../validate/nearest-name.ts'
import type { BuiltPage, Crumb, PageData, Service } from '../page-data.ts'
import { problemAt, type Path, type SourceLocation } from '../problems/problem.ts'
import {
  createFindings,
  inspectGroup,
  resolveString,
  describeUnknownReading,
  type Findings,
  type TextContext,
} from './resolve-text.ts'
import { resolveSchema, walkSchema, type Schema } from '../validate/walk-schema.ts'
import { shellIds } from './shell-ids.ts'
import { slugify } from './slugify.ts'
import { asText } from '../util/as-text.ts'
import type { Block, CityFacts, Page } from '../types.gen.ts'

/** A page after resolving, with what the rules across pages need to know of it. */
export type ResolvedPage = BuiltPage & {
  route: string
  location: SourceLocation
  aliases: { from: string; location: SourceLocation }[]
  findings: Findings
}

export type PageContext = Omit<TextContext, 'readings'> & {
  schema: Schema
  origin: string
  trailingSlash: boolean
  /** Resolves to what the site's settings say, for blocks that derive a property: `site.phone`. */
  derivedValues: Map<string, unknown>
  /** Route → short name, of every page. */
  labels: Map<string, string>
  articles: Articles
  /** The area that the site serves, with the towns on its maps; not resolved into any block. */
  areaServed: Partial<AreaServed>
  /** Whether the site records when its pages changed: only then their contents are hashed. */
  recordsDates: boolean
}

/** Resolves one page entry. What is wrong with it is in `findings.problems`; it never throws for an author's mistake. */
export function resolvePage(page: RawPage, shared: PageContext, planned = false): ResolvedPage {
  const { route, raw, location } = page
  const findings = createFindings()
  const context = withPageFacts(page, shared)
  const text = createPageTextContext(page, context)
  checkPageReadings(raw, location, context, findings)
  const breadcrumbs = listBreadcrumbs(route, resolveTrail(raw, location, context, text), context)
  const { article, articles, listing } = findPageArticles(route, context)
  const feed = listing === undefined ? undefined : toFeedPath(listing)
  const derived = new Map<string, unknown>([
    ['page.breadcrumbs', breadcrumbs],
    ['page.offer', formatOffer(raw, location, text)],
    ['page.article', article],
    ['page.articles', articles.length > 0 ? articles : undefined],
    [
      'page.listing',
      listing !== undefined && article
        ? `${listing}?category=${encodeURIComponent(slugify(article.category))}`
        : undefined,
    ],
    ['page.feed', feed],
  ])
  let ids: Set<string> | undefined
  const isIdUsed = (id: string) => (ids ??= collectIds(raw.blocks)).has(id)
  const resolved = walkSchema(context.schema, { $ref: '#/$defs/page' }, raw, location.path, {
    string: (format, value, path, schema) =>
      resolveString(format, value, { source: location.source, path }, schema, text, findings),
    group: (value, path) => inspectGroup(value, { source: location.source, path }, findings),
    derive: (name, group, path) => {
      const [kind, sibling] = name.split('.')
      if (kind === 'slug-of') return slugify(asText(group[sibling!]))
      if (kind === 'anchor-of')
        return deriveAnchor(
          asText(group[sibling!]),
          { source: location.source, path: [...path, sibling!] },
          findings,
          isIdUsed,
        )
      if (kind === 'span-of') return parseDaySpan(asText(group[sibling!]))
      if (kind === 'map-of')
        return deriveMap(group, { source: location.source, path: [...path] }, context, findings)
      if (name === 'site.day-hours') return formatHourLabels(context.language)
      return derived.get(name) ?? context.derivedValues.get(name)
    },
  }) as Partial<Page>
  findings.anchors.push(...listUnknownBlockAnchors(raw, location, context))
  const blocks = (Array.isArray(resolved.blocks) ? resolved.blocks.filter(isObject) : []) as Block[]
  const noindex = resolved.noindex === true || resolved.kind === 'ppc'
  const data: PageData = {
    route,
    kind: asText(resolved.kind) || 'info',
    browser: listClientScripts(context.schema, blocks),
    head: {
      title: asText(resolved.title),
      description: asText(resolved.description),
      canonical: context.origin + applyTrailingSlash(route, context),
      ...(noindex && { robots: resolved.kind === 'ppc' ? 'noindex, nofollow' : 'noindex' }),
      ...(feed !== undefined && { feed }),
    },
    jsonLd: [],
    breadcrumbs,
    ...(article && { article }),
    blocks,
  }
  return {
    route,
    location,
    data,
    meta: {
      service: resolved.service as Service | undefined,
      city: resolved.city as CityFacts | undefined,
      business: resolved.business === true,
      ...(resolved.priceRange !== undefined && { priceRange: asText(resolved.priceRange) }),
      planned,
      indexed: !noindex && !planned,
      contentHash: context.recordsDates ? hashContent(data) : '',
    },
    aliases: listPageAliases(raw, location),
    findings,
  }
}

/** The page as an article, the articles that it lists, and the page that lists it. */
function findPageArticles(route: string, { articles: all }: Pick<PageContext, 'articles'>) {
  const article = all.summaries.get(route)
  const articles = all.listingRoutes.has(route) ? listArticlesBelow(all, route) : []
  return {
    article,
    articles,
    listing: article ? findListingRoute(all, route) : articles.length > 0 ? route : undefined,
  }
}

/**
 * What a page takes from other pages, as plain data. Of the same entry, these inputs, the settings and the facts that it
 * cites, the same page is made.
 */
export const listPageInputs = (route: string, context: PageContext): unknown[] => [
  findPageArticles(route, context),
  ['/', ...listParentRoutes(route), route].map((path) => context.labels.get(path)),
]

/** Every name that the author gives on a page, wherever it stands. */
function collectIds(value: unknown, ids = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) collectIds(item, ids)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === 'id' && typeof item === 'string') ids.add(item)
      else collectIds(item, ids)
    }
  }
  return ids
}

/** An anchor made of words that stand there anyway; where the name is taken, it gets a number. */
function deriveAnchor(
  words: string,
  location: SourceLocation,
  { anchors }: Findings,
  isGiven: (id: string) => boolean,
): string | undefined {
  const slug = slugify(words)
  if (slug === '') return undefined
  const isTaken = (id: string) =>
    shellIds.includes(id) || isGiven(id) || anchors.some(({ name }) => name === id)
  let name = slug
  for (let number = 2; isTaken(name); number++) name = `${slug}-${number}`
  anchors.push({ name, location })
  return name
}

/** The ids of blocks whose type is unknown, so that one mistake is not reported as many broken links. */
function listUnknownBlockAnchors(
  { blocks }: RawPage['raw'],
  { source, path }: SourceLocation,
  { schema }: PageContext,
): Findings['anchors'] {
  return (Array.isArray(blocks) ? blocks : []).flatMap((block, index) => {
    const known = resolveSchema(schema, { $ref: '#/$defs/block' }, block)
    const name = isObject(block) ? (block as { id?: unknown }).id : undefined
    return known || typeof name !== 'string'
      ? []
      : [{ name, location: { source, path: [...path, 'blocks', index, 'id'] } }]
  })
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** The site's origin is no content of a page: moving the site changes no date. */
function hashContent({ head: { title, description }, blocks }: PageData): string {
  return createHash('sha256')
    .update(JSON.stringify([title, description, blocks]))
    .digest('base64url')
    .slice(0, 16)
}

/** The facts of a page alone beside those of the ledger. No name is in both. */
export const withPageFacts = <C extends Pick<TextContext, 'facts'>>(
  { facts }: Pick<RawPage, 'facts'>,
  context: C,
): C => (facts ? { ...context, facts: new Map([...context.facts, ...facts]) } : context)

/** What the texts of one page may cite, with the readings that it chooses. */
export function createPageTextContext(
  page: RawPage,
  shared: Omit<TextContext, 'readings'> & Pick<PageContext, 'labels'>,
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
  }
}

function checkPageReadings(
  raw: RawPage['raw'],
  { source, path }: SourceLocation,
  { facts, possiblyDefined }: PageContext,
  findings: Findings,
): void {
  const readings = isObject(raw.readings) && !Array.isArray(raw.readings) ? raw.readings : {}
  for (const [name, reading] of Object.entries(readings)) {
    const location: SourceLocation = { source, path: [...path, 'readings', name] }
    const fact = facts.get(name)
    if (!fact) {
      if (possiblyDefined.has(name)) continue
      const details = {
        expected: 'the name of a fact in the ledger',
        found: name,
        suggestion: findNearestName(name, facts.keys()),
      }
      findings.problems.push(
        problemAt(
          { ...location, target: 'key' },
          'UNKNOWN_FACT',
          `"${name}" is not a fact.`,
          details,
        ),
      )
    } else if (typeof reading === 'string' && !fact.readings.has(reading)) {
      findings.problems.push(describeUnknownReading(fact, reading, location))
    }
  }
}

/** What is wrong in the trail is found when the page as a whole is resolved; here its words are needed first. */
function resolveTrail(
  { trail }: RawPage['raw'],
  { source }: SourceLocation,
  { schema }: PageContext,
  text: TextContext,
): Crumb[] | undefined {
  if (!Array.isArray(trail)) return undefined
  const visit = {
    string: (format: string, value: string, path: Path, rule: Schema) =>
      resolveString(format, value, { source, path }, rule, text, createFindings()),
  }
  return trail
    .filter(isObject)
    .map((link) => walkSchema(schema, { $ref: '#/$defs/menu-link' }, link, [], visit) as Crumb)
}

/** Pages that a visitor comes to from a search or an ad, without the way there that would say what they are about. */
const searchLandingKinds = new Set(['near-me', 'landing', 'ppc'])

/** What such a page sells, and where: `Emergency repair · Springfield`. What is wrong in these words is found when the page as a whole is resolved. */
function formatOffer(
  { kind, service }: RawPage['raw'],
  { source }: SourceLocation,
  text: TextContext,
): string | undefined {
  if (!searchLandingKinds.has(asText(kind)) || !isObject(service)) return undefined
  const print = (words: unknown) =>
    String(resolveString('text', asText(words), { source, path: [] }, {}, text, createFindings()))
  const name = print((service as Partial<Service>).name)
  const area = print((service as Partial<Service>).area)
  return [name, name.includes(area) ? '' : area].filter(Boolean).join(' · ') || undefined
}

/** Home, then the page's own trail or the pages above it in the path, then the page itself. */
function listBreadcrumbs(
  route: string,
  trail: Crumb[] | undefined,
  { labels }: PageContext,
): Crumb[] {
  const home = { label: labels.get('/') ?? 'Home', href: '/' }
  const own = { label: labels.get(route) ?? route }
  if (route === '/') return [{ label: home.label }]
  return [
    home,
    ...(trail ??
      listParentRoutes(route).flatMap((href) =>
        labels.has(href) ? [{ label: labels.get(href)!, href }] : [],
      )),
    own,
  ]
}

function listPageAliases(
  raw: RawPage['raw'],
  { source, path }: SourceLocation,
): ResolvedPage['aliases'] {
  const aliases = Array.isArray(raw.aliases) ? raw.aliases : []
  return aliases
    .map((from, index) => ({
      from,
      location: { source, path: [...path, 'aliases', index] as Path },
    }))
    .filter(({ from }) => typeof from === 'string')
}
