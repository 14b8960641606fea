import { toDay } from '../../../schema/days/day.ts'
import { computedReadingName } from '../../../schema/facts/facts.ts'
import { capitalize } from '../../../schema/shared/capitalize.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import type { Path } from '../../../schema/problems/location.ts'
import { collectAddresses } from '../../../schema/resolve/site-addresses.ts'
import { addressesFileName } from '../../../schema/source/recorded-addresses.ts'
import { listDatesToRecord } from '../../../schema/days/content-dates.ts'
import { datesFileName } from '../../../schema/days/content-dates.ts'
import { pageLabel } from '../../../schema/statements/site-statements.ts'
import { asRecord, isRecord } from '../../../schema/util/records.ts'
import { escapePattern } from '../../../schema/util/escape-pattern.ts'
import { serializeEntries } from '../../../schema/source/recorded-entries.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import type { JsonValue, FileEdit } from '../yaml-operations.ts'
import { createNewPage } from '../pages/new-page.ts'
import { reviewColumns, reviewsFileName } from '../../../schema/reviews/read-reviews.ts'
import { nameNewPage } from '../pages/name-new-page.ts'
import { getValue } from '../apply-operations.ts'
import { planRedirect } from '../pages/plan-redirect.ts'
import type { ValuePlace } from '../source-address.ts'

/** What removes a problem: operations, or the whole text of a file. */
export type Cure = { label: string } & (
  | { plan: () => FileEdit[] }
  | { file: string; rewrite: () => string }
)

/**
 * @property path of the value that the problem is about, in its file
 * @property value that value, as written
 * @property page the page that it is about, as written; undefined if it is no entry of the file
 */
type ProblemPlace = { path: Path; value: unknown; page?: WrittenPage }
type WrittenPage = { file: string; route: string; entry: Record<string, unknown> }

type FindCures = (site: ReadSite, problem: Problem, place: ProblemPlace) => Cure[]

/** A cure that changes one property of the page. @param value undefined to remove it */
function changePage(
  page: WrittenPage | undefined,
  label: string,
  name: string,
  value: JsonValue | undefined,
  before = 'blocks',
): Cure[] {
  if (!page) return []
  const at = { file: page.file, path: ['pages', page.route, name] }
  const operation: FileEdit =
    value === undefined ? { kind: 'remove', ...at } : { kind: 'set', ...at, value, before }
  return [{ label, plan: () => [operation] }]
}

const showInSearch: FindCures = (_, __, { page }) =>
  page?.entry.noindex === true
    ? changePage(page, 'Let search engines list it', 'noindex', undefined)
    : []

/** An address that was published leads to its new home, or is given up. */
const keepAddress: FindCures = ({ resolved }, { found: address = '' }, { page }) => {
  const redirect = (to: string): Cure => ({
    label: `Lead ${address} to ${to}`,
    plan: () => planRedirect(resolved, { action: 'add', from: address, to }).operations,
  })
  const giveUp: Cure = {
    label: `Give ${address} up`,
    file: addressesFileName,
    rewrite: () => serializeEntries({ ...resolved.addresses.entries, [address]: 'gone' }),
  }
  return [...(page ? [redirect(page.route)] : []), giveUp]
}

