import { formatCommand, isPackage, localizeCommands } from '../../launch/commands.mjs'
import { createTwoFilesPatch } from 'diff'
import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import { filterByMoment } from '../../../schema/resolve/filter-by-moment.ts'
import type { PageMarks } from '../../../renderer/dev/studio/page-marks.ts'
import { datesFileName } from '../../../schema/days/content-dates.ts'
import { addressesFileName } from '../../../schema/source/recorded-addresses.ts'
import { toRoute } from '../../../renderer/routes.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { RawPage } from '../../../schema/merge/merge-sources.ts'
import { hasErrors } from '../../../schema/problems/problem.ts'
import { formatCount, formatFirstItems } from '../../../schema/util/format-first-items.ts'
import { asRecord } from '../../../schema/util/records.ts'
import type { Schema } from '../../../schema/validate/json-schema.ts'
import type { DevSession } from '../../dev/dev-session.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { tryParseTree } from '../../edit/yaml/find-node.ts'
import { type FileChange, readSiteText } from '../../edit/text-edits.ts'
import type { Draft } from '../draft/draft.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import { serializeDates } from '../describe/cures.ts'
import { listFacts } from '../../report/list-facts.ts'
import { describeNode } from '../describe/describe-node.ts'
import { listChoices } from '../describe/list-choices.ts'
import { describeRows, listTables } from '../describe/describe-rows.ts'
import { describeSet, locateOwnOverride } from '../describe/describe-set.ts'
import { listPageItems, VersionedPageList } from '../describe/list-page-items.ts'
import { listLinksTo } from '../../report/links.ts'
import { locateEntry } from '../../report/list-pages.ts'
import { describeProblems, listReported } from '../describe/problem-list.ts'
import { listOriginalChanges, type WrittenPage } from '../describe/original-changes.ts'
import { listPageHistory } from '../describe/page-history.ts'
import { outlinePage } from '../describe/outline-page.ts'
import { type FindRequest, findTexts, listMedia } from '../../report/find-texts.ts'
import { quoteFact } from '../describe/quote-fact.ts'
import { describeSource, findValueAt } from '../describe/source-view.ts'
import type { Person } from './people.ts'
import { PageMarker, type RenderBlocks } from '../marks/mark-page.ts'
import { getValue } from '../../edit/apply-operations.ts'
import { listComments } from '../page-comments.ts'
import { showOverride } from '../page-overrides.ts'
import { listRedirectItems } from '../describe/redirect-items.ts'
import type {
  Choices,
  CommentItem,
  DraftChanges,
  FactListing,
  FactQuotes,
  FoundTexts,
  MediaItem,
  NodeDetails,
  OriginalChanges,
  PageHistory,
  PageLinks,
  PageListChanges,
  PageOutline,
  ProblemList,
  RedirectItem,
  RowTable,
  SourceView,
  TableItem,
  SessionInfo,
} from '../protocol.ts'
import type { NodeAddress } from '../../edit/source-address.ts'

type LocatedProblems = { problems: Problem[]; list: Promise<ProblemList> }

type SourcePlace = { file: string; line: number; column: number }

/** What the studio needs to know of a site while it is being edited. */
export type StudioHost = Pick<
  DevSession,
  | 'site'
  | 'problems'
  | 'findPage'
  | 'isOutdated'
  | 'showMoment'
  | 'whenShown'
  | 'whenChecked'
  | 'readAgain'
>

/** Answers what the studio asks about a site, from the draft and the session that shows it. */
export class Studio {
  readonly #session: StudioHost
  readonly draft: Draft
  readonly #marker = new PageMarker()
  readonly #pages = new VersionedPageList()
  #located: (Omit<ProblemList, 'problems'> & LocatedProblems) | undefined
  readonly #loadRenderer: () => Promise<RenderBlocks>
  readonly #person: Person | undefined
  #day: string | undefined

