import { isDeepStrictEqual } from 'node:util'
import { chooseLanguage } from '../util/supported-language.ts'
import { addArticleCounts, collectArticles, type Articles } from './collect-articles.ts'
import { createMoment, type Moment, type MomentOptions } from '../days/moment.ts'
import { planHours } from '../hours/plan-hours.ts'
import { createReviewFacts } from '../reviews/review-facts.ts'
import { createCountFacts } from './counts/count-facts.ts'
import { listPlaceNames } from '../similarity/page-signature.ts'
import type { Site, Page } from '../merge/merge-sources.ts'
import type { ResolvedBusiness, SiteData } from '../page-data.ts'
import { noPictures, type PublicPictures } from '../source/pictures.ts'
import { createPageTextContext, withPageFacts, resolvePage } from './resolve-page.ts'
import { hasSeals } from './page/page-seal.ts'
import type { PageContext } from './page/page-types.ts'
import { createFindings, type Findings, type TextContext } from './text/findings.ts'
import { reportUnfinishedTexts } from './text/check-writing.ts'
import { resolvePlainText, setSpaces, resolveString, resolveStrings } from './resolve-text.ts'
import type { RowFile } from '../tables/table.ts'
import { asText } from '../util/as-text.ts'
import { asRecord } from '../util/records.ts'
import {
  createPageLanguages,
  findTranslations,
  listShells,
  getLanguageName,
} from './site/languages.ts'
import { createTariffFacts } from './tariff-facts.ts'
import { computeSums } from '../facts/sums.ts'
import type { OwnFonts } from '../theme/theme.ts'
import { createPageLocations, describeLocations } from './site/locations.ts'
import { toSiteData } from './site/site-data.ts'
import { createSiteText, resolveLanguage } from './site/site-text.ts'
import { deriveSiteValues } from './site/site-values.ts'
import { isExampleOrigin } from './placeholders/example-origin.ts'
import { listFactLines, reportOmissions, type Publishing } from './placeholders/report-omissions.ts'
import { hasStatements, pageLabel } from '../statements/site-statements.ts'
import { resolveStatements } from '../statements/resolve-statements.ts'
import type { Schema } from '../validate/json-schema.ts'
import { createWords, type Words } from '../words/create-words.ts'
import type { Navigation, SiteLanguage, SiteSettings } from '../types.gen.ts'
import type { Path, SourceLocation } from '../problems/location.ts'
import type { AddressRecord } from '../source/recorded-addresses.ts'
import { explainUnpublishable } from '../facts/facts.ts'
import { leaveOut, noOmissions, planSectionOmissions } from './placeholders/plan-omissions.ts'
import { inspectGroup } from './text/inspect-group.ts'

/** A resolved site: what all pages share, and the context to resolve one. */
export type ResolvedSite = {
  siteData: SiteData | undefined
  business: ResolvedBusiness | undefined
  site: Site
  schema: Schema
  articles: Articles
  /** Findings in the header, the footer and the settings. */
  shellFindings: Findings
  context: PageContext
  /** The addresses that have been published. */
  addresses: AddressRecord
  /** Names of places that are ignored when comparing pages. */
  placeNames: string[]
  /** Generated entries: a page for each planned route, and the 404 page. */
  plannedPages: Page[]
  /** What planned routes show, also while there is none. */
  plannedEntry: Page | undefined
  notFoundEntry: Page | undefined
}

/** Lists the pages that are made from the settings. */
export const listSpecialPages = ({ plannedPages, notFoundEntry }: ResolvedSite): Page[] => [
  ...plannedPages,
  ...(notFoundEntry ? [notFoundEntry] : []),
]

/** Lists the entries of all pages, those that are made from the settings included. */
export const listPageEntries = (resolved: ResolvedSite): Page[] => [
  ...resolved.site.pages.values(),
  ...listSpecialPages(resolved),
]

