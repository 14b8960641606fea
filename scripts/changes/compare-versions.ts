import { readFileSync, statSync } from 'node:fs'
import { FactChanges } from './compare-facts.ts'
import { comparePages } from './compare-pages.ts'
import { compareSizes, PictureFiles } from './compare-files.ts'
import { explainByReplacements, hasWords } from './explain-by-replacements.ts'
import { DifferenceGroups } from './group-differences.ts'
import { matchPages, type PageMatches, type PagePair } from './match-pages.ts'
import { readPageContents, type PageContents } from './page-contents.ts'
import { removeRepeatedJsonLd } from './compare-json-ld.ts'
import type {
  ChangeReport,
  Difference,
  FactChange,
  RedirectChange,
  ClaimWithoutEvidence,
} from './report-types.ts'
import type { SiteVersion, VersionPage } from './versions/site-version.ts'
import { indexCitations } from '../../schema/resolve/index-citations.ts'
import { formatReading } from '../../schema/resolve/facts.ts'
import { getEvidenceState } from '../../schema/rules/ledger/evidence.ts'

/** Compares two versions of a site. Evidence is compared with the day of the later one. */
export function compareVersions(before: SiteVersion, after: SiteVersion): ChangeReport {
  const readHtml = ({ file }: VersionPage) => readFileSync(file, 'utf8')
  const read = (page: VersionPage) => readPageContents(readHtml(page))
  const matches = matchPages(before, after, read)
  const facts =
    before.ledger && after.ledger && new FactChanges(before.ledger, after.ledger, matches.pairs)
  const groups = new DifferenceGroups()
  const changed = new Set<string>()
  const followMove = createMoveFollower(matches, before, after)
  const pictures = new PictureFiles(before, after)
  for (const pair of matches.pairs) {
    const differences = isUnchanged(pair) ? pictures.compare(pair) : compareContents(pair)
    for (const difference of differences) groups.add(pair.route, difference)
    if (differences.length > 0) changed.add(pair.route)
  }

  function compareContents(pair: PagePair) {
    const { route } = pair
    const [earlier, later] = dropEqualParts(readHtml(pair.before), readHtml(pair.after)).map(
      readPageContents,
    ) as [PageContents, PageContents]
    const found = comparePages(earlier, later, {
      followMove: (address) => followMove(address, route),
      nameOriginal: (src) => pictures.nameOriginal(src),
    })
    const replacements = facts?.findReplacements(pair) ?? []
    const isOwn = (difference: Difference) => {
      const { kind, before, after } = difference
      if (before === undefined || after === undefined) return true
      const used = explainByReplacements(before, after, replacements)
      const usedInPart = replacements.filter(
        (each) => hasWords(before, each.before) && hasWords(after, each.after),
      )
      for (const { change, settled } of used ?? usedInPart) {
        if (settled !== undefined)
          change.replaced = [...new Set([...(change.replaced ?? []), settled])]
        addRoute(kind === 'structured data' ? change.inStructuredDataOf : change.printedOn, route)
        changed.add(route)
      }
      return !used
    }
    return [
      ...removeRepeatedJsonLd(found.filter(isOwn), found),
      ...pictures.compare(pair),
      ...compareSizes(pair, pictures),
    ]
  }

  const describe = (version: SiteVersion) => (route: string) => {
    const { title, robots } = read(version.pages.get(route)!)
    return { route, title, indexed: !robots.includes('noindex') }
  }
  const factChanges = facts?.list() ?? []
  if (before.ledger && after.ledger) addCitingPages(factChanges, before, after)
  return {
    before: toComparedVersion(before),
    after: toComparedVersion(after),
    changedPages:
      new Set([...changed, ...matches.moved.map(({ to }) => to)]).size +
      matches.added.length +
      matches.removed.length,
    pages: {
      added: matches.added.map(describe(after)),
      removed: matches.removed.map((route) => {
        const redirectsTo = after.findRedirect(route)
        const { title } = describe(before)(route)
        return {
          route,
          title,
          ...(redirectsTo !== undefined && { redirectsTo }),
          ...(after.gone.has(route) && { gone: true }),
        }
      }),
      moved: matches.moved,
    },
    redirects: compareRedirects(before, after, matches),
    facts: factChanges,
    claims: before.ledger && after.ledger ? listNewClaims(before, after, after.ledger.today) : [],
    aboveCap: facts?.listPricesAboveCap() ?? [],
    coming: (after.ledger?.coming ?? []).filter((each) => !before.ledger?.coming.includes(each)),
    differences: groups.list(matches.pairs.length),
    notes: [...before.notes, ...after.notes],
  }
}

const toComparedVersion = ({ name, pages, output, files }: SiteVersion) => ({
  name,
  pageCount: pages.size,
  output,
  files,
})

function isUnchanged({ before, after, route, beforeRoute }: PagePair): boolean {
  if (route !== beforeRoute) return false
  if (before.contentHash !== undefined && after.contentHash !== undefined)
    return before.contentHash === after.contentHash
  return (
    statSync(before.file).size === statSync(after.file).size &&
    readFileSync(before.file).equals(readFileSync(after.file))
  )
}