  /**
   * @param loadRenderer loads the current components
   * @param person who edits, if several people do
   */
  constructor(
    session: StudioHost,
    draft: Draft,
    loadRenderer: () => Promise<RenderBlocks>,
    person?: Person,
  ) {
    this.#session = session
    this.#loadRenderer = loadRenderer
    this.draft = draft
    this.#person = person
  }

  describeSession(): SessionInfo {
    const { recovered } = this.draft
    return {
      siteName: this.#site.input.shared.site?.name ?? '',
      language: this.#site.input.shared.context.language,
      draft: this.draft.state,
      ...(this.#person && { person: { name: this.#person.name, role: this.#person.role } }),
      ...(this.#day !== undefined && { day: this.#day }),
      ...(recovered && {
        recovered: {
          savedAt: recovered.savedAt,
          steps: [...recovered.steps, ...(recovered.conflicts ?? [])].map(({ label }) => label),
        },
      }),
    }
  }

  /** Shows the site as it will be on a day. @param day without it, as it is now */
  async showDay(day: string | undefined): Promise<SessionInfo> {
    this.#day = day
    this.#session.showMoment(day)
    await this.#session.whenShown()
    return this.describeSession()
  }

  /** @param route of a translation */
  async listOriginalChanges(route: string): Promise<OriginalChanges> {
    const page = this.#findPage(route)
    const original = this.#findPage(String(page.raw.translates))
    const [own, other] = await Promise.all([page, original].map((each) => this.#readPage(each)))
    return listOriginalChanges(this.draft.dir, own!, other!)
  }

  /** @param skip how many commits are known already */
  listHistory(route: string, skip: number): Promise<PageHistory> {
    const facts = this.listFacts().filter(({ pages }) => pages.includes(route))
    const addresses = facts.map(({ address }) => address)
    const read = (file: string) => this.draft.readText(file)
    return listPageHistory(this.draft.dir, this.#findPage(route), addresses, read, skip)
  }

  /** Reads a page as it is written in the draft. */
  async #readPage(page: RawPage): Promise<WrittenPage> {
    const { file, path } = locateEntry(page)
    const value = getValue(file, await this.draft.readText(file), path)
    return { route: page.route, file, value: value ?? null }
  }

  get schema(): Schema {
    return localizeSchema(this.#site.input.shared.schema)
  }

  /** @param since the version of the list that is known; 0 if none is */
  async listPages(since: number): Promise<PageListChanges> {
    const { problems } = await this.listProblems()
    this.#pages.update(listPageItems(this.#site, problems, new Set(this.draft.listTouched())))
    return this.#pages.listChanges(since)
  }

  async outlinePage(route: string): Promise<PageOutline> {
    const site = this.#site
    const page = this.#findPage(route)
    const { file, path } = locateEntry(page)
    const value = getValue(file, await this.draft.readText(file), path)
    const set = await describeSet(site, page, (name) => this.draft.readText(name))
    const { problems } = await this.listProblems()
    const shown = this.#session.findPage(route)
    const outline = outlinePage(site, { page, value, set, shown, problems })
    const isOutdated = this.#session.isOutdated(route)
    return { version: this.draft.version, ...outline, ...(isOutdated && { isOutdated }) }
  }

  /** Finds the elements that show the values of a page in its document. @param path of its URL */
  async markPage(path: string): Promise<PageMarks> {
    const base = getDevBasePath()
    const route = toRoute(path.startsWith(`${base}/`) ? path.slice(base.length) : path)
    const data = this.#session.findPage(route)
    const page = this.#findPage(route)
    if (!data) throw new StudioFailure('not-found', `There is no page ${route}.`)
    const { file, path: below } = locateEntry(page)
    const address = { file, path: [...below, 'blocks'] }
    const text = await this.draft.readText(file)
    const override = locateOwnOverride(page)
    const raw = showOverride(
      getValue(file, text, address.path),
      override && getValue(file, text, [...override.path, 'blocks']),
    )
    const render = await this.#loadRenderer()
    const routes = this.#site.input.shared.site?.bookingRoutes ?? []
    const { moment } = this.#site.input.shared.context
    const at = { source: page.location.source, path: address.path }
    // Days in the template of a set may come from its rows.
    const shown = below[0] === 'pages' ? filterByMoment(raw, at, moment, route) : undefined
    const blocks = shown ? (shown.value as JsonValue) : raw
    return this.#marker.mark(
      Array.isArray(blocks) ? blocks : [],
      data,
      address,
      (block) => render([block], routes)[0]!,
      shown?.toSourcePath,
    )
  }

  async describeNode(address: NodeAddress): Promise<NodeDetails> {
    const text = await this.draft.readText(address.file)
    const details = describeNode(this.#site, address, text)
    return { version: this.draft.version, ...details }
  }

  async describeSource({ file, path }: NodeAddress): Promise<SourceView> {
    return describeSource(file, await this.draft.readText(file), path)
  }

  /** The value at a line and column of a file. */
  async findSourcePlace(place: SourcePlace): Promise<{ address?: NodeAddress }> {
    const { file, line, column } = place
    const path = findValueAt(await this.draft.readText(file), line, column)
    return path ? { address: { file, path } } : {}
  }

  listTables(): TableItem[] {
    return listTables(this.#site)
  }

  async describeRows(address: NodeAddress): Promise<RowTable> {
    const text = await this.draft.readText(address.file)
    const change = this.draft.listChanges().find(({ file }) => file === address.file)
    const saved = change?.before ?? text
    return describeRows(this.#site, address, { text, saved, version: this.draft.version })
  }

  listRedirects(): RedirectItem[] {
    return listRedirectItems(this.#site)
  }

  listComments(): Promise<CommentItem[]> {
    return listComments(this.#site.input.shared.merged, (file) => this.draft.readText(file))
  }

  /** The problems in the words of `npm run check`. Several answers after an edit have them. */
  listProblems(): Promise<ProblemList> {
    const { problems, isComplete } = this.#session.problems
    const { version } = this.draft
    const known = this.#located
    const isKnown = known?.problems === problems && known.isComplete === isComplete
    if (isKnown && known.version === version) return known.list
    const list = this.#locateProblems()
    this.#located = { problems, isComplete, version, list }
    return list
  }

  async #locateProblems(): Promise<ProblemList> {
    const { problems, isComplete } = this.#session.problems
    const { version } = this.draft
    // Saving records the dates, which are not those of another day that is shown.
    const isRecordedSoon = ({ code }: Problem) =>
      code === 'UNDATED_CHANGE' && (this.draft.state.files.length > 0 || this.#day !== undefined)
    const reported = listReported(problems).filter((problem) => !isRecordedSoon(problem))
    const texts = new Map<string, string>()
    for (const file of new Set(reported.map((each) => each.file)))
      texts.set(file, await this.draft.readText(file).catch(() => ''))
    return { version, isComplete, problems: describeProblems(this.#site, reported, texts) }
  }

  /** @throws StudioFailure if a build of the saved site would fail */
  async assertPublishable(): Promise<void> {
    await this.#session.whenChecked()
    const { problems } = await this.listProblems()
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (errors.length === 0) return
    const places = formatFirstItems([...new Set(errors.map((each) => each.route ?? each.file))], 3)
    throw new StudioFailure(
      'refused',
      `The site has ${formatCount(errors.length, 'error')}, on ${places}. Correct what Problems lists first: until then, the public site stays as it is.`,
    )
  }

  /**
   * What saving writes beside the draft, if the site records dates: those of the changed pages.
   * A site that is shown as on another day, or whose pages have errors, has none.
   */
  async planDates(): Promise<FileChange | undefined> {
    if (this.#day !== undefined) return undefined
    await this.#session.whenChecked()
    const { problems } = this.#session.problems
    if (hasErrors(problems) || !problems.some(({ code }) => code === 'UNDATED_CHANGE'))
      return undefined
    const before = await readSiteText(this.draft.dir, datesFileName)
    return { file: datesFileName, before, after: serializeDates(this.#site) }
  }

  /** Finds a text in all files that the site reads. */
  async findTexts(wanted: FindRequest): Promise<FoundTexts> {
    const lower = wanted.text.toLowerCase()
    const files = await this.#readValues(
      (text) => text.toLowerCase().includes(lower) || text.includes('\\'),
    )
    return findTexts(files, wanted, new Set(this.#site.input.shared.context.facts.keys()))
  }

  /** Lists the pictures of the site, and where each is used. */
  async listMedia(): Promise<MediaItem[]> {
    return listMedia(await this.#readValues(), this.listChoices().pictures)
  }

  async #readValues(isWanted = (_: string) => true) {
    const files: { file: string; value: JsonValue }[] = []
    for (const file of new Set(this.#site.input.sources.map((source) => source.file))) {
      const text = await this.draft.readText(file)
      if (!isWanted(text)) continue
      const value = tryParseTree(text) && getValue(file, text, [])
      if (value !== undefined) files.push({ file, value })
    }
    return files
  }

  listFacts(): FactListing[] {
    const { facts } = this.#site.input.shared.context
    const written = [...facts.values()].filter(({ tableName }) => tableName === undefined)
    const files = new Set(written.map(({ location }) => location.source.file))
    const saved = this.draft
      .listChanges()
      .filter(({ file }) => files.has(file))
      .flatMap(({ file, before }) => Object.entries(asRecord(getValue(file, before, ['facts']))))
    return listFacts({ shared: this.#site.input.shared, pages: this.#site.pages }, new Map(saved))
  }

  async quoteFact(name: string): Promise<FactQuotes> {
    const fact = this.listFacts().find((each) => each.name === name)
    if (!fact) return {}
    return quoteFact(this.#site, fact, async ({ file, path }) =>
      getValue(file, await this.draft.readText(file), path),
    )
  }

  listLinks(route: string): PageLinks {
    return listLinksTo({ shared: this.#site.input.shared, pages: this.#site.pages }, route)
  }

  listChoices(): Choices {
    return listChoices(this.#site)
  }

  /** What saving would change. */
  listChanges(): DraftChanges {
    return {
      version: this.draft.version,
      steps: this.draft.state.steps.map(({ label }) => label),
      files: this.draft.listChanges().map(({ file, before, after }) => ({
        file,
        diff: createTwoFilesPatch(file, file, before, after, undefined, undefined, { context: 3 }),
      })),
    }
  }

  get #site(): ReadSite {
    return getSite(this.#session)
  }

  /** @throws StudioFailure if there is no such page */
  #findPage(route: string): RawPage {
    const page = this.#site.input.shared.merged.pages.get(route)
    if (!page) throw new StudioFailure('not-found', `There is no page ${route}.`)
    return page
  }
}

/** Whether a draft can change a file: the site reads it, or records dates or addresses in it. */
export function isEditableFile(site: ReadSite | undefined, file: string): boolean {
  const isRead = Object.hasOwn(site?.input.content ?? {}, file) && !file.startsWith('public/')
  return isRead || file === addressesFileName || file === datesFileName
}

/** Descriptions name commands. */
const localizeSchema = (schema: Schema): Schema =>
  isPackage ? JSON.parse(localizeCommands(JSON.stringify(schema))) : schema

/**
 * Returns the site as it was read most recently.
 * @throws StudioFailure if it could never be read
 */
export function getSite({ site }: Pick<StudioHost, 'site'>): ReadSite {
  if (!site)
    throw new StudioFailure('not-found', `The site cannot be read: see ${formatCommand('check')}.`)
  return site
}