/** Options of a command that override the site's settings. */
export type Edition = {
  /** Replaces the origin in the settings. */
  origin?: string
  /**
   * Whether placeholders are left out. By default, they are unless the origin is an example domain.
   */
  launch?: boolean
  /** Whether search engines are asked to list no page, as for a preview. */
  noindex?: boolean
  moment?: MomentOptions
}

type ResolveOptions = Pick<Edition, 'origin' | 'launch' | 'noindex'> & {
  /** The moment for which the site is shown. */
  moment?: Moment
  /** The addresses that have been published. */
  addresses?: AddressRecord
  pictures?: PublicPictures
  ownFonts?: OwnFonts
  /** False if the site neither records dates nor is about to. */
  recordsDates?: boolean
  /** The tables of sets. */
  rowFiles?: Map<string, RowFile>
}

/** Resolves every page of a site. */
export const resolveAllPages = ({ site, context, plannedPages, notFoundEntry }: ResolvedSite) => ({
  pages: [...site.pages.values(), ...plannedPages].map((page) => resolvePage(page, context)),
  notFound: notFoundEntry && resolvePage(notFoundEntry, context),
})

/** Lists the pages of a site, and the one that is shown for an unknown address. */
export const listAllPages = <Page>({
  pages,
  notFound,
}: {
  pages: readonly Page[]
  notFound?: Page | undefined
}): Page[] => [...pages, ...(notFound ? [notFound] : [])]

/** Lists what is on each page, and without a route, what is in the header, the footer and the settings. */
export const listAllFindings = (
  resolved: Pick<ResolvedSite, 'shellFindings'> & ReturnType<typeof resolveAllPages>,
): { route?: string; findings: Findings }[] => [
  ...listAllPages(resolved),
  { findings: resolved.shellFindings },
]

/** The links of what planned pages show, while no page is planned. */
export const listUnusedPlannedLinks = ({
  plannedPages,
  plannedEntry,
  context,
}: Pick<ResolvedSite, 'plannedPages' | 'plannedEntry' | 'context'>): Findings['links'] =>
  plannedEntry && plannedPages.length === 0 ? resolvePage(plannedEntry, context).findings.links : []

/**
 * Resolves the settings, the shell and other data that pages share.
 * @param site its pages may be outlines, except articles: see `createSourceRecord`
 */
