import { formatCommand } from '../../launch/commands.mjs'
import { toSiteArgs } from '../../shared/usage.ts'
import type { DraftState, WindowEdit } from '../../edit/draft/draft-state.ts'
import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import { filterByMoment } from '../../../schema/resolve/filter-by-moment.ts'
import type { PageMarks } from '../../../renderer/dev/studio/page-marks.ts'
import { datesFileName } from '../../../schema/days/content-dates.ts'
import { toRoute } from '../../../renderer/routes.ts'
import { isExampleOrigin } from '../../../schema/resolve/placeholders/example-origin.ts'
import { formatCount, formatFirstItems } from '../../../schema/util/format-first-items.ts'
import { toRelativeName } from '../../../schema/util/site-paths.ts'
import { hasErrors } from '../../../schema/problems/problem.ts'
import type { DevSession } from '../../dev/dev-session.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { type FileChange, readSiteText } from '../../edit/text-edits.ts'
import { Draft } from '../../edit/draft/draft.ts'
import { readBlocks } from '../../edit/pages/page-comments.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import { serializeDates } from '../../edit/describe/cures.ts'
import { CellSource } from '../../../schema/sets/add-fact-tables.ts'
import { toCellName } from '../../../schema/facts/facts.ts'
import { locateCell } from '../../report/list-facts.ts'
import { locateEntry } from '../../report/list-pages.ts'
import type { PublishedPage } from '../published-page.ts'
import type { Person } from './people.ts'
import { listRowSources } from '../../edit/describe/describe-rows.ts'
import { findRowPath } from '../../edit/plan-row-edits.ts'
import type { ValuePlace } from '../../edit/source-address.ts'
import { markPage, type RenderBlocks } from '../marks/mark-page.ts'
import { DraftedSite, isEditableFile } from '../../edit/drafted-site.ts'
import type { ServerResponse } from 'node:http'
import { setUnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import { describeOutsideChange } from '../describe/page-history.ts'
import { VisitorChangesReporter } from '../describe/visitor-changes.ts'
import { assertOwnersValues } from '../../edit/owners-changes.ts'

/** `GET session` */
export type SessionInfo = {
  siteName: string
  /** The language of the site, such as en-US. */
  language: string
  draft: DraftState
  /** What starts the studio, unless several people edit in it. */
  command?: string
  /** Who edits, if several people do, and whether they may publish. */
  person?: { name: string; role: 'edit' | 'publish' }
  /** The day that is shown, such as 2027-01-31, if the author has chosen one: `POST day { day? }`. */
  day?: string
}

/**
 * What one person edits: answers what the studio asks about a site, from the draft and the session
 * that shows it, and tells its windows what has happened.
 */
export class Studio extends DraftedSite {
  declare readonly session: DevSession
  readonly events = new EventStream()
  readonly visitorChanges: VisitorChangesReporter
  readonly #loadRenderer: () => Promise<RenderBlocks>
  readonly #onEdited: (() => void) | undefined
  /** Who edits, if several people do. */
  readonly person: Person | undefined
  /** Tells the administrator what this person has done. */
  readonly log: ((act: string) => void) | undefined
  /** A page that the commit which was published last changes, as it was before. */
  published: (PublishedPage & { commit: string }) | undefined

  /** @param loadRenderer loads the current components */
  constructor(
    session: DevSession,
    draft: Draft,
    loadRenderer: () => Promise<RenderBlocks>,
    own?: OwnStudio,
  ) {
    super(session, draft)
    this.#loadRenderer = loadRenderer
    this.visitorChanges = new VisitorChangesReporter(draft)
    this.person = own?.person
    this.log = own?.log
    this.#onEdited = own?.onEdited
  }

  /**
   * Tells all windows that the draft or the files have changed.
   * @param byOthers what others have changed, in words; empty if it is not worth a word
   */
  sendChanged(byOthers?: string): void {
    const others = byOthers !== undefined && { byOthers }
    this.events.send({ kind: 'changed', draft: this.draft.state, ...others })
  }

  /** Sends events to a window, until it is closed. */
  follow(window: string, response: ServerResponse): void {
    response.on('close', () => {
      this.draft.forgetWindow(window)
      this.sendChanged()
      this.#onEdited?.()
    })
    this.events.add(response)
    // It may show what an earlier session had.
    this.sendChanged()
  }

  describeSession(): SessionInfo {
    return {
      siteName: this.site.resolved.siteData?.name ?? '',
      language: this.site.resolved.context.language,
      draft: this.draft.state,
      ...(this.person
        ? { person: { name: this.person.name, role: this.person.role } }
        : { command: formatCommand('studio', toSiteArgs(this.draft.dir)) }),
      ...(this.day !== undefined && { day: this.day }),
    }
  }

  /** Shows the site as it will be on a day. @param day without it, as it is now */
  async showDay(day: string | undefined): Promise<SessionInfo> {
    this.day = day
    this.session.showMoment(day)
    await this.session.whenShown()
    return this.describeSession()
  }

  /** Finds the elements that show the values of a page in its document. @param path of its URL */
  async markPage(path: string): Promise<PageMarks> {
    const base = getDevBasePath()
    const route = toRoute(path.startsWith(`${base}/`) ? path.slice(base.length) : path)
    const data = this.session.findPage(route)
    const page = this.findPage(route)
    if (!data) throw new RequestFailure('not-found', `There is no page ${route}.`)
    const { file, path: below } = locateEntry(page)
    const address = { file, path: [...below, 'blocks'] }
    const raw = await readBlocks(page, (name) => this.draft.readText(name))
    const render = await this.#loadRenderer()
    const routes = this.site.resolved.siteData?.bookingRoutes ?? []
    const { moment, facts, labels } = this.site.resolved.context
    const at = { source: page.location.source, path: address.path }
    // Days in the template of a set may come from its rows.
    const shown = below[0] === 'pages' ? filterByMoment(raw, at, moment, route) : undefined
    const blocks = shown ? (shown.value as JsonValue) : raw
    return markPage(
      Array.isArray(blocks) ? blocks : [],
      data,
      address,
      (block) => render([block], routes)[0]!,
      shown?.toSourcePath,
      (name, row, column) => {
        const { rows = [], columns = [], set } = facts.get(name)?.table ?? {}
        // Of pages that are not shown, no row is listed.
        if (set)
          return this.#locateRow(set.rows.filter(({ route }) => labels.has(route))[row]?.route)
        const source = facts.get(toCellName(name, rows[row]!, columns[column]!))?.location.source
        return source instanceof CellSource ? locateCell(source) : undefined
      },
    )
  }

  /** Where the row is written of which a page is made. */
  #locateRow(route: string | undefined): ValuePlace | undefined {
    const { set, row = [] } = listRowSources(this.site).find((each) => each.route === route) ?? {}
    const { table } = set?.rows.tables.at(-1) ?? {}
    return table && { file: table.file, path: findRowPath(table, row.at(-1)!) }
  }

  /** What to know before publishing: without an address of its own, a site shows its placeholders. */
  async notePlaceholders(): Promise<string[]> {
    await this.session.whenChecked()
    const { origin = '' } = this.site.resolved.siteData ?? {}
    const { problems } = this.session.problems
    const found = problems.filter(({ code }) => code === 'PLACEHOLDER')
    if (found.length === 0 || !isExampleOrigin(origin)) return []
    const summary = `${formatCount(found.length, 'placeholder')} will be published, too: the site has no web address of its own yet.`
    return [[summary, ...new Set(found.map(({ message }) => message))].join('\n')]
  }

  /**
   * What saving writes beside the draft, if the site records dates: those of the changed pages.
   * A site that is shown as on another day, or whose pages have errors, has none.
   */
  async planDates(): Promise<FileChange | undefined> {
    if (this.day !== undefined) return undefined
    await this.session.whenChecked()
    const { problems } = this.session.problems
    if (hasErrors(problems) || !problems.some(({ code }) => code === 'UNDATED_CHANGE'))
      return undefined
    const before = await readSiteText(this.draft.dir, datesFileName)
    return { file: datesFileName, before, after: serializeDates(this.site) }
  }
}

