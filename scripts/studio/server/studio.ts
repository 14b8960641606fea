import { createTwoFilesPatch } from 'diff'
import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import { showParts } from '../../../schema/days/show-parts.ts'
import type { PageMarks } from '../../../renderer/dev/studio/page-marks.ts'
import { toRoute } from '../../../renderer/routes.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import { asRecord, isRecord } from '../../../schema/util/records.ts'
import type { Schema } from '../../../schema/validate/json-schema.ts'
import type { DevSession, ReadSite } from '../../dev/dev-session.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { tryParseTree, findNode } from '../../edit/yaml/find-node.ts'
import type { Draft } from '../draft/draft.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import { describeFacts } from '../describe/describe-facts.ts'
import { findSchema } from '../describe/find-schema.ts'
import { listChoices } from '../describe/list-choices.ts'
import { countSetPages, findSet, listPages, locatePage } from '../describe/list-pages.ts'
import { locateProblems } from '../describe/locate-problems.ts'
import { createProblemCounter, outlineBlock } from '../describe/outline-value.ts'
import { findTexts } from '../describe/find-texts.ts'
import { listReported, planFix } from '../describe/problem-list.ts'
import { PageMarker, type RenderBlocks } from '../marks/mark-page.ts'
import { getValue } from '../operations/apply-operations.ts'
import { planCopy, planDeletion, planNewPage } from '../pages/plan-page-action.ts'
import { planPageRename } from '../../rename/rename-page.ts'
import { nameValue } from '../operations/name-value.ts'
import type {
  Choices,
  DraftChanges,
  DraftState,
  FactItem,
  FoundTexts,
  NodeAddress,
  NodeDetails,
  PageAction,
  PageItem,
  PageOutline,
  ProblemFix,
  ProblemList,
  SessionInfo,
} from '../protocol.ts'

/** A query parameter with which a page is shown in the studio: its values are marked. */
const previewParameter = '__studio'

/** Answers what the studio asks about a site, from the draft and the session that shows it. */
export class Studio {
  readonly #session: DevSession
  readonly draft: Draft
  readonly #marker = new PageMarker()
  readonly #loadRenderer: () => Promise<RenderBlocks>

  /** @param loadRenderer loads the components as they are now */
  constructor(session: DevSession, draft: Draft, loadRenderer: () => Promise<RenderBlocks>) {
    this.#session = session
    this.#loadRenderer = loadRenderer
    this.draft = draft
  }

  describeSession(): SessionInfo {
    const { recovered } = this.draft
    return {
      siteName: this.#site.input.shared.site?.name ?? '',
      draft: this.draft.state,
      ...(recovered && {
        recovered: {
          savedAt: recovered.savedAt,
          steps: recovered.steps.map(({ label }) => label),
        },
      }),
    }
  }

  get schema(): Schema {
    return this.#site.input.shared.schema
  }