export function resolveSite(
  site: Site,
  schema: Schema,
  {
    origin,
    launch = !isExampleOrigin(origin ?? asText(site.settings.origin)),
    noindex = false,
    moment = createMoment({}, site.settings),
    addresses = { entries: {} },
    pictures = noPictures,
    ownFonts,
    recordsDates = true,
    rowFiles = new Map(),
  }: ResolveOptions = {},
): ResolvedSite {
  const { settings, main } = site
  const shellFindings = createFindings(hasStatements(site.statements))
  const counts = new Map([
    ...createCountFacts(site, rowFiles),
    ...createReviewFacts(site.reviews, [
      resolveLanguage(settings),
      ...Object.keys(asRecord(settings.languages)),
    ]),
  ])
  const text = createSiteText(site, counts, pictures)
  const { language, contact } = text
  const publishing = launch ? { factLines: listFactLines(text.facts) } : undefined
  const shell = { site, schema, text, publishing }
  const resolveShell = createShellResolver({ ...shell, findings: shellFindings })
  // The settings contain pages, which are resolved as pages with their own labels.
  const { notFound, planned, languages: otherLanguages, ...shared } = settings
  const translations = findTranslations(site)
  // Settings can cite totals of the tariff, which needs the towns of the settings.
  const { business } = createShellResolver({ ...shell, findings: createFindings() })(
    'site',
    { business: settings.business },
    ['site'],
  ) as SiteSettings
  const addSums = () => {
    for (const sum of computeSums(text.facts)) text.facts.set(sum.name, sum)
  }
  // The tariff can have sums, and a sum can have totals.
  addSums()
  const totals = createTariffFacts(
    {
      ...{ ...text, schema, translations },
      areaServed: readAreaServed(business),
    },
    settings,
    { source: main, path: ['site', 'tariff'] },
  )
  for (const [name, fact] of totals) text.facts.set(name, fact)
  addSums()
  const resolvedSettings = resolveShell('site', shared, ['site']) as SiteSettings
  // A quote prints the facts of the tariff, and a map those of towns, so their pages cite them.
  shellFindings.citations = shellFindings.citations.filter(
    ({ location: { path } }) => path[1] !== 'tariff' && path[3] !== 'towns',
  )
  const navigation = resolveShell('navigation', site.navigation, ['navigation']) as Navigation
  const inLanguages = Object.fromEntries(
    Object.entries(asRecord(otherLanguages)).map(([tag, written]) => [
      tag,
      resolveShell('site-language', written, ['site', 'languages', tag], {
        ...text,
        language: resolveLanguage({ language: tag }),
      }) as SiteLanguage,
    ]),
  )
  shellFindings.problems.push(...reportUnfinishedTexts(shellFindings, launch === true))
  const words = createWords(schema, language, resolvedSettings.words)
  const findNotices = (tag: string) => {
    const inLanguage = { ...text, language: resolveLanguage({ language: tag }) }
    const { notices } = settings
    const found = resolveShell('site', { notices }, ['site'], inLanguage) as SiteSettings
    return (found.notices ?? []).map((notice) => ({
      ...notice,
      text: chooseLanguage(notice.translations, tag) ?? notice.text,
    }))
  }
  const languages = createPageLanguages(inLanguages, resolvedSettings, schema, contact, findNotices)
  const hours = planHours(resolvedSettings.business, moment)
  const labels = createPageLabels(site, text, words)
  const articles = collectArticles([...site.pages.values()], schema, (page) =>
    createPageTextContext(page, { ...text, labels, schema }),
  )
  const ledger = [...site.facts].map(
    ([name, fact]) => [name, text.facts.get(name) ?? fact] as const,
  )
  const facts = addArticleCounts(new Map(ledger), articles)
  const locations = createPageLocations(resolvedSettings, settings.locations, contact, moment)
  const statementText = {
    ...text,
    settings: new Map([...text.settings, ['page.label', pageLabel]]),
  }
  const derivedValues = deriveSiteValues(resolvedSettings, contact, words)
  const shown = shellFindings.leftOut
    ? createShellResolver({ ...shell, publishing: undefined, findings: createFindings() })
    : undefined
  const leftOutValues = new Map(
    shown
      ? [
          ...deriveSiteValues(shown('site', shared, ['site']) as SiteSettings, contact, words),
        ].filter(([name, value]) => !isDeepStrictEqual(value, derivedValues.get(name)))
      : [],
  )
  const context: PageContext = {
    ...text,
    facts: new Map([...text.facts, ...facts]),
    schema,
    origin: (origin ?? asText(settings.origin)).replace(/\/$/, ''),
    trailingSlash: resolvedSettings.trailingSlash === true,
    derivedValues,
    leftOutValues,
    locations,
    hasSeals: hasSeals(resolvedSettings),
    words,
    notices: resolvedSettings.notices ?? [],
    languages,
    translations,
    siteLanguage: { language, label: languages.size > 0 ? getLanguageName(language) : language },
    labels,
    articles,
    // With the fees of towns that the tariff computes.
    areaServed: readAreaServed(resolvedSettings.business),
    ...(hours && { hours }),
    rawSettings: settings,
    reviews: site.reviews?.reviews,
    recordsDates,
    moment,
    publishing,
    statements: resolveStatements(
      site.statements,
      (value, location) =>
        // Statements are not printed, so all findings except problems are discarded.
        String(
          resolveString('text', value, {
            ...location,
            schema: {},
            context: statementText,
            findings: { ...createFindings(), problems: shellFindings.problems },
          }),
        ),
      shellFindings.printed ?? [],
      language,
      site,
      moment,
    ),
  }
  const toSpecialPage = (route: string, special: Page['special'], page: unknown): Page => ({
    route,
    raw: { ...(page as object), kind: 'info', noindex: true },
    location: { source: main, path: ['site', special === 'notFound' ? special : 'planned'] },
    special,
  })
  const plannedRoutes = [...site.planned.keys()].filter((route) => !site.pages.has(route))
  return {
    siteData: toSiteData(
      {
        ...resolvedSettings,
        noindex,
        shells: otherLanguages ? listShells(inLanguages, languages, site.pages) : undefined,
      },
      navigation,
      context,
      contact,
      site,
      ownFonts,
    ),
    business: resolvedSettings.business && {
      ...resolvedSettings.business,
      ...(hours && { special: hours.special }),
      ...(resolvedSettings.locations && {
        locations: describeLocations(resolvedSettings, locations, moment),
      }),
    },
    addresses,
    site: { ...site, facts },
    schema,
    articles,
    shellFindings,
    context,
    placeNames: listPlaceNames(site),
    plannedPages: plannedRoutes.map((route) => toSpecialPage(route, 'planned', planned ?? {})),
    plannedEntry: planned ? toSpecialPage('/planned', 'planned', planned) : undefined,
    notFoundEntry: notFound ? toSpecialPage('/404', 'notFound', notFound) : undefined,
  }
}

