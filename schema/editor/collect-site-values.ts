import { formatReading, soleReadingName, type LedgerFact, reviewListFact } from '../facts/facts.ts'
import type { Site } from '../merge/merge-sources.ts'
import { nameDefinitions } from '../names/name-kinds.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import { builtFilePaths } from '../rules/link-targets.ts'
import type { ResolvedSite } from '../resolve/resolve-site.ts'
import type { PublicFolder } from '../source/list-public-files.ts'
import { isPictureFile } from '../source/read-picture-infos.ts'
import { capitalize } from '../shared/capitalize.ts'
import { asTexts } from '../util/as-text.ts'
import { formatFirstItems } from '../util/format-first-items.ts'
import { maxAlternatives, maxOffered } from './known-values.ts'
import type { KnownValue, KnownValues, SiteValues } from './types.ts'
import { addToGroup, groupBy, type Groups } from '../util/group-by.ts'

/**
 * Collects the facts, routes, anchors, files and other names that the files of a site can use.
 * @param site.pages every page, including planned ones
 */
export function collectSiteValues({
  resolved,
  pages,
  publicFolder: { files: publicFiles },
}: {
  resolved: ResolvedSite
  pages: PageSummary[]
  publicFolder: PublicFolder
}): SiteValues {
  const { site, context } = resolved
  const categories = [{ title: 'a category', values: listCategories(pages) }]
  const facts = [...collectFacts(resolved).values()].filter(
    ({ name, table }) => !table && name !== reviewListFact,
  )
  return {
    names: {
      ...listDefinedNames(site),
      facts: facts.map((fact) => listFactValues(fact, context.language)),
      addresses: listKnownLinks(resolved, pages, publicFiles),
      pictures: groupByFolder([...publicFiles].filter(isPictureFile)),
      pages: pages.map((page) =>
        listPageValues({ ...page, anchors: [] }, context.labels.get(page.route), site),
      ),
      categories,
      'counted-categories': categories,
    },
    readings: facts
      .filter(({ readings }) => readings.size > 1)
      .map((fact) => ({
        fact: fact.name,
        values: describeReadings(fact, context.language).map(({ name, description }) => ({
          value: name,
          description,
        })),
      })),
    trailingSlash: context.trailingSlash,
    externalPaths: asTexts(site.settings.externalPaths),
    possibleNames: [...site.possiblyDefined].filter(
      (name) => /^[\w/-]+$/.test(name) && !site.pages.has(name),
    ),
    settings: [
      ...[...context.settings].map(([name, text]) => ({
        value: name,
        description: escapeInline(text),
      })),
      { value: 'page.label', description: 'The short name of the page.' },
    ],
  }
}

/** Lists the names whose kinds say enough about them. */
function listDefinedNames({ settings, facts, possiblyDefined, reviews }: Site) {
  const scope = { settings, facts, possiblyDefined, reviews: reviews?.reviews }
  return Object.fromEntries(
    Object.entries(nameDefinitions).map(([kind, { what, list }]): [string, KnownValues[]] => {
      const title = `a ${what}`
      const description = capitalize(title)
      const values = [...(list(scope, {}) ?? [])].map((value) => ({ value, description }))
      return [kind, [{ title, values }]]
    }),
  )
}

/** Lists the facts of the ledger, and those that sets define for their pages. */
function collectFacts({ site, context }: ResolvedSite): Map<string, LedgerFact> {
  const facts = new Map(context.facts)
  for (const page of site.pages.values())
    for (const [name, fact] of page.facts ?? [])
      if (!facts.has(name)) facts.set(name, { ...fact, name })
  return facts
}

function listFactValues(fact: LedgerFact, language: string): KnownValues {
  const readings = describeReadings(fact, language)
  const settled = fact.settled ?? fact.readings.keys().next().value
  const [first] = readings.filter(({ name }) => name === settled)
  const label = escapeInline(fact.label)
  const placeholder = fact.placeholder ? ' (placeholder)' : ''
  const named = readings.filter(({ name }) => name !== soleReadingName)
  const list = named.map(({ name, text }) => `${name}: ${text}`).join(' · ')
  return {
    title: `the fact ${fact.name}`,
    values: [
      {
        value: fact.name,
        description: `**${first?.text ?? '?'}** ${label}${placeholder}${list && ` (${list})`}`,
      },
      ...named.map(({ name, text }) => ({
        value: `${fact.name}.${name}`,
        description: `**${text}** ${label}, reading ${name}`,
      })),
    ],
  }
}