  async listPages(): Promise<PageItem[]> {
    const { problems } = await this.listProblems()
    return listPages(this.#site, problems, new Set(this.draft.listTouched()))
  }

  async outlinePage(route: string): Promise<PageOutline> {
    const page = this.#site.input.shared.merged.pages.get(route)
    if (!page) throw new StudioFailure('not-found', `There is no page ${route}.`)
    const set = this.#findSet(page)
    const { file, path } = this.#locateEntry(page)
    const value = asRecord(getValue(file, await this.draft.readText(file), path))
    const { problems } = await this.listProblems()
    const count = createProblemCounter(problems)
    const blocks = (Array.isArray(value.blocks) ? value.blocks : []) as JsonValue[]
    const context = { count, listQueries: (type: string) => this.#listQueries(type) }
    const data = this.#session.findPage(route)
    // Blocks that are not shown on this day are missing in what the page prints.
    const shown = data?.blocks.length === blocks.length ? data.blocks : []
    const row = locatePage(page).setOrigin?.rows.at(-1)
    return {
      version: this.draft.version,
      route,
      previewUrl: `${getDevBasePath()}${route}?${previewParameter}`,
      page: {
        address: { file, path },
        kind: 'page',
        label: nameValue(value as JsonValue) ?? route,
        ...count({ file, path }),
        children: [],
      },
      blocks: blocks.map((block, index) =>
        outlineBlock(block, { file, path: [...path, 'blocks', index] }, context, shown[index]),
      ),
      ...(set && {
        set: {
          route: set.route,
          pages: this.#countPages(set.route),
          override: { file, path: [...set.path, 'overrides', route] },
          ...(row && { row }),
        },
      }),
    }
  }

  /** Where the values of a page are in its document. @param path of its URL */
  async markPage(path: string): Promise<PageMarks> {
    const base = getDevBasePath()
    const route = toRoute(path.startsWith(`${base}/`) ? path.slice(base.length) : path)
    const data = this.#session.findPage(route)
    const page = this.#site.input.shared.merged.pages.get(route)
    if (!page || !data) throw new StudioFailure('not-found', `There is no page ${route}.`)
    const { file, path: below } = this.#locateEntry(page)
    const address = { file, path: [...below, 'blocks'] }
    const raw = getValue(file, await this.draft.readText(file), address.path)
    const render = await this.#loadRenderer()
    const routes = this.#site.input.shared.site?.bookingRoutes ?? []
    const { moment } = this.#site.input.shared.context
    const at = { source: page.location.source, path: address.path }
    // Days in the template of a set may come from its rows.
    const shown = below[0] === 'pages' ? showParts(raw, at, moment, route) : undefined
    const blocks = shown ? (shown.value as JsonValue) : raw
    return this.#marker.mark(
      Array.isArray(blocks) ? blocks : [],
      data,
      address,
      (block) => render([block], routes)[0]!,
      shown?.toWritten,
    )
  }

  async describeNode({ file, path }: NodeAddress, route?: string): Promise<NodeDetails> {
    const text = await this.draft.readText(file)
    const tree = tryParseTree(text)
    if (!tree) throw new StudioFailure('refused', `${file} is not valid YAML. Correct it there.`)
    const root = getValue(file, text, [])
    const value = getValue(file, text, path)
    const schema = findSchema(this.schema, root, path)
    if (!schema) throw new StudioFailure('not-found', `${file} has no place for ${path.join('.')}.`)
    const page = route === undefined ? undefined : this.#site.input.shared.merged.pages.get(route)
    const set = page && this.#findSet(page)
    const isTemplate = set && path[0] === 'sets' && path[2] === 'page'
    return {
      version: this.draft.version,
      address: { file, path },
      ...(value !== undefined && { value }),
      schema: schema.pointer,
      ...explainLocked(() => value !== undefined && findNode(file, tree, path)),
      ...(isTemplate && {
        homes: [
          { kind: 'template', address: { file, path }, pages: this.#countPages(set.route) },
          {
            kind: 'override',
            address: { file, path: [...set.path, 'overrides', route!, ...path.slice(3)] },
            pages: 1,
          },
        ],
      }),
    }
  }

  /** Adds, copies, renames or deletes a page, as one step. @throws StudioFailure, UserError */
  async changePages(version: number, action: PageAction): Promise<DraftState> {
    const state = await this.#applyPageAction(version, action)
    // The studio opens the page next.
    await this.#session.whenShown()
    return state
  }

  async #applyPageAction(version: number, action: PageAction): Promise<DraftState> {
    if (action.action === 'rename') {
      const { from, to } = action
      const changes = await planPageRename(this.draft.dir, from, to)
      return this.draft.rewrite(version, `Rename ${from} to ${to}`, changes)
    }
    const { label, operations } = await this.#planPageAction(action)
    return this.draft.edit({ version, operations, label })
  }

  async #planPageAction(action: Exclude<PageAction, { action: 'rename' }>) {
    const site = this.#site
    if (action.action === 'new') return planNewPage(site, action)
    if (action.action === 'delete') return planDeletion(site, action)
    const file = site.input.shared.merged.pages.get(action.from)?.location.source.file
    const text = file === undefined ? '' : await this.draft.readText(file)
    const written = file === undefined ? undefined : getValue(file, text, ['pages', action.from])
    return planCopy(site, action, written)
  }

  /** The problems in the words of `npm run check`. */
  async listProblems(): Promise<ProblemList> {
    const { problems, isComplete } = this.#session.problems
    const reported = listReported(problems)
    const texts = new Map<string, string>()
    for (const file of new Set(reported.map((each) => each.file)))
      texts.set(file, await this.draft.readText(file).catch(() => ''))
    const located = locateProblems(reported, texts)
    return { version: this.draft.version, isComplete, problems: located }
  }

  /** Makes the correction of a problem, as one step. @throws StudioFailure */
  async fixProblem(version: number, wanted: ProblemFix): Promise<DraftState> {
    const text = await this.draft.readText(wanted.file)
    const change = planFix(this.#session.problems.problems, wanted, text)
    return this.draft.rewrite(version, `Fix in ${wanted.file}: ${wanted.message}`, [change])
  }

  /** Finds a text in all files that the site reads. */
  async findTexts(wanted: string): Promise<FoundTexts> {
    const files: { file: string; value: JsonValue }[] = []
    for (const { file } of this.#site.input.sources) {
      const text = await this.draft.readText(file)
      if (!text.toLowerCase().includes(wanted.toLowerCase()) && !text.includes('\\')) continue
      const value = tryParseTree(text) && getValue(file, text, [])
      if (value !== undefined) files.push({ file, value })
    }
    return findTexts(files, wanted)
  }

  listFacts(): FactItem[] {
    return describeFacts(this.#site)
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
    const { site } = this.#session
    if (!site) throw new StudioFailure('not-found', 'The site cannot be read: see npm run check.')
    return site
  }

  /** The entry of a page, or the template of its set. */
  #locateEntry(page: RawPage): NodeAddress {
    const set = this.#findSet(page)
    return set
      ? { file: set.source.file, path: [...set.path, 'page'] }
      : { file: page.location.source.file, path: ['pages', page.route] }
  }

  #findSet(page: RawPage) {
    return findSet(this.#site, page)
  }

  #countPages(setRoute: string): number {
    return countSetPages(this.#site, setRoute)
  }

  #listQueries(type: string): string[] {
    const hydrates = this.schema.$defs?.[`${type}-block`]?.hydrates
    return isRecord(hydrates) && typeof hydrates.query === 'string' ? [hydrates.query] : []
  }
}

function explainLocked(find: () => unknown): { locked?: string } {
  try {
    find()
    return {}
  } catch (error) {
    return { locked: (error as Error).message.replace(' Nothing was written.', '') }
  }
}
