import { isDeepStrictEqual } from 'node:util'
import { localizeCommands, formatCommand, isPackage } from '../launch/commands.mjs'
import { datesFileName } from '../../schema/days/content-dates.ts'
import { reviewsFileName } from '../../schema/reviews/read-reviews.ts'
import { addressesFileName } from '../../schema/source/recorded-addresses.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import type { Page } from '../../schema/merge/merge-sources.ts'
import { asRecord } from '../../schema/util/records.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import type { DevSession } from '../dev/dev-session.ts'
import type { ReadSite } from '../prerender/run/run.ts'
import {
  type FindRequest,
  findTexts,
  type FoundTexts,
  type FoundText,
  isNameAt,
  listMedia,
  type MediaItem,
} from '../report/find-texts.ts'
import { type FactListing, listFacts } from '../report/list-facts.ts'
import { getValue, tryGetValue } from './apply-operations.ts'
import { createRouteCellCheck } from './describe/describe-rows.ts'
import { type Choices, listChoices } from './describe/list-choices.ts'
import { keepCounts, listPageItems, type PageList } from './describe/list-page-items.ts'
import { describeProblems, listReported, type ProblemList } from './describe/problem-list.ts'
import type { Draft } from './draft/draft.ts'
import { RequestFailure } from './request-failure.ts'
import type { JsonValue } from './yaml-operations.ts'

type LocatedProblems = { problems: Problem[]; list: Promise<ProblemList> }

/** What an editor needs to know of a site while it is being edited. */
export type SiteHost = Pick<
  DevSession,
  'site' | 'problems' | 'findPage' | 'isOutdated' | 'whenShown' | 'whenChecked' | 'readAgain'
>

/** A site with its draft: what every door asks about it. */
export class DraftedSite {
  readonly session: SiteHost
  readonly draft: Draft
  /** The list of pages, which may be long. Windows of an earlier start know no version of it. */
  #pages: Required<PageList> = { version: Date.now(), pages: [] }
  #located: (Omit<ProblemList, 'problems'> & LocatedProblems) | undefined
  /** The day that is shown, if the author has chosen one. */
  day: string | undefined

  constructor(session: SiteHost, draft: Draft) {
    this.session = session
    this.draft = draft
  }

  get schema(): Schema {
    return localizeSchema(this.site.resolved.schema)
  }

  /** @param known the version of the list that the one who asks has */
  async listPages(known?: number): Promise<PageList> {
    const { problems, isComplete } = await this.listProblems()
    const pages = listPageItems(this.site, problems, new Set(this.draft.listTouched()))
    // Fewer, while pages are still checked, would look as if something had been fixed.
    if (!isComplete) keepCounts(pages, this.#pages.pages)
    if (!isDeepStrictEqual(pages, this.#pages.pages))
      this.#pages = { version: this.#pages.version + 1, pages }
    return this.#pages.version === known ? { version: known } : this.#pages
  }

  /** The problems in the words of `npm run check`. Several answers after an edit have them. */
  listProblems(): Promise<ProblemList> {
    const { problems, isComplete } = this.session.problems
    const { version } = this.draft
    const known = this.#located
    const isKnown = known?.problems === problems && known.isComplete === isComplete
    if (isKnown && known.version === version) return known.list
    const list = this.#locateProblems()
    this.#located = { problems, isComplete, version, list }
    return list
  }

  async #locateProblems(): Promise<ProblemList> {
    const { problems, isComplete } = this.session.problems
    const { version } = this.draft
    // Saving records the dates, which are not those of another day that is shown.
    const isRecordedSoon = ({ code }: Problem) =>
      code === 'UNDATED_CHANGE' && (this.draft.state.files.length > 0 || this.day !== undefined)
    const reported = listReported(problems).filter((problem) => !isRecordedSoon(problem))
    const texts = new Map<string, string>()
    for (const file of new Set(reported.map((each) => each.file)))
      texts.set(file, await this.draft.readText(file).catch(() => ''))
    return { version, isComplete, problems: describeProblems(this.site, reported, texts) }
  }

  /** Finds a text in all files that the site reads. */
  async findTexts(wanted: FindRequest): Promise<FoundTexts> {
    const lower = wanted.text.toLowerCase()
    const files = await this.readValues(
      (text) => text.toLowerCase().includes(lower) || text.includes('\\'),
    )
    const facts = new Set(this.site.resolved.context.facts.keys())
    const isInRoute = createRouteCellCheck(this.site)
    const found = findTexts(
      files,
      wanted,
      ({ address, text }) => isNameAt(address.path, text, facts) || isInRoute(address),
      this.site.resolved.site.settings.reviews,
    )
    const texts = found.texts.map(
      (each): FoundText => (isInRoute(each.address) ? { ...each, isInRoute: true } : each),
    )
    return { ...found, texts }
  }

  /** Lists the pictures of the site, and where each is used. */
  async listMedia(): Promise<MediaItem[]> {
    return listMedia(await this.readValues(), this.listChoices().pictures)
  }

  /** Reads the values of all files of the site, also those of rows. @param isWanted of which texts */
  async readValues(isWanted = (_: string) => true) {
    const files: { file: string; value: JsonValue }[] = []
    for (const file of Object.keys(this.site.content)) {
      if (file.startsWith('public/')) continue
      const text = await this.draft.readText(file)
      if (!isWanted(text)) continue
      const value = tryGetValue(file, text)
      if (value !== undefined) files.push({ file, value })
    }
    return files
  }

  listFacts(): FactListing[] {
    const { facts } = this.site.resolved.context
    const written = [...facts.values()].filter(({ tableName }) => tableName === undefined)
    const files = new Set(written.map(({ location }) => location.source.file))
    const saved = this.draft
      .listChanges()
      .filter(({ file }) => files.has(file))
      .flatMap(({ file, before }) => Object.entries(asRecord(getValue(file, before, ['facts']))))
    return listFacts(this.site, new Map(saved))
  }

  listChoices(): Choices {
    return listChoices(this.site)
  }

  /** As it was read most recently. @throws RequestFailure if it could never be read */
  get site(): ReadSite {
    const { site } = this.session
    if (site) return site
    throw new RequestFailure('not-found', `The site cannot be read: see ${formatCommand('check')}.`)
  }

  /** @throws RequestFailure if there is no such page */
  findPage(route: string): Page {
    const page = this.site.resolved.site.pages.get(route)
    if (!page) throw new RequestFailure('not-found', `There is no page ${route}.`)
    return page
  }
}

/** Whether a draft can change a file: the site reads it, or records dates or addresses in it. */
export function isEditableFile(site: ReadSite | undefined, file: string): boolean {
  const isRead = Object.hasOwn(site?.content ?? {}, file) && !file.startsWith('public/')
  return isRead || [addressesFileName, datesFileName, reviewsFileName].includes(file)
}

/** Descriptions name commands. */
const localizeSchema = (schema: Schema): Schema =>
  isPackage ? JSON.parse(localizeCommands(JSON.stringify(schema))) : schema