function describeReadings(fact: LedgerFact, language: string) {
  return [...fact.readings].map(([name, reading]) => {
    const text = escapeInline(formatReading(fact, reading, language).text)
    const source = reading.source === undefined ? '' : ` ${escapeInline(reading.source)}`
    return { name, text, description: `**${text}**${source}` }
  })
}

function listKnownLinks(
  { context, site }: ResolvedSite,
  pages: PageSummary[],
  publicFiles: Set<string>,
): KnownValues[] {
  const { phone, email } = context.contact
  const contacts = [
    createContactValue('tel:', 'Calls', phone?.text),
    createContactValue('sms:', 'Sends a text message to', phone?.text),
    createContactValue('mailto:', 'Writes to', email?.text),
  ]
  const describe = (page: PageSummary) => listPageValues(page, context.labels.get(page.route), site)
  // On a large site, editors suggest links but do not check them.
  if (pages.length > maxAlternatives)
    return [
      ...contacts,
      ...pages.slice(0, maxOffered).map((page) => describe({ ...page, anchors: [] })),
    ]
  const feeds = pages.flatMap(({ data: { head } }) => (head.feed === undefined ? [] : [head.feed]))
  return [
    ...pages.map(describe),
    ...contacts,
    ...listAnchors(pages),
    ...groupByFolder([...publicFiles, ...feeds, ...builtFilePaths]),
  ]
}

function groupByFolder(files: string[]): KnownValues[] {
  const folders = groupBy(new Set(files), (file) => file.slice(0, file.lastIndexOf('/') + 1))
  return [...folders].map(([folder, own]) => ({
    title: `a file in ${folder}`,
    values: own.map((file) => ({ value: file, description: 'A file of the site' })),
  }))
}

/** Lists anchors, for links within a page: for each page, the anchors that no earlier page has. */
function listAnchors(pages: PageSummary[]): KnownValues[] {
  const routes: Groups<string, string> = new Map()
  for (const { route, anchors } of pages)
    for (const anchor of anchors) addToGroup(routes, anchor, route)
  return pages.map(({ route, anchors }) => ({
    title: `an anchor of ${route}`,
    values: anchors
      .filter((anchor) => routes.get(anchor)![0] === route)
      .map((anchor) => ({
        value: `#${anchor}`,
        description: `On ${formatFirstItems(routes.get(anchor)!, 2)}`,
      })),
  }))
}

function listPageValues(
  { route, data, anchors, location }: PageSummary,
  label: string | undefined,
  site: ResolvedSite['site'],
): KnownValues {
  const title = `**${escapeInline(label ?? data.head.title)}** ${escapeInline(data.head.title)}`
  const about = site.pages.has(route)
    ? `${title} (${data.kind}, ${location.source.file})`
    : `${title} (planned, not written yet)`
  return {
    title: `the page ${route}`,
    values: [
      { value: route, description: about },
      ...anchors.map((anchor) => ({
        value: `${route}#${anchor}`,
        description: `The part ${anchor} of ${title}`,
      })),
    ],
  }
}

const createContactValue = (value: string, verb: string, target = 'the number'): KnownValues => ({
  title: value,
  values: [{ value, description: `${verb} ${escapeInline(target)}, as in the settings` }],
})

/**
 * Lists the categories of articles. Empty if some list of articles defines none, because then any
 * category is valid.
 */
function listCategories(pages: PageSummary[]): KnownValue[] {
  const lists = pages.filter(({ posts }) => posts)
  if (lists.some(({ posts }) => !posts?.block.categories)) return []
  const routes: Groups<string, string> = new Map()
  for (const { route, posts } of lists)
    for (const { label } of posts?.block.categories ?? []) addToGroup(routes, label, route)
  return [...routes].map(([value, on]) => ({
    value,
    description: `A category of ${formatFirstItems(on, 2)}`,
  }))
}

const escapeInline = (text: string) => text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&')
