import { formatReading, type LedgerFact } from '../../facts/facts.ts'
import type { LinkPromise } from '../../resolve/page/list-promises.ts'
import type { PageSummary } from '../../resolve/page-summary.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import {
  type SourceLocation,
  locateChild,
  locateKey,
  formatFileLine,
  toFileLine,
} from '../../problems/location.ts'
import { askForReading } from './conflicts.ts'
import { formatRoutes } from './evidence.ts'
import {
  includesWholeWords,
  isSameFigure,
  splitWords,
  toReadingName,
  type Figure,
} from './figures.ts'
import type { SiteRule, SiteRuleContext } from '../types.ts'
import { formatFirstItems } from '../../util/format-first-items.ts'
import { addToGroup, type Groups } from '../../util/group-by.ts'
import { listStrings } from '../../util/records.ts'

/** A link whose text promises one figure, while its target prints another. */
type BrokenPromise = {
  from: PageSummary
  promise: LinkPromise
  to: PageSummary
  promised: Figure
  printed: Figure
}

/** Compares the texts of links with the pages that they lead to. */
class PromiseCheck {
  readonly #context: SiteRuleContext
  readonly #language: string
  readonly #pages: Map<string, PageSummary>
  readonly #figures = new Map<string, Figure | undefined>()
  readonly #texts = new Map<string, string>()
  readonly #ledgerFigures: Figure[]
  readonly #typed = new Map<string, Figure[]>()
  /** The names of the towns that pages are about, by their first word. */
  readonly #towns: Map<string, Set<string>>
  /** The names of the facts that are the price of some page's service. */
  readonly #servicePrices: Set<string>