/** Records on which pages the links to a moved page lead to its new address. */
function createMoveFollower({ moved }: PageMatches, before: SiteVersion, after: SiteVersion) {
  const origins = [before, after].map(({ ledger }) => ledger?.settings.get('site.origin')?.[0])
  const origin = origins[0] === origins[1] ? (origins[0] ?? '') : ''
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

/** Adds the pages that cite a new or removed fact. Comparing texts finds no replacement there. */
function addCitingPages(facts: FactChange[], before: SiteVersion, after: SiteVersion): void {
  const isKnown = (version: SiteVersion, { name, route }: FactChange) =>
    route === undefined
      ? version.ledger!.facts.has(name) || version.ledger!.settings.has(name)
      : version.ledger!.pageFacts.get(route)?.has(name) === true
  const isAddedOrRemoved = (fact: FactChange) => !isKnown(before, fact) || !isKnown(after, fact)
  const wanted = new Map(facts.filter(isAddedOrRemoved).map((fact) => [fact.name, fact]))
  if (wanted.size === 0) return
  for (const route of new Set([...before.pages.keys(), ...after.pages.keys()])) {
    const pages = [before.pages.get(route), after.pages.get(route)]
    for (const citation of pages.flatMap((page) => page?.citations ?? [])) {
      const fact = wanted.get(citation.slice(0, citation.lastIndexOf('.')))
      if (fact && (fact.route ?? route) === route) addRoute(fact.printedOn, route)
    }
  }
}

/** Adds the route of the page that is being compared. Searching long lists would be slow. */
function addRoute(routes: string[], route: string): void {
  if (routes.at(-1) !== route) routes.push(route)
}

function compareRedirects(
  before: SiteVersion,
  after: SiteVersion,
  { moved }: PageMatches,
): RedirectChange[] {
  const movedTo = new Map(moved.map(({ from, to }) => [from, to]))
  const changes: RedirectChange[] = []
  for (const [from, target] of before.redirects) {
    const [expected, now] = [movedTo.get(target) ?? target, after.findRedirect(from)]
    if (now !== expected && !after.pages.has(from))
      changes.push({
        from,
        before: target,
        ...(now !== undefined && { after: now }),
        ...(after.gone.has(from) && { gone: true }),
      })
  }
  // The page that was there is reported as moved or removed.
  for (const [from, target] of after.redirects)
    if (!before.redirects.has(from) && !before.pages.has(from))
      changes.push({ from, after: target })
  return changes
}

/**
 * Lists claims that lack evidence or whose evidence has expired, unless that was already the case
 * before.
 */
function listNewClaims(
  before: SiteVersion,
  after: SiteVersion,
  today: string,
): ClaimWithoutEvidence[] {
  const known = new Set(listClaims(before, today).map(toClaimKey))
  return listClaims(after, today).filter((claim) => !known.has(toClaimKey(claim)))
}

const toClaimKey = ({ name, text, until }: ClaimWithoutEvidence) => `${name} ${text} ${until}`

function listClaims({ pages, ledger }: SiteVersion, today: string): ClaimWithoutEvidence[] {
  if (!ledger) return []
  const candidates = [...ledger.facts.values()].filter(
    ({ claim, readings }) => claim || [...readings.values()].some(({ evidence }) => evidence),
  )
  if (candidates.length === 0) return []
  const printedOn = indexCitations([...pages].map(([route, page]) => ({ ...page, route })))
  return candidates.flatMap((fact) =>
    [...fact.readings].flatMap(([name, reading]) => {
      const citation = `${fact.name}.${name}`
      const routes = printedOn.get(citation) ?? []
      const isPrinted = routes.length > 0 || ledger.shellCitations.includes(citation)
      const state = getEvidenceState(fact, reading, { isPrinted, today })
      if (state !== 'missing' && state !== 'expired') return []
      return [
        {
          name: fact.name,
          label: fact.label,
          text: formatReading(fact, reading, ledger.language).text,
          ...(state === 'expired' && { until: reading.evidence!.until }),
          printedOn: routes,
        },
      ]
    }),
  )
}

/**
 * Removes from two documents what both have around `<main>`, the blocks that are the same in both,
 * and their CSS if it is the same: parsing it twice would take most of the time of a comparison.
 */
function dropEqualParts(before: string, after: string): [string, string] {
  const [styles, others] = [findStyles(before), findStyles(after)]
  const documents: [string, string] =
    styles !== undefined && styles === others
      ? [before.replace(styles, ''), after.replace(styles, '')]
      : [before, after]
  return dropEqualBlocks(
    ...dropEqualRange(...dropEqualRange(...documents, '<body', '<main'), '</main>', '</body>'),
  )
}

/** Blocks are siblings. If one was added or removed, none is dropped. */
function dropEqualBlocks(before: string, after: string): [string, string] {
  const [blocks, others] = [before.split(blockStart), after.split(blockStart)]
  if (blocks.length !== others.length) return [before, after]
  // The first part is the head, and the last one ends the document.
  const isKept = (_: string, index: number) =>
    index === 0 || index === blocks.length - 1 || blocks[index] !== others[index]
  return [blocks.filter(isKept).join(''), others.filter(isKept).join('')]
}

const blockStart = /(?=<section class="block )/

/** @returns the element with the CSS; undefined if the document has none, or several. */
function findStyles(html: string): string | undefined {
  const [start, end] = [html.indexOf('<style'), html.indexOf('</style>')]
  return start < 0 || end < 0 || html.indexOf('<style', end) >= 0
    ? undefined
    : html.slice(start, end + '</style>'.length)
}

/** Removes what is between two marks, if it is the same in both. */
function dropEqualRange(before: string, after: string, from: string, to: string): [string, string] {
  const [range, other] = [findRange(before, from, to), findRange(after, from, to)]
  if (!range || !other) return [before, after]
  const [text, otherText] = [before.slice(...range), after.slice(...other)]
  if (text !== otherText) return [before, after]
  return [
    before.slice(0, range[0]) + before.slice(range[1]),
    after.slice(0, other[0]) + after.slice(other[1]),
  ]
}

function findRange(html: string, from: string, to: string): [number, number] | undefined {
  const mark = html.indexOf(from)
  const start = html.indexOf('>', mark) + 1
  const end = html.indexOf(to, start)
  return mark < 0 || end < 0 ? undefined : [start, end]
}
