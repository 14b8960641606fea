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
import { problemAt } from '../problems/problem.ts'
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
import type { Path } from '../source/position-types.ts'
import type { SourceLocation } from '../source/types.ts'

/** A resolved page, with the findings that rules check. */
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
  /** Values of the settings that blocks derive properties from, such as `site.phone`. */
  derivedValues: Map<string, unknown>
  /** Maps the route of every page to its short name. */
  labels: Map<string, string>
  articles: Articles
  /** The area that the site serves, with the towns on its maps. */
  areaServed: Partial<AreaServed>
  /** Whether to hash the contents of pages, because the site records when they change. */
  recordsDates: boolean
}

/** Resolves one page entry. Mistakes never throw: they are in `findings.problems`. */
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

/** Finds the page's article summary, the articles that it lists, and the page that lists it. */
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
 * Lists everything that a page takes from other pages, as plain data. Together with its entry, the
 * settings and the facts it cites, this determines the resolved page.
 */
export const listPageInputs = (route: string, context: PageContext): unknown[] => [
  findPageArticles(route, context),
  ['/', ...listParentRoutes(route), route].map((path) => context.labels.get(path)),
]

/** Collects every id that the author sets on a page, at any depth. */
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

/** Derives a unique anchor from a text, adding a number if the name is taken. */
function deriveAnchor(
  text: string,
  location: SourceLocation,
  { anchors }: Findings,
  isGiven: (id: string) => boolean,
): string | undefined {
  const slug = slugify(text)
  if (slug === '') return undefined
  const isTaken = (id: string) =>
    shellIds.includes(id) || isGiven(id) || anchors.some(({ name }) => name === id)
  let name = slug
  for (let number = 2; isTaken(name); number++) name = `${slug}-${number}`
  anchors.push({ name, location })
  return name
}

/** Lists the ids of unknown blocks, so that one mistake does not cause many broken links. */
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

/** Excludes the origin, so that moving the site to another domain does not change any date. */
function hashContent({ head: { title, description }, blocks }: PageData): string {
  return createHash('sha256')
    .update(JSON.stringify([title, description, blocks]))
    .digest('base64url')
    .slice(0, 16)
}

/** Adds the facts defined only on a page to those of the ledger. Their names never collide. */
export const withPageFacts = <C extends Pick<TextContext, 'facts'>>(
  { facts }: Pick<RawPage, 'facts'>,
  context: C,
): C => (facts ? { ...context, facts: new Map([...context.facts, ...facts]) } : context)

/** Creates the text context of one page, with the readings it selects. */
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

/** Resolves the trail for the breadcrumbs. Findings are reported when the page is resolved. */
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

/** Kinds of pages that visitors reach from a search or an ad, so they state what they offer. */
const searchLandingKinds = new Set(['near-me', 'landing', 'ppc'])

/**
 * Formats the service and area of a search landing page: `Emergency repair · Springfield`. Findings
 * are reported when the page is resolved.
 */
function formatOffer(
  { kind, service }: RawPage['raw'],
  { source }: SourceLocation,
  text: TextContext,
): string | undefined {
  if (!searchLandingKinds.has(asText(kind)) || !isObject(service)) return undefined
  const resolveText = (value: unknown) =>
    String(resolveString('text', asText(value), { source, path: [] }, {}, text, createFindings()))
  const name = resolveText((service as Partial<Service>).name)
  const area = resolveText((service as Partial<Service>).area)
  return [name, name.includes(area) ? '' : area].filter(Boolean).join(' · ') || undefined
}

/** Lists the home page, then the page's trail or the pages above its route, then the page. */
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