  constructor(context: SiteRuleContext) {
    this.#context = context
    this.#language = context.context.language
    this.#pages = new Map(context.pages.map((page) => [page.route, page]))
    this.#ledgerFigures = [...context.site.facts.values()]
      .filter(({ unit }) => unit !== 'text' && unit !== 'count' && unit !== 'rating')
      .flatMap(({ name, readings }) =>
        [...readings.keys()].flatMap((reading) => this.#getFigure(`${name}.${reading}`) ?? []),
      )
    this.#towns = new Map()
    for (const { meta } of context.pages) {
      const town = getTown(meta)
      const [first] = splitWords(town ?? '')
      if (first === undefined) continue
      this.#towns.set(first, (this.#towns.get(first) ?? new Set()).add(town!))
    }
    this.#servicePrices = new Set(
      context.pages.flatMap(({ servicePrice }) => this.#getFigure(servicePrice)?.fact.name ?? []),
    )
  }

  check(): Problem[] {
    const problems: Problem[] = []
    const unsettled: Groups<string, BrokenPromise> = new Map()
    for (const from of this.#context.pages)
      for (const promise of from.promises ?? []) {
        const to = this.#pages.get(promise.to)
        if (!to || to.meta.planned) continue
        const broken = this.#findBroken(from, promise, to)
        const fact = broken?.promised.fact
        if (broken && broken.printed.fact === fact && fact?.settled === undefined)
          addToGroup(unsettled, fact!.name, broken)
        else if (broken) problems.push(this.#describeBroken(broken))
        const place = this.#describeWrongPlace(from, promise, to)
        if (place) problems.push(place)
      }
    const names = new Set([...unsettled.keys(), ...this.#servicePrices])
    return [
      ...problems,
      ...[...names].flatMap((name) => this.#askOwner(name, unsettled.get(name) ?? [])),
    ]
  }

  #getFigure(key = ''): Figure | undefined {
    if (this.#figures.has(key)) return this.#figures.get(key)
    const dot = key.lastIndexOf('.')
    const [name, reading] = [key.slice(0, dot), key.slice(dot + 1)]
    const fact = this.#context.site.facts.get(name)
    const found = fact?.readings.get(reading)
    const figure = found && {
      fact: fact!,
      reading,
      text: formatReading(fact!, found, this.#language).text,
      value: found.value,
    }
    this.#figures.set(key, figure)
    return figure
  }

  #listPrinted = ({ citations = [] }: PageSummary): Figure[] =>
    citations.flatMap((key) => this.#getFigure(key) ?? [])

  /** Lists the routes of the pages that print a fact. */
  #listRoutes = (fact: LedgerFact): string[] =>
    this.#context.pages
      .filter((page) => this.#listPrinted(page).some((figure) => figure.fact === fact))
      .map(({ route }) => route)

  #findBroken(from: PageSummary, promise: LinkPromise, to: PageSummary): BrokenPromise | undefined {
    const printed = this.#listPrinted(to)
    const cited = promise.cited
      .flatMap((key) => this.#getFigure(key) ?? [])
      .filter(({ text }) => includesWholeWords(promise.text, text))
    const citedTexts = new Set(cited.map(({ text }) => text))
    const typed = this.#findTyped(promise.text).filter(({ text }) => !citedTexts.has(text))
    for (const [promised, isTyped] of [
      ...cited.map((figure) => [figure, false] as const),
      ...typed.map((figure) => [figure, true] as const),
    ]) {
      if (printed.some((figure) => isSameFigure(promised, figure))) continue
      const price = this.#getFigure(to.servicePrice)
      const isPrice = this.#servicePrices.has(promised.fact.name)
      const other =
        printed.find(({ fact }) => fact === promised.fact) ??
        (isPrice && price?.fact.unit === promised.fact.unit ? price : undefined)
      // A figure that is typed instead of cited may belong to several facts, so it counts only as
      // the price of the target's service.
      if (!other || (isTyped && other.fact.name !== price?.fact.name)) continue
      if (includesWholeWords(this.#readText(to.route), promised.text)) continue
      return { from, promise, to, promised, printed: other }
    }
    return undefined
  }

  /**
   * Finds figures of the ledger that are typed in a text. Cached, since the pages of a set share
   * many texts.
   */
  #findTyped(text: string): Figure[] {
    const found =
      this.#typed.get(text) ??
      this.#ledgerFigures.filter((figure) => includesWholeWords(text, figure.text))
    this.#typed.set(text, found)
    return found
  }

  #describeBroken({ from, promise, to, promised, printed }: BrokenPromise): Problem {
    const where = this.#locate(to.route, printed)
    const message = `"${promise.text}" promises ${promised.text}, but ${to.route} says ${printed.text}${where}.`
    return problemAt(locatePromise(from, promise), 'BROKEN_PROMISE', message, {
      needle: promise.needle,
      found: promised.text,
      expected: `${printed.text} (${toReadingName(printed)}), as on that page`,
    })
  }

  /** Reports a link that names one town and leads to the page of another. */
  #describeWrongPlace(
    from: PageSummary,
    promise: LinkPromise,
    to: PageSummary,
  ): Problem | undefined {
    const own = getTown(to.meta)
    if (own === undefined || includesWholeWords(promise.text, own)) return undefined
    const named = splitWords(promise.text)
      .flatMap((word) => [...(this.#towns.get(word) ?? [])])
      .find((name) => includesWholeWords(promise.text, name))
    if (named === undefined || includesWholeWords(this.#readText(to.route), named)) return undefined
    const message = `"${promise.text}" promises ${named}, but ${to.route} is about ${own}${formatLocation(locateChild(to.location, 'city', 'name'))}.`
    return problemAt(locatePromise(from, promise), 'BROKEN_PROMISE', message, {
      needle: promise.needle,
      found: named,
      expected: own,
      fix: `Name ${own}, or link to the page about ${named}.`,
    })
  }

  /** Asks the owner which reading of a fact is right: one problem for all pages that disagree. */
  #askOwner(name: string, broken: BrokenPromise[]): Problem[] {
    const fact = this.#context.site.facts.get(name)
    if (!fact || fact.settled !== undefined) return []
    const [first] = broken
    const pair = first
      ? ([first.from, first.promised, first.to, first.printed] as const)
      : this.#findDifferingNeighbors(fact)
    if (!pair) return []
    const [one, promised, other, printed] = pair
    const here = first
      ? formatLocation(locatePromise(one, first.promise))
      : this.#locate(one.route, promised)
    const there = this.#locate(other.route, printed)
    const links = broken.map(
      ({ from, promise, to }) =>
        `"${promise.text}"${formatLocation(locatePromise(from, promise))} to ${to.route}`,
    )
    const message = `${askForReading(fact, this.#language)} ${one.route} says ${promised.text}${here} and links to ${other.route}, which says ${printed.text}${there}. ${formatRoutes(this.#listRoutes(fact))}`
    return [
      problemAt(
        locateKey(fact.location),
        'UNSETTLED_PROMISE',
        message,
        links.length > 0 ? { found: formatFirstItems(links, maxLinks) } : {},
      ),
    ]
  }

  /**
   * Finds two pages that print different readings of a fact and one of which links to the other.
   */
  #findDifferingNeighbors(fact: LedgerFact) {
    for (const from of this.#context.pages) {
      const here = this.#listPrinted(from).filter((figure) => figure.fact === fact)
      if (here.length === 0) continue
      for (const href of from.links) {
        const to = this.#pages.get(href.replace(/#.*$/, ''))
        if (!to || to === from) continue
        const there = this.#listPrinted(to).filter((figure) => figure.fact === fact)
        const isSame = here.some((one) => there.some((other) => isSameFigure(one, other)))
        if (there[0] && !isSame) return [from, here[0]!, to, there[0]] as const
      }
    }
    return undefined
  }

  /** Returns everything that a page prints as one text. */
  #readText(route: string): string {
    const known = this.#texts.get(route)
    if (known !== undefined) return known
    const { data } = this.#context.getResolvedPage(route)
    const text = listStrings([data.head.title, data.head.description, data.blocks]).join('\n')
    this.#texts.set(route, text)
    return text
  }

  /** Formats the location at which a page prints a figure, to append to a message. */
  #locate(route: string, { fact, reading }: Figure): string {
    const { citations } = this.#context.getResolvedPage(route).findings
    const at = citations.find((cited) => cited.fact === fact.name && cited.reading === reading)
    return at ? formatLocation(at.location) : ''
  }
}

/**
 * A page says what the links to it promise. Summaries contain promises only in checks, since only
 * people can answer these questions.
 */
export const checkPromises: SiteRule = (context) =>
  context.pages.some(({ promises }) => promises) ? new PromiseCheck(context).check() : []

/** Returns the location of the text of a link. */
const locatePromise = ({ location }: PageSummary, { path }: LinkPromise): SourceLocation => ({
  source: location.source,
  path,
})

/** Formats a file and line to append to a message: ` (pages/a.yaml:12)`. */
const formatLocation = (location: SourceLocation) => ` (${formatFileLine(toFileLine(location))})`

/** How many links a message describes. */
const maxLinks = 3

/** Returns the town that a page is about. Validation reports a name that is not a text. */
const getTown = ({ city }: PageSummary['meta']): string | undefined =>
  typeof city?.name === 'string' ? city.name : undefined