const planPage: FindCures = ({ resolved }, { found = '' }) => {
  const { site, placeNames, schema } = resolved
  const route = found.replace(/#.*$/, '')
  const isRoute = new RegExp(schema.$defs?.route?.pattern ?? '').test(route)
  if (!isRoute || collectAddresses(resolved).has(route)) return []
  const name = nameNewPage(route, placeNames)
  const [known] = site.planned.values()
  const file = known?.location.source.file ?? site.main.file
  const operation: FileEdit = known
    ? { kind: 'set', file, path: ['planned', route], value: name }
    : { kind: 'set', file, path: ['planned'], value: { [route]: name }, before: 'pages' }
  return [{ label: `Plan a page at ${route}`, plan: () => [operation] }]
}

/** What the author may have meant. It is a guess, so a command does not correct it. */
const followSuggestion: FindCures = (_, { file, found = '', suggestion }, { path, value }) => {
  if (suggestion === undefined || typeof value !== 'string' || !value.includes(found)) return []
  const pattern = new RegExp(`${escapePattern(found)}(?![\\w/-])`, 'g')
  const corrected = value.replace(pattern, () => suggestion)
  const operation: FileEdit = { kind: 'set', file, path, value: corrected }
  return [{ label: `Lead it to ${suggestion}`, plan: () => [operation] }]
}

const correctLink: FindCures = (...problem) => {
  const suggested = followSuggestion(...problem)
  // A page at a misspelled address is not what anybody wants.
  return suggested.length > 0 ? suggested : planPage(...problem)
}

const callAction: JsonValue = { label: 'Call ${site.phone}', href: 'tel:' }

/** A page for ads begins with a hero that has a button that calls. */
const addCallButton: FindCures = (_, __, { page }) => {
  const blocks = Array.isArray(page?.entry.blocks) ? page.entry.blocks : []
  const index = blocks.findIndex((block) => asRecord(block).type === 'hero')
  if (!page || index < 0) return []
  // Breadcrumbs below the hero would be no better.
  if (blocks.slice(0, index).some((block) => asRecord(block).type === 'breadcrumbs')) return []
  const { actions } = asRecord(blocks[index])
  const own = Array.isArray(actions) ? actions : []
  const calls = own.some((action) => String(asRecord(action).href ?? '').startsWith('tel:'))
  const { file } = page
  const at = ['pages', page.route, 'blocks', index]
  const operations: FileEdit[] = []
  if (!calls)
    operations.push(
      own.length > 0
        ? { kind: 'insert', file, path: [...at, 'actions', 0], value: callAction }
        : { kind: 'set', file, path: [...at, 'actions'], value: [callAction] },
    )
  if (index > 0) operations.push({ kind: 'move', file, path: at, to: 0 })
  const what = [...(calls ? [] : ['add a call button']), ...(index > 0 ? ['move the hero up'] : [])]
  if (what.length === 0) return []
  return [{ label: capitalize(what.join(', and ')), plan: () => operations }]
}

/** A sentence that the page must say. A heading is for the author to word. */
const addStatement: FindCures = ({ resolved }, problem, { page }) => {
  const blocks = page?.entry.blocks
  const { context } = resolved
  const label = context.labels.get(page?.route ?? '') ?? ''
  const statement = context.statements?.require.find(({ text, in: part }) =>
    part === undefined
      ? problem.message.includes(`does not say "${text.replaceAll(pageLabel, label)}"`)
      : false,
  )
  if (!page || !statement || !Array.isArray(blocks)) return []
  const value = { type: 'prose', body: statement.written.trim().replace(/\s+/g, ' ') }
  const { file } = page
  const at = ['pages', page.route, 'blocks', blocks.length]
  return [{ label: 'Add the sentence', plan: () => [{ kind: 'insert', file, path: at, value }] }]
}

/** A translation is as new as its original. */
const recordTranslation: FindCures = ({ pages }, _, { page }) => {
  const original = pages.find(({ route }) => route === page?.entry.translates)?.meta.original
  return original === undefined
    ? []
    : changePage(page, 'This is up to date', 'original', original, 'title')
}

const recordDates: FindCures = (site) => [
  {
    label: 'Record today as their date',
    file: datesFileName,
    rewrite: () => serializeDates(site),
  },
]

/** The file of dates in which today is the date of each page that has changed. */
export function serializeDates({ pages, dates }: ReadSite): string {
  const dated = pages
    .filter(({ meta }) => !meta.draft)
    .map(({ route, meta }) => {
      const lastmod = dates.findDate(route, meta.contentHash)
      return { route, meta: { ...meta, lastmod } }
    })
  return serializeEntries(listDatesToRecord(dated, toDay(Date.now())))
}

const markDecorative: FindCures = (_, { file, message }, { path }) => {
  const at = { file, path: [...path.slice(0, -1), 'decorative'] }
  return path.at(-1) === 'alt' && message.includes('has no description')
    ? [{ label: 'It only decorates', plan: () => [{ kind: 'set', ...at, value: true }] }]
    : []
}

const printSum: FindCures = (_, { file }, { path }) => {
  const [fact, property] = [path.slice(0, 2), path[2]]
  if (path[0] !== 'facts' || property !== 'sumOf') return []
  const value = {
    kind: 'set' as const,
    file,
    path: [...fact, 'settled'],
    value: computedReadingName,
  }
  return [{ label: 'Print what its parts add up to', plan: () => [value] }]
}

/** The page above an article gets a list of articles, or is added with one. */
const listArticles: FindCures = ({ resolved }, _, { page }) => {
  const [, first = '', below] = page?.route.split('/') ?? []
  if (!page || below === undefined) return []
  const route = `/${first}`
  const label = nameNewPage(route, resolved.placeNames)
  const list: JsonValue = { type: 'posts', heading: label }
  const above = resolved.site.pages.get(route)
  const { blocks } = above?.raw ?? {}
  if (above && (above.routeValues || !Array.isArray(blocks))) return []
  const plan = (): FileEdit[] => {
    if (above) {
      const { source, path } = above.location
      const at = [...path, 'blocks', (blocks as unknown[]).length]
      return [{ kind: 'insert', file: source.file, path: at, value: list }]
    }
    const entry = createNewPage(resolved, { route, kind: 'info', label })
    const value = { ...entry, blocks: [...(entry.blocks as JsonValue[]), list] }
    return [{ kind: 'set', file: page.file, path: ['pages', route], value }]
  }
  const what = above ? `List the articles on ${route}` : `Add the page ${route} with a list of them`
  return [{ label: what, plan }]
}

/** An empty table of reviews, whose columns say what to write. */
const beginReviews: FindCures = (_, { found }, { path }) =>
  path.at(-1) === 'reviews' && found === reviewsFileName
    ? [
        {
          label: 'Begin the table',
          file: reviewsFileName,
          rewrite: () => `${reviewColumns.join(',')}\n`,
        },
      ]
    : []

const cures: Partial<Record<Problem['code'], FindCures>> = {
  ADDRESS_GONE: keepAddress,
  BROKEN_ANCHOR: followSuggestion,
  BROKEN_LINK: correctLink,
  MISSING_STATEMENT: addStatement,
  NOINDEX_IN_MENU: showInSearch,
  NOINDEX_IN_SITEMAP: showInSearch,
  ROWS_NOT_FOUND: beginReviews,
  OUTDATED_TRANSLATION: recordTranslation,
  PPC_WITHOUT_CALL_BUTTON: addCallButton,
  UNCONFIRMED_TRANSLATION: recordTranslation,
  UNDATED_CHANGE: recordDates,
  UNDESCRIBED_PICTURE: markDecorative,
  UNLISTED_ARTICLE: listArticles,
  UNLINKED_PAGE: (_, __, { page }) =>
    changePage(page, 'Hide it from search engines', 'noindex', true),
  WRONG_SUM: printSum,
}

/**
 * Lists what the studio can do about a problem, apart from its correction.
 * @param path of the value that the problem is about, in its file
 * @param text of the file
 */
export function listCures(site: ReadSite, problem: Problem, path: Path = [], text = ''): Cure[] {
  const find = cures[problem.code]
  if (!find) return []
  const { file } = problem
  const entry = path[0] === 'pages' && path.length > 1 && getValue(file, text, path.slice(0, 2))
  const page = isRecord(entry) && { file, route: String(path[1]), entry }
  const value = path.length > 0 ? getValue(file, text, path) : undefined
  return find(site, problem, { path, value, ...(page && { page }) })
}

/** Where the fact is whose sources contradict each other, if a problem is about one. */
export function findContradiction(
  { resolved }: ReadSite,
  { code, file }: Problem,
  path: Path = [],
): ValuePlace | undefined {
  const isConcerned = ['MISSING_EVIDENCE', 'UNSETTLED_FACT', 'UNSETTLED_PROMISE'].includes(code)
  const [section, name] = path
  const fact = section === 'facts' ? resolved.context.facts.get(String(name)) : undefined
  return isConcerned && fact && fact.readings.size > 1
    ? { file, path: path.slice(0, 2) }
    : undefined
}

/** Where the statement is that a problem is about: what pages must say, or must not say. */
export function findRule(site: ReadSite, { code, message }: Problem): ValuePlace | undefined {
  const { require, forbid } = site.resolved.site.statements
  const entries =
    code === 'MISSING_STATEMENT' ? require : code === 'FORBIDDEN_STATEMENT' ? forbid : []
  const candidates = entries.filter(({ raw: { because, source } }) =>
    [because, source].every((text) => typeof text === 'string' && message.includes(text.trim())),
  )
  const found =
    candidates.find(({ raw }) => message.includes(`"${String(asRecord(raw).text)}"`)) ??
    candidates[0]
  return found && { file: found.location.source.file, path: found.location.path }
}
