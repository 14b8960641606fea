import { setImmediate } from 'node:timers/promises'
import { formatReading } from '../../../schema/facts/facts.ts'
import { indexCitations, listCitedReadings } from '../../../schema/resolve/index-citations.ts'
import { findAddress, listGone, listRedirects } from '../../../schema/resolve/site-addresses.ts'
import { listComingChanges, listDatedParts } from '../../../schema/days/coming-changes.ts'
import { formatDay, formatMoment, type Moment } from '../../../schema/days/moment.ts'
import { getEvidenceState } from '../../../schema/rules/ledger/evidence.ts'
import { addRoute, FactChanges, isSameJson } from './compare-facts.ts'
import { createRepeatCheck, removeRepeatedJsonLd } from './compare-json-ld.ts'
import { compareContents, compareOthers, comparePages } from './compare-pages.ts'
import { compareFiles, compareSettings } from './compare-settings.ts'
import { DifferenceGroups } from './group-differences.ts'
import { listShellContents } from './list-contents.ts'
import { matchPages, type PageMatches, type RoutePair } from './match-pages.ts'
import type {
  ChangeReport,
  ClaimWithoutEvidence,
  Difference,
  FactChange,
  RedirectChange,
  SettingChange,
} from './report-types.ts'
import type { SiteVersion, VersionPage } from './site-version.ts'

/** Compares two versions of a site. Evidence is compared with the day of the later one. */
export const compareVersions = (before: SiteVersion, after: SiteVersion): Promise<ChangeReport> =>
  new Comparison(before, after).report()

/** So many pages are compared before others may use the process, such as those who edit. */
const pagesAtATime = 20

class Comparison {
  readonly #before: SiteVersion
  readonly #after: SiteVersion
  readonly #matches: PageMatches
  readonly #facts: FactChanges
  readonly #groups = new DifferenceGroups()
  readonly #changed = new Set<string>()
  readonly #notes: string[]
  readonly #settings: SettingChange[]
  /** The pages that may differ. */
  readonly #differing: RoutePair[] = []
  readonly #followMove: (address: string, route: string) => string

