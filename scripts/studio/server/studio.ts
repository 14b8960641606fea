import { createTwoFilesPatch } from 'diff'
import { getDevBasePath } from '../../../renderer/dev/dev-state.ts'
import { hideSecondaryProblems, sortProblems } from '../../../schema/problems/arrange-problems.ts'
import { collapseRowProblems } from '../../../schema/sets/collapse-row-problems.ts'
import { listSets } from '../../../schema/sets/list-sets.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import { asRecord, isRecord } from '../../../schema/util/records.ts'
import type { Schema } from '../../../schema/validate/walk-schema.ts'
import type { DevSession, ReadSite } from '../../dev/dev-session.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { tryParseTree, findNode } from '../../edit/yaml/find-node.ts'
import type { Draft } from '../draft/draft.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import { describeFacts } from '../describe/describe-facts.ts'
import { findSchema } from '../describe/find-schema.ts'
import { listChoices } from '../describe/list-choices.ts'
import { locateProblems } from '../describe/locate-problems.ts'
import { createProblemCounter, outlineBlock } from '../describe/outline-value.ts'
import { getValue } from '../operations/apply-operations.ts'
import { nameValue } from '../operations/name-value.ts'
import type {
  Choices,
  DraftChanges,
  FactItem,
  NodeAddress,
  NodeDetails,
  PageItem,
  PageOutline,
  ProblemList,
  SessionInfo,
} from '../protocol.ts'

/** A query parameter with which a page is shown in the studio: its values are marked. */
const previewParameter = '__studio'

/** Answers what the studio asks about a site, from the draft and the session that shows it. */
export class Studio {
  readonly #session: DevSession
  readonly draft: Draft

  constructor(session: DevSession, draft: Draft) {
    this.#session = session
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
    const { input, pages } = this.#site
    const { merged } = input.shared
    const summaries = new Map(pages.map((page) => [page.route, page]))
    const { problems } = await this.listProblems()
    const changed = new Set(this.draft.listTouched())
    const count = (route: string, severity: 'error' | 'warning') =>
      problems.filter((each) => each.route === route && each.severity === severity).length
    const items = [...merged.pages.values()].map((page): PageItem => {
      const { route, raw, location } = page
      const summary = summaries.get(route)
      const place = location.source.locate(location.path, 'key')
      const set = place.setOrigin && this.#findSet(page)
      return {
        route,
        title: summary?.data.head.title ?? String(raw.title ?? route),
        kind: String(raw.kind ?? ''),
        status: raw.kind === 'ppc' ? 'ppc' : raw.noindex === true ? 'noindex' : 'listed',
        placeholder: raw.placeholder === true,
        file: place.setOrigin?.template.file ?? location.source.file,
        line: place.line,
        ...(set && { set: set.route }),
        errors: count(route, 'error'),
        warnings: count(route, 'warning'),
        changed: changed.has(route) || (set !== undefined && changed.has(set.route)),
      }
    })
    const planned = [...merged.planned].map(
      ([route, { label, location }]): PageItem => ({
        route,
        title: label,
        kind: 'planned',
        status: 'planned',
        placeholder: false,
        file: location.source.file,
        line: location.source.locate(location.path).line,
        errors: 0,
        warnings: 0,
        changed: false,
      }),
    )
    return [...items, ...planned]
  }

  async outlinePage(route: string): Promise<PageOutline> {
    const page = this.#site.input.shared.merged.pages.get(route)
    if (!page) throw new StudioFailure('not-found', `There is no page ${route}.`)
    const set = this.#findSet(page)
    const file = set?.source.file ?? page.location.source.file
    const path = set ? [...set.path, 'page'] : ['pages', route]
    const value = asRecord(getValue(file, await this.draft.readText(file), path))
    const { problems } = await this.listProblems()
    const count = createProblemCounter(problems)
    const blocks = (Array.isArray(value.blocks) ? value.blocks : []) as JsonValue[]
    const context = { count, listQueries: (type: string) => this.#listQueries(type) }
    const row = page.location.source.locate(page.location.path).setOrigin?.rows.at(-1)
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
        outlineBlock(block, { file, path: [...path, 'blocks', index] }, context),
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

  /** The problems in the words of `npm run check`. */
  async listProblems(): Promise<ProblemList> {
    const { problems, isComplete } = this.#session.problems
    const reported = sortProblems(hideSecondaryProblems(collapseRowProblems(problems))).filter(
      ({ code }) => code !== 'PLACEHOLDER',
    )
    const texts = new Map<string, string>()
    for (const file of new Set(reported.map((each) => each.file)))
      texts.set(file, await this.draft.readText(file).catch(() => ''))
    const located = locateProblems(reported, texts)
    return { version: this.draft.version, isComplete, problems: located }
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

  /** The set that makes a page. */
  #findSet({ route, location }: RawPage) {
    const origin = location.source.locate(location.path, 'key').setOrigin
    if (!origin) return undefined
    const { sources } = this.#site.input
    return listSets(sources).find(
      (set) => set.source.file === origin.template.file && toPattern(set.route).test(route),
    )
  }

  #countPages(setRoute: string): number {
    const pattern = toPattern(setRoute)
    return [...this.#site.input.shared.merged.pages.keys()].filter((route) => pattern.test(route))
      .length
  }

  #listQueries(type: string): string[] {
    const hydrates = this.schema.$defs?.[`${type}-block`]?.hydrates
    return isRecord(hydrates) && typeof hydrates.query === 'string' ? [hydrates.query] : []
  }
}

/** `/locations/{town}` */
const toPattern = (route: string) =>
  new RegExp(`^${route.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]*\}/g, '[^/]+')}$`)

function explainLocked(find: () => unknown): { locked?: string } {
  try {
    find()
    return {}
  } catch (error) {
    return { locked: (error as Error).message.replace(' Nothing was written.', '') }
  }
}