const readAreaServed = (business: SiteSettings['business']) => ({
  ...business?.areaServed,
  latitude: business?.latitude,
  longitude: business?.longitude,
})

/** Maps each route to a short name: the page's label, or its title up to the first separator. */
function createPageLabels(
  { pages, planned }: Site,
  text: TextContext,
  words: Words,
): Map<string, string> {
  // Most labels cite nothing, and each page of a large site has one.
  const resolveLabel = (written: string, location: SourceLocation, context = text) =>
    written.includes('$')
      ? resolvePlainText(written, location, context)
      : setSpaces(written, context.language)
  const labels = new Map(
    [...planned].map(([route, { label, location }]) => [route, resolveLabel(label, location)]),
  )
  for (const page of pages.values()) {
    const { route, raw, location } = page
    const context = withPageFacts(page, text)
    if (typeof raw.label === 'string') labels.set(route, resolveLabel(raw.label, location, context))
    else
      labels.set(
        route,
        typeof raw.title === 'string'
          ? resolveLabel(raw.title, location, context).split(/\s[|–—:] |: /)[0]!
          : route,
      )
  }
  if (typeof pages.get('/')?.raw.label !== 'string')
    labels.set('/', String(words.get('page')?.home))
  return labels
}

type ShellDefinition = 'site' | 'navigation' | 'site-language'

type ShellContext = {
  site: Site
  schema: Schema
  text: TextContext
  /** Undefined if placeholders are shown. */
  publishing: Publishing | undefined
  /** Extended with what is found. */
  findings: Findings
}

/**
 * Creates a function that resolves a section of the settings by its definition in the schema.
 * @returns the section; if the site is published, without the placeholders that can be left out
 */
function createShellResolver({ site, schema, text, publishing, findings }: ShellContext) {
  const { main } = site
  const explainFact = (name: string, reading?: string) => {
    const fact = text.facts.get(name)
    return fact && explainUnpublishable(fact, reading)
  }
  return (definition: ShellDefinition, value: unknown, path: Path, own = text): unknown => {
    const omissions = publishing
      ? planSectionOmissions(definition, value, { schema, explainFact })
      : noOmissions
    const location = { source: main, path }
    const resolved = resolveStrings(schema, definition, value, location, {
      ...{ context: own, findings },
      ...leaveOut(omissions, 1),
      group: (group, at) => inspectGroup(group, { source: main, path: at }, findings, !publishing),
    })
    if (publishing) {
      const subject = { subject: 'the site', ...publishing }
      reportOmissions(omissions, value, location, subject, findings)
    }
    return resolved
  }
}