/**
 * `GET events` (server-sent events), each as JSON in `data`.
 *
 * - *changed*: the draft or the files; what was fetched for an older version is outdated.
 * - *checked*: `GET problems` has more.
 * - *shown*: pages have the latest edits.
 * - *code*: the code of pages has changed, so that they must be loaded again.
 */
export type StudioEvent =
  | { kind: 'changed'; draft: DraftState; byOthers?: string }
  | { kind: 'checked'; version: number }
  | { kind: 'shown' }
  | { kind: 'code' }

/**
 * @property site the folder of the site
 * @property loadRenderer loads the current components
 */
export type StudioOptions = {
  site: string
  session: DevSession
  loadRenderer: () => Promise<RenderBlocks>
}

/**
 * The studio of one of several people.
 * @property store the name of the folder that keeps the unsaved steps
 * @property onEdited called when `draft.editors` may differ
 */
type OwnStudio = {
  person: Person
  log: (act: string) => void
  store: string
  listOthers: () => WindowEdit[]
  onEdited: () => void
}

/** Unsaved texts are read in place of the files, and changed files reach the draft first. */
export function openStudio(
  { site, session, loadRenderer }: StudioOptions,
  own?: OwnStudio,
): Studio {
  const draft = new Draft({
    dir: site,
    isSource: (file) => isEditableFile(session.site, file),
    onChange(unsaved, changedPaths) {
      setUnsavedSources(unsaved)
      session.readAgain(changedPaths)
      // It was saved, or there is nothing to compare.
      if (unsaved.size === 0) studio.visitorChanges.forget()
      studio.sendChanged()
      own?.onEdited()
    },
    // A window stays open while its server starts again, or forgets a computer that sleeps.
    firstVersion: Date.now(),
    ...(own && {
      editor: own.store,
      person: own.person,
      listOthers: own.listOthers,
      assertAllowed(changes) {
        const schema = session.site?.resolved.schema
        if (schema && own.person.role === 'edit') assertOwnersValues(schema, changes)
      },
    }),
  })
  const studio = new Studio(session, draft, loadRenderer, own)
  session.observe({
    async onFilesChanged(paths) {
      studio.visitorChanges.forget()
      const known = new Set(draft.paths)
      const isTaken = await draft.takeOutsideChanges(paths)
      // Of a file that nobody has opened, the text before is not kept.
      const unopened = await Promise.all(
        [...paths].flatMap((path) => (known.has(path) ? [] : describeUnopened(draft, path))),
      )
      const opened = isTaken ? draft.latestOutside.filter(({ file }) => !isGenerated(file)) : []
      const words = [...opened.map(describeOutsideChange), ...unopened.flat()]
      if (isTaken || words.length > 0) studio.sendChanged(formatFirstItems(words, 2))
    },
    onShown: () => studio.events.send({ kind: 'shown' }),
    onChecked: () => studio.events.send({ kind: 'checked', version: draft.version }),
  })
  return studio
}

const isGenerated = (file: string) => /\.gen\.\w+$/.test(file)

async function describeUnopened(draft: Draft, path: string): Promise<string[]> {
  const file = toRelativeName(draft.dir, path)
  if (isGenerated(file) || !draft.isSource(file)) return []
  const after = await draft.readText(file).catch(() => '')
  return [describeOutsideChange({ file, before: '', after })]
}

const keepAliveMs = 25_000

/** Server-sent events to every window of a draft. */
class EventStream {
  readonly #responses = new Set<ServerResponse>()

  add(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.write(':\n\n')
    this.#responses.add(response)
    const timer = setInterval(() => response.write(':\n\n'), keepAliveMs)
    timer.unref()
    response.on('close', () => {
      clearInterval(timer)
      this.#responses.delete(response)
    })
  }

  /** The number of open windows. */
  get size(): number {
    return this.#responses.size
  }

  end(): void {
    for (const response of this.#responses) response.end()
  }

  send(event: StudioEvent): void {
    for (const response of this.#responses) response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
}