  constructor(before: SiteVersion, after: SiteVersion) {
    this.#before = before
    this.#after = after
    this.#matches = matchPages(before, after)
    this.#facts = new FactChanges(before, after, this.#matches.pairs)
    this.#notes = [...before.notes, ...after.notes]
    if (!before.resolved.context.publishing && after.resolved.context.publishing)
      this.#notes.push(
        'With a real web address, what is marked as a placeholder is left out: it is among what is removed. It comes back once you have replaced it and taken the mark away.',
      )
    this.#settings = compareSettings(before, after)
    this.#followMove = createMoveFollower(this.#matches, before, after)
  }

  async report(): Promise<ChangeReport> {
    const [before, after] = [this.#before, this.#after]
    const { added, removed, moved, pairs } = this.#matches
    this.#compareShells()
    const mayDiffer = createDifferenceCheck(before, after)
    for (const [index, pair] of pairs.entries()) {
      if (index % pagesAtATime === 0) await setImmediate()
      if (pair.route === pair.beforeRoute && !mayDiffer(pair.route)) continue
      this.#differing.push(pair)
      this.#comparePage(pair)
    }
    const files = this.#addReplacedPictures(compareFiles(before, after))
    const facts = this.#facts.list()
    this.#addCitingPages(facts)
    for (const { printedOn, inStructuredDataOf } of facts)
      for (const route of [...printedOn, ...inStructuredDataOf]) this.#changed.add(route)
    const settings = this.#compareSettings(facts)
    const redirects = compareRedirects(before, after, this.#matches)
    const coming = this.#compareComing()
    const counts = [this.#changed.size, added.length, removed.length, moved.length]
    const lists = [facts, settings, files, redirects, coming]
    if ([...counts, ...lists.map(({ length }) => length)].every((count) => count === 0))
      settings.push(...this.#compareRest())
    const describe = (version: SiteVersion) => (route: string) => {
      const { title = '', robots = '' } = version.getPage(route)?.head ?? {}
      return { route, title, indexed: !robots.includes('noindex') }
    }
    const gone = new Set(listGone(after.addresses))
    return {
      before: { name: before.name, pageCount: before.routes.length },
      after: { name: after.name, pageCount: after.routes.length },
      changedPages:
        new Set([...this.#changed, ...moved.map(({ to }) => to)]).size +
        added.length +
        removed.length,
      pages: {
        added: added.map(describe(after)),
        removed: removed.map((route) => {
          const redirectsTo = findAddress(after.addresses, route)?.to
          const { title } = describe(before)(route)
          return { route, title, redirectsTo, ...(gone.has(route) && { gone: true }) }
        }),
        moved: moved.map((page) => ({ ...page, linkedFrom: [...new Set(page.linkedFrom)] })),
      },
      redirects,
      facts,
      claims: this.#listNewClaims(),
      aboveCap: this.#facts.listPricesAboveCap(),
      coming,
      differences: this.#groups.list(pairs.length),
      settings,
      files,
      notes: this.#notes,
    }
  }

  #add(route: string, differences: Difference[]): void {
    for (const difference of differences) this.#groups.add(route, difference)
    if (differences.length > 0) this.#changed.add(route)
  }

  /** Compares the header and the footer, once for each language. */
  #compareShells(): void {
    const { pairs } = this.#matches
    const getLanguage = (route: string) => this.#after.getEntry(route)?.raw.language
    const languages = Object.keys(this.#after.resolved.siteData?.languages ?? {})
    for (const language of [undefined, ...languages]) {
      const routes = pairs
        .map(({ route }) => route)
        .filter((route) => {
          const own = getLanguage(route)
          return language === undefined ? !languages.includes(String(own)) : own === language
        })
      const list = ({ siteData: site }: SiteVersion['resolved']) =>
        listShellContents({ ...site!, ...(language !== undefined && site!.languages?.[language]) })
      const [earlier, later] = [list(this.#before.resolved), list(this.#after.resolved)]
      const expected = this.#facts.expectShell(list, routes)
      const followMove = (address: string) =>
        routes.reduce((_, route) => this.#followMove(address, route), address)
      const differences = compareContents(earlier, expected, later, followMove)
      for (const route of routes) this.#add(route, differences)
    }
  }

  #comparePage(pair: RoutePair): void {
    const { route, beforeRoute } = pair
    const [earlier, later] = [this.#before.getPage(beforeRoute), this.#after.getPage(route)]
    if (!earlier || !later) {
      const { name } = earlier ? this.#after : this.#before
      this.#notes.push(`${route} has an error in ${name}, so it could not be compared.`)
      return
    }
    const expected = this.#facts.expectPage(pair, earlier)
    const followMove = (address: string) => this.#followMove(address, route)
    const found = comparePages(earlier, expected, later, followMove)
    const differences = [
      ...removeRepeatedJsonLd(found),
      ...compareOthers(expected.contents, later.contents, false).filter(
        ({ kind, ...values }) => kind !== 'service' || !this.#isOfSettings(values),
      ),
    ]
    const dates = [findDate(this.#before, earlier), findDate(this.#after, later)]
    // Otherwise it follows from what has changed.
    if (dates[0] !== dates[1] && earlier.hash === later.hash)
      differences.push({
        kind: 'other',
        label: 'the date of the last change, in the sitemap',
        before: dates[0],
        after: dates[1],
      })
    this.#add(route, differences)
  }

  #isOfSettings({ before, after }: Pick<Difference, 'before' | 'after'>): boolean {
    return this.#settings.some(
      (change) => change.service && change.before === before && change.after === after,
    )
  }

  /** Lists the settings that differ, unless what follows from them is listed. */
  #compareSettings(facts: FactChange[]): SettingChange[] {
    const isRepeated = createRepeatCheck([
      ...this.#groups.list(this.#matches.pairs.length),
      ...facts.flatMap(({ changes }) =>
        changes.map(({ before, after }) => ({ kind: 'other' as const, before, after })),
      ),
    ])
    const changes = this.#settings.filter(
      (change) => change.service !== undefined || change.isReordered || !isRepeated(change),
    )
    const { moved } = this.#matches
    const movedTo = new Map(moved.map(({ from, to }) => [from, to]))
    const order = this.#before.routes.map((route) => movedTo.get(route) ?? route)
    const [routes, others] = [new Set(order), new Set(this.#after.routes)]
    if (
      !isSameJson(
        order.filter((route) => others.has(route)),
        [...others].filter((route) => routes.has(route)),
      )
    )
      changes.push({ name: 'the pages, as the sitemap lists them', isReordered: true })
    return changes
  }

  /**
   * Lists what follows from other changes, if none of them is known: nothing may differ without a
   * word.
   */
  #compareRest(): SettingChange[] {
    for (const { route, beforeRoute } of this.#differing) {
      const [earlier, later] = [this.#before.getPage(beforeRoute), this.#after.getPage(route)]
      if (!earlier || !later || earlier.hash === later.hash) continue
      const differences = compareOthers(earlier.contents, later.contents, true)
      const parts = new Set(differences.map(({ label = '' }) => label.replace(/^.*? of /, '')))
      const derived = [...parts].map((part) => ({
        kind: 'other' as const,
        label: `what is derived for ${part}`,
      }))
      this.#add(route, parts.size > 0 ? derived : [{ kind: 'order', label: 'properties' }])
    }
    const parts = {
      'the settings': ({ resolved }: SiteVersion) => resolved.siteData,
      'the redirects': ({ addresses }: SiteVersion) => [
        listRedirects(addresses),
        listGone(addresses),
      ],
    }
    return Object.entries(parts).flatMap(([name, read]) =>
      isSameJson(read(this.#before), read(this.#after))
        ? []
        : [{ name, isReordered: true as const }],
    )
  }

  /**
   * Lists replaced pictures with the pages that show them.
   * @returns the other files
   */
  #addReplacedPictures(files: ChangeReport['files']): ChangeReport['files'] {
    const replaced = new Map(
      files
        .filter(({ name, before, after }) => name.startsWith('public/') && before && after)
        .map((file) => [file.name.slice('public'.length), file]),
    )
    if (replaced.size === 0) return files
    const shown = new Set<ChangeReport['files'][number]>()
    const shell = listShellContents(this.#after.resolved.siteData!)
    for (const { route } of this.#matches.pairs)
      for (const { src } of [
        ...(this.#after.getPage(route)?.contents.pictures ?? []),
        ...shell.pictures,
      ]) {
        const file = replaced.get(src)
        if (!file) continue
        shown.add(file)
        const { before, after } = file
        this.#add(route, [{ kind: 'picture', label: `replaced ${src}`, before, after }])
      }
    return files.filter((file) => !shown.has(file))
  }

  /** Says what begins or ends on a coming day, and did not before, or does no longer. */
  #compareComing(): string[] {
    const { now, timeZone } = this.#after.resolved.context.moment
    const { added, removed } = this.#matches
    const list = (version: SiteVersion, routes: string[]) => {
      const pages = routes.map((route) => ({ days: version.getPage(route)?.dated ?? [] }))
      return listComingChanges(listDatedParts(version.resolved.site, pages), now).flatMap(
        ({ at, changes }) => changes.map((change) => `${formatMoment(at, timeZone)}: ${change}`),
      )
    }
    const earlier = list(this.#before, [
      ...this.#differing.map(({ beforeRoute }) => beforeRoute),
      ...removed,
    ])
    const later = list(this.#after, [...this.#differing.map(({ route }) => route), ...added])
    return [
      ...later.filter((each) => !earlier.includes(each)),
      ...earlier.filter((each) => !later.includes(each)).map((each) => `no longer on ${each}`),
    ]
  }

  /** Adds the pages that cite a new or removed fact: no page would change with it alone. */
  #addCitingPages(facts: FactChange[]): void {
    const isKnown = (version: SiteVersion, { name, route }: FactChange) =>
      name.startsWith('site.') ||
      (route === undefined ? version.resolved.context : version.getEntry(route))?.facts?.has(name)
    const wanted = new Map(
      facts
        .filter((fact) => !isKnown(this.#before, fact) || !isKnown(this.#after, fact))
        .map((fact) => [fact.name, fact]),
    )
    if (wanted.size === 0) return
    const { added, removed } = this.#matches
    const routes = this.#differing.map(({ route }) => route)
    for (const route of new Set([...routes, ...added, ...removed]))
      for (const page of [this.#before.getPage(route), this.#after.getPage(route)])
        for (const { fact: name } of page?.citations ?? []) {
          const fact = wanted.get(name)
          if (fact && (fact.route ?? route) === route) addRoute(fact.printedOn, route)
        }
  }

  /**
   * Lists claims that lack evidence or whose evidence has expired, unless that was already the case
   * before.
   */
  #listNewClaims(): ClaimWithoutEvidence[] {
    const today = formatDay(this.#after.resolved.context.moment)
    // What may have no evidence, wherever it is printed. Most sites have none.
    if (listClaims(this.#after, today, () => true).length === 0) return []
    const toKey = ({ name, text, until }: ClaimWithoutEvidence) => `${name} ${text} ${until}`
    const differing = new Set(this.#differing.map(({ route }) => route))
    const list = (version: SiteVersion) => {
      const pages = version.routes.map((route) => {
        // The pages of the earlier version are known from earlier comparisons.
        const isSame = this.#before.has(route) && this.#after.has(route) && !differing.has(route)
        const { citations = [] } = (isSame ? this.#before : version).getPage(route) ?? {}
        return { route, citations: citations.map(({ fact, reading }) => `${fact}.${reading}`) }
      })
      const printedOn = indexCitations(pages)
      const inShell = new Set(listCitedReadings(version.resolved.shellFindings.citations))
      const find = (citation: string) => printedOn.get(citation) ?? []
      return listClaims(version, today, (each) => find(each).length > 0 || inShell.has(each), find)
    }
    const known = new Set(list(this.#before).map(toKey))
    return list(this.#after).filter((claim) => !known.has(toKey(claim)))
  }
}

function listClaims(
  { resolved: { context } }: SiteVersion,
  today: string,
  isPrinted: (citation: string) => boolean,
  findRoutes: (citation: string) => string[] = () => [],
): ClaimWithoutEvidence[] {
  const candidates = [...context.facts.values()].filter(
    ({ claim, readings }) => claim || [...readings.values()].some(({ evidence }) => evidence),
  )
  return candidates.flatMap((fact) =>
    [...fact.readings].flatMap(([name, reading]) => {
      const citation = `${fact.name}.${name}`
      const state = getEvidenceState(fact, reading, { isPrinted: isPrinted(citation), today })
      if (state !== 'missing' && state !== 'expired') return []
      return [
        {
          name: fact.name,
          label: fact.label,
          text: formatReading(fact, reading, context.language).text,
          ...(state === 'expired' && { until: reading.evidence!.until }),
          printedOn: findRoutes(citation),
        },
      ]
    }),
  )
}

/** Creates a check whether a page that both versions have under one address may differ. */
function createDifferenceCheck(
  before: SiteVersion,
  after: SiteVersion,
): (route: string) => boolean {
  const [moment, other] = [before, after].map(({ resolved }) => resolved.context.moment) as [
    Moment,
    Moment,
  ]
  // What is shown on a day is no part of a key.
  const hasOtherMoment =
    moment.now !== other.now ||
    moment.timeZone !== other.timeZone ||
    moment.services.join() !== other.services.join()
  const names = [before, after].flatMap(({ resolved }) => [...resolved.context.facts.keys()])
  const changedFacts = [...new Set(names)].filter(
    (name) => before.keys.hashFact(name) !== after.keys.hashFact(name),
  )
  const getDate = (version: SiteVersion, route: string) =>
    JSON.stringify(version.input.dates.entries[route])
  return (route) =>
    hasOtherMoment ||
    before.getKey(route) !== after.getKey(route) ||
    getDate(before, route) !== getDate(after, route) ||
    changedFacts.some((name) => before.getPage(route)?.facts.has(name) ?? true)
}

const findDate = ({ input: { dates } }: SiteVersion, { route, contentHash }: VersionPage) =>
  dates.findDate(route, contentHash)

/** Notes on which pages the links to a moved page lead to its new address. */
function createMoveFollower({ moved }: PageMatches, before: SiteVersion, after: SiteVersion) {
  const origins = [before, after].map(({ resolved }) => resolved.siteData!.origin)
  const origin = origins[0] === origins[1] ? origins[0]! : ''
  const byAddress = new Map(moved.map((page) => [page.from, page]))
  return (address: string, route: string): string => {
    if (byAddress.size === 0) return address
    const start = origin !== '' && address.startsWith(origin) ? origin : ''
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address.slice(start.length)) ?? []
    const page = byAddress.get(path === '/' ? path : path.replace(/\/$/, ''))
    if (!page) return address
    if (start === '' && route !== page.to) addRoute(page.linkedFrom, route)
    return start + page.to + (path.endsWith('/') && path !== '/' ? '/' : '') + rest
  }
}

function compareRedirects(
  before: SiteVersion,
  after: SiteVersion,
  { moved }: PageMatches,
): RedirectChange[] {
  const movedTo = new Map(moved.map(({ from, to }) => [from, to]))
  const [earlier, later] = [before, after].map(
    ({ addresses }) => new Map(listRedirects(addresses).map(({ from, to }) => [from, to])),
  ) as [Map<string, string>, Map<string, string>]
  const gone = [before, after].map(({ addresses }) => new Set(listGone(addresses)))
  const changes: RedirectChange[] = []
  for (const [from, target] of earlier) {
    const [expected, now] = [movedTo.get(target) ?? target, findAddress(after.addresses, from)?.to]
    if (now !== expected && !after.has(from))
      changes.push({
        from,
        before: target,
        after: now,
        ...(gone[1]!.has(from) && { gone: true }),
      })
  }
  // The page that was there is reported as moved or removed.
  for (const [from, target] of later)
    if (!earlier.has(from) && !before.has(from)) changes.push({ from, after: target })
  return changes
}
