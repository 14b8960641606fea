import type { DraftState } from '../../edit/draft/draft-state.ts'
import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import { filterByMoment } from '../../../schema/resolve/filter-by-moment.ts'
import type { PageMarks } from '../../../renderer/dev/studio/page-marks.ts'
import { datesFileName } from '../../../schema/days/content-dates.ts'
import { toRoute } from '../../../renderer/routes.ts'
import { isExampleOrigin } from '../../../schema/resolve/placeholders/example-origin.ts'
import { formatCount } from '../../../schema/util/format-first-items.ts'
import { hasErrors } from '../../../schema/problems/problem.ts'
import type { DevSession } from '../../dev/dev-session.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { type FileChange, readSiteText } from '../../edit/text-edits.ts'
import type { Draft } from '../../edit/draft/draft.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import { localizeCommands } from '../../launch/commands.mjs'
import { wordFix } from '../../edit/plain-words.ts'
import { checkSite } from '../../prerender/run/inspect-site.ts'
import { serializeDates } from '../../edit/describe/cures.ts'
import { locateOwnOverride } from '../../edit/describe/describe-set.ts'
import { locateEntry } from '../../report/list-pages.ts'
import type { PublishedPage } from '../published-page.ts'
import type { Person } from './people.ts'
import { PageMarker, type RenderBlocks } from '../marks/mark-page.ts'
import { getValue } from '../../edit/apply-operations.ts'
import { showOverride } from '../../edit/page-overrides.ts'
import { DraftedSite, type SiteHost } from '../../edit/drafted-site.ts'

/** `GET session` */
export type SessionInfo = {
  siteName: string
  /** The language of the site, such as en-US. */
  language: string
  draft: DraftState
  /** Who edits, if several people do, and whether they may publish. */
  person?: { name: string; role: 'edit' | 'publish' }
  /** The day that is shown, such as 2027-01-31, if the author has chosen one: `POST day { day? }`. */
  day?: string
  /** Steps of an earlier session that were not saved: `POST recovered { action }`. */
  recovered?: { steps: string[]; savedAt: string }
}

/** Answers what the studio asks about a site, from the draft and the session that shows it. */
export class Studio extends DraftedSite {
  readonly #marker = new PageMarker()
  readonly #showMoment: DevSession['showMoment']
  readonly #loadRenderer: () => Promise<RenderBlocks>
  readonly #person: Person | undefined
  /** A page that the commit which was published last changes, as it was before. */
  published: (PublishedPage & { commit: string }) | undefined

  /**
   * @param loadRenderer loads the current components
   * @param person who edits, if several people do
   */
  constructor(
    session: SiteHost & Pick<DevSession, 'showMoment'>,
    draft: Draft,
    loadRenderer: () => Promise<RenderBlocks>,
    person?: Person,
  ) {
    super(session, draft)
    this.#showMoment = (day) => session.showMoment(day)
    this.#loadRenderer = loadRenderer
    this.#person = person
  }

  describeSession(): SessionInfo {
    const { recovered } = this.draft
    return {
      siteName: this.site.shared.site?.name ?? '',
      language: this.site.shared.context.language,
      draft: this.draft.state,
      ...(this.#person && { person: { name: this.#person.name, role: this.#person.role } }),
      ...(this.day !== undefined && { day: this.day }),
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
    this.day = day
    this.#showMoment(day)
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
    const text = await this.draft.readText(file)
    const override = locateOwnOverride(page)
    const raw = showOverride(
      getValue(file, text, address.path),
      override && getValue(file, text, [...override.path, 'blocks']),
    )
    const render = await this.#loadRenderer()
    const routes = this.site.shared.site?.bookingRoutes ?? []
    const { moment } = this.site.shared.context
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

  /** @throws RequestFailure if a build for the public site would fail */
  async assertPublishable(): Promise<void> {
    // The preview shows placeholders, which the public site can't have everywhere.
    const { problems } = await checkSite(this.draft.dir)
    const errors = problems.filter(({ severity }) => severity === 'error')
    const [first] = errors
    if (!first) return
    const others = errors.length > 1 ? ` There are ${errors.length - 1} more.` : ''
    throw new RequestFailure(
      'refused',
      `The public site stays as it is, because of an error: ${first.message} ${localizeCommands(wordFix(first))}${others}`,
    )
  }

  /** What to know before publishing: without an address of its own, a site shows its placeholders. */
  async notePlaceholders(): Promise<string[]> {
    await this.session.whenChecked()
    const { origin = '' } = this.site.shared.site ?? {}
    const { problems } = this.session.problems
    const count = problems.filter(({ code }) => code === 'PLACEHOLDER').length
    if (count === 0 || !isExampleOrigin(origin)) return []
    return [
      `${formatCount(count, 'placeholder')} will be published, too: the site has no web address of its own yet.`,
    ]
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
