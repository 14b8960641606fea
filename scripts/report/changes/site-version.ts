import type { DatedPart } from '../../../schema/days/moment.ts'
import type { PageData } from '../../../schema/page-data.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { resolvePage } from '../../../schema/resolve/resolve-page.ts'
import { listSpecialPages, type ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { collectAddresses, type Addresses } from '../../../schema/resolve/site-addresses.ts'
import { setUnsavedSources, type UnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { runWithOwnState } from '../../../schema/util/own-state.ts'
import { hasErrors, type Problem } from '../../../schema/problems/problem.ts'
import { getJsonLd, TrackedMap } from '../../prerender/make/make-pages.ts'
import { createPageKeys } from '../../prerender/make/plan-pages.ts'
import type { SiteInput } from '../../prerender/read/load-site-input.ts'
import { readWholePage } from '../../prerender/read/resolve-pages.ts'
import { Session } from '../../prerender/read/session.ts'
import { UserError } from '../../shared/user-error.ts'
import { listPageContents, type Contents } from './list-contents.ts'

/** What is kept of a page of a version: a large site has many. */
export type VersionPage = {
  route: string
  head: PageData['head']
  jsonLd: object[]
  contents: Contents
  /** A hash of all its data. */
  hash: string
  /** See `PageMeta`. */
  contentHash: string
  /** The readings that it cites, in reading order. */
  citations: { fact: string; reading: string }[]
  /** The facts on which it depends. */
  facts: Set<string>
  /** What has days on it. */
  dated: DatedPart[]
  errors: Problem[]
}

type VersionOptions = {
  /** `main (3f2a1c9)`, `the working folder`. */
  name: string
  /** The folder of the site. */
  site: string
  /** See `MomentOptions`. */
  now: string
  /** Edits that are read in place of the files. */
  unsaved?: UnsavedSources
  /** A version of the same site, whose files need not be read again. */
  like?: SiteVersion
  /** Says that the files of the site have errors. */
  explain: (problems: Problem[]) => string
}

/** A version of a site to compare. Its pages are resolved when they are first compared. */
export class SiteVersion {
  readonly name: string
  readonly site: string
  readonly now: string
  readonly input: SiteInput
  readonly session: Session
  readonly addresses: Addresses
  readonly keys: ReturnType<typeof createPageKeys>
  /** Explains in sentences what could not be read. */
  readonly notes: string[] = []
  /** Its unsaved edits are not those of the process. */
  readonly #states: Map<string, unknown>
  readonly #entries: Map<string, Page>
  /** Hashes of the entries of pages. */
  readonly #hashes: Map<string, string>
  readonly #pages = new Map<string, VersionPage | undefined>()

  /** Reads a version. @throws UserError if its files have errors */
  static async open(options: VersionOptions): Promise<SiteVersion> {
    const { site, now, unsaved = new Map(), like, explain } = options
    const states = new Map<string, unknown>()
    const edition = { moment: { now } }
    const session = new Session({ site, edition, known: like?.session })
    const input = await runWithOwnState(states, async () => {
      setUnsavedSources(unsaved)
      return session.read()
    })
    await session.pool.close()
    if (!input.sources || hasErrors(input.problems) || !input.resolved.siteData)
      throw new UserError(explain(input.problems))
    return new SiteVersion(options, session, states, input)
  }

  private constructor(
    { name, site, now }: VersionOptions,
    session: Session,
    states: Map<string, unknown>,
    input: SiteInput,
  ) {
    this.name = name
    this.site = site
    this.now = now
    this.input = input
    this.addresses = collectAddresses(input.resolved)
    this.keys = createPageKeys(input.pageInputs)
    this.session = session
    this.#states = states
    const special = listSpecialPages(input.resolved)
    this.#entries = new Map([
      ...special.map((page) => [page.route, page] as const),
      ...input.resolved.site.pages,
    ])
    const hashes = input.sources.flatMap(({ record }) => record.pages)
    // If a route is defined twice, the first definition counts.
    this.#hashes = new Map(hashes.reverse())
  }

  get resolved(): ResolvedSite {
    return this.input.resolved
  }

  /** The routes of all pages, those made from the settings included. */
  get routes(): string[] {
    return [...this.#entries.keys()]
  }

  has(route: string): boolean {
    return this.#entries.has(route)
  }

  getEntry(route: string): Page | undefined {
    return this.#entries.get(route)
  }

  /** A hash of the entry of a page, and of all that pages share, except facts. */
  getKey(route: string): string {
    return this.keys.keyOf(route, this.#hashes.get(route) ?? '')
  }

  /** @returns undefined if there is no such page, or its errors leave nothing to compare */
  getPage(route: string): VersionPage | undefined {
    if (!this.#pages.has(route)) this.#pages.set(route, this.resolve(route))
    return this.#pages.get(route)
  }

  /**
   * Resolves a page.
   * @param resolved other facts and settings than its own
   * @param pageFacts other facts of its row
   */
  resolve(
    route: string,
    resolved = this.resolved,
    pageFacts?: Page['facts'],
  ): VersionPage | undefined {
    const entry = this.#entries.get(route)
    if (!entry) return undefined
    const { context } = resolved
    const dated: DatedPart[] = []
    const written = runWithOwnState(this.#states, () => readWholePage(entry, context, dated))
    const facts = pageFacts ?? entry.facts
    const tracked = new TrackedMap(facts ? new Map([...context.facts, ...facts]) : context.facts)
    const page = resolvePage({ ...written, facts: undefined }, { ...context, facts: tracked })
    try {
      const data = { ...page.data, jsonLd: getJsonLd(page, resolved) }
      return {
        ...{ route, head: data.head, jsonLd: data.jsonLd, dated },
        contents: listPageContents(data, resolved.schema),
        hash: shortHash(JSON.stringify(data)),
        contentHash: page.meta.contentHash,
        citations: page.findings.citations.map(({ fact, reading }) => ({ fact, reading })),
        facts: tracked.requested,
        errors: page.findings.problems.filter(({ severity }) => severity === 'error'),
      }
    } catch {
      // A value that is missing because of a mistake.
      return undefined
    }
  }
}
