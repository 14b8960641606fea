import type { Schema } from '../../../../schema/validate/walk-schema.ts'
import type {
  BlockChoice,
  Choices,
  DraftState,
  FactItem,
  Json,
  NodeDetails,
  PageItem,
  PageOutline,
  ProblemList,
  RecoveredChoice,
  SaveResult,
  SessionInfo,
  StudioEvent,
  StudioOperation,
} from '../../protocol.ts'
import { formatAddress } from '../../source-address.ts'
import type { ValuePath } from '../form/describe-shape.ts'
import { clampPath, followMove, getAt, insertAt, moveAt, removeAt, setAt } from '../form/values.ts'
import { getJson, listenToEvents, postJson, StudioRequestError } from './api.ts'
import { EditQueue } from './edit-queue.ts'
import type { Notice, OpenPage, Selector, StudioState } from './studio-state.ts'

/** Time for more edits, before what depends on them is fetched again. */
const refreshDelayMs = 120

/**
 * The state of the studio. Edits are shown at once and sent to the server, which keeps the draft.
 */
export class StudioStore {
  #state: StudioState
  readonly #listeners = new Set<() => void>()
  readonly #queue: EditQueue
  #refreshTimer: ReturnType<typeof setTimeout> | undefined
  #serial = 0

  constructor(state: StudioState) {
    this.#state = state
    this.#queue = new EditQueue({
      onAnswer: (draft) => this.#acceptDraft(draft),
      onRefused: (error) => {
        this.notify(error.message, 'error')
        this.#scheduleRefresh()
      },
    })
    this.#queue.setVersion(state.draft.version)
    listenToEvents((event) => this.#handleEvent(event))
  }

  /** Fetches what the studio shows at first. @throws StudioRequestError */
  static async load(): Promise<StudioStore> {
    const [session, schema, choices, facts, blocks, pages, problems] = await Promise.all([
      getJson<SessionInfo>('session'),
      getJson<Schema>('schema'),
      getJson<Choices>('choices'),
      getJson<FactItem[]>('facts'),
      getJson<BlockChoice[]>('blocks'),
      getJson<PageItem[]>('pages'),
      getJson<ProblemList>('problems'),
    ])
    const selection = { path: [], by: 'pages', serial: 0 } as const
    const loaded = { session, schema, choices, facts, blocks, pages, problems }
    return new StudioStore({
      ...loaded,
      draft: session.draft,
      selection: { ...selection, path: [] },
    })
  }

  readonly getState = (): StudioState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #update(changes: Partial<StudioState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  /** Says something, to screen readers too. */
  notify(text: string, tone: Notice['tone'] = 'info'): void {
    this.#update({ notice: { text, tone, serial: ++this.#serial } })
  }

  dismissNotice(): void {
    this.#update({ notice: undefined })
  }

  async openPage(route: string, path: ValuePath = [], by: Selector = 'pages'): Promise<void> {
    if (route === this.#state.open?.route) return this.select(path, by)
    await this.#attempt(async () => {
      await this.#queue.flush()
      const open = await fetchPage(route)
      this.#update({ open })
      this.select(clampPath(open.entry.value, path), by)
      history.replaceState(null, '', `?page=${encodeURIComponent(route)}`)
    })
  }

  select(path: ValuePath, by: Selector): void {
    this.#update({ selection: { path, by, serial: ++this.#serial } })
  }

  /** @param group edits of the same group that follow each other are undone together */
  setValue(path: ValuePath, value: unknown, group?: string): void {
    this.#edit(
      setAt(this.#entryValue, path, value),
      { kind: 'set', path, value: value as Json },
      group,
    )
  }

  insertItem(path: ValuePath, item: unknown): void {
    const list = path.slice(0, -1)
    const exists = Array.isArray(getAt(this.#entryValue, list))
    const value = item as Json
    this.#edit(
      insertAt(this.#entryValue, path, item),
      exists ? { kind: 'insert', path, value } : { kind: 'set', path: list, value: [value] },
    )
    this.select(path, 'edit')
  }

  moveItem(path: ValuePath, to: number): void {
    const { selection } = this.#state
    this.#edit(moveAt(this.#entryValue, path, to), { kind: 'move', path, to })
    this.select(followMove(selection.path, path, to), 'edit')
  }

  /** Selects what takes its place: the next entry, the one before, or what contains it. */
  removeValue(path: ValuePath): void {
    const value = removeAt(this.#entryValue, path)
    this.#edit(value, { kind: 'remove', path })
    const [list, index] = [path.slice(0, -1), path.at(-1)]
    const count = (getAt(value, list) as unknown[] | undefined)?.length ?? 0
    const isEntry = typeof index === 'number' && count > 0
    this.select(isEntry ? [...list, Math.min(index, count - 1)] : list, 'edit')
  }

  get #entryValue(): unknown {
    return this.#state.open?.entry.value
  }

  #edit(value: unknown, operation: RelativeOperation, group?: string): void {
    const { open } = this.#state
    if (!open) return
    const { file, path } = open.entry.address
    const operations = [{ ...operation, file, path: [...path, ...operation.path] }]
    this.#update({ open: { ...open, entry: { ...open.entry, value: value as Json } } })
    this.#queue.add({ operations: operations as StudioOperation[], ...(group && { group }) })
  }

  async undo(): Promise<void> {
    await this.#queue.flush()
    const { undo } = this.#state.draft
    if (undo !== undefined && (await this.#changeDraft('undo'))) this.notify(`Undone: ${undo}`)
  }

  async redo(): Promise<void> {
    await this.#queue.flush()
    const { redo } = this.#state.draft
    if (redo !== undefined && (await this.#changeDraft('redo'))) this.notify(`Redone: ${redo}`)
  }

  async revert(): Promise<void> {
    if (await this.#changeDraft('revert'))
      this.notify('All unsaved changes are taken back. Undo brings them back.')
  }

  async chooseRecovered(choice: RecoveredChoice): Promise<void> {
    const { session } = this.#state
    if (await this.#changeDraft('recovered', choice))
      this.#update({ session: { ...session, recovered: undefined } })
  }

  async resolveConflict(id: string, keep: 'mine' | 'theirs'): Promise<void> {
    await this.#changeDraft('conflicts', { id, keep })
  }

  /** @returns whether everything was written */
  async save(): Promise<boolean> {
    return this.#attempt(async () => {
      await this.#queue.flush()
      const { version } = this.#state.draft
      const { saved, draft } = await postJson<SaveResult>('save', { version })
      this.#acceptDraft(draft)
      this.notify(saved.length === 0 ? 'Nothing to save.' : `Saved ${saved.join(', ')}.`)
    })
  }

  /** Waits until the server knows all edits. */
  readonly flush = (): Promise<void> => this.#queue.flush()

  async #changeDraft(path: string, body: object = {}): Promise<boolean> {
    return this.#attempt(async () => {
      await this.#queue.flush()
      this.#acceptDraft(await postJson<DraftState>(path, body))
    })
  }

  /** Shows why a request was refused. @returns whether it was not */
  async #attempt(act: () => Promise<void>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      if (!(error instanceof StudioRequestError)) throw error
      this.notify(error.message, 'error')
      return false
    }
  }

  #acceptDraft(draft: DraftState): void {
    this.#queue.setVersion(draft.version)
    if (draft.version < this.#state.draft.version) return
    this.#update({ draft })
    this.#scheduleRefresh()
  }

  #handleEvent(event: StudioEvent): void {
    if (event.kind === 'changed') {
      if (event.byOthers)
        this.notify('A file was changed by another program. Its changes are shown here.')
      this.#acceptDraft(event.draft)
    } else this.#scheduleRefresh()
  }

  #scheduleRefresh(): void {
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = setTimeout(() => void this.#attempt(() => this.#refresh()), refreshDelayMs)
  }

  /** Fetches what depends on the draft, unless more edits are on the way. */
  async #refresh(): Promise<void> {
    if (!this.#queue.isIdle) return
    const route = this.#state.open?.route
    const [pages, problems, open] = await Promise.all([
      getJson<PageItem[]>('pages'),
      getJson<ProblemList>('problems'),
      route === undefined ? undefined : fetchPage(route).catch(ignoreMissing),
    ])
    // What was typed meanwhile is newer.
    const isCurrent = this.#queue.isIdle && open?.route === this.#state.open?.route
    this.#update({ pages, problems, ...(isCurrent && open && { open }) })
    if (isCurrent && open) this.#keepSelection(open)
  }

  #keepSelection({ entry }: OpenPage): void {
    const { path } = this.#state.selection
    const existing = clampPath(entry.value, path)
    // A property that is not set has a field all the same.
    if (existing.length < path.length - 1) this.select(existing, 'edit')
  }
}

type RelativeOperation =
  | { kind: 'set' | 'insert'; path: ValuePath; value: Json }
  | { kind: 'move'; path: ValuePath; to: number }
  | { kind: 'remove'; path: ValuePath }

async function fetchPage(route: string): Promise<OpenPage> {
  const outline = await getJson<PageOutline>('outline', { route })
  const address = formatAddress(outline.page.address)
  const entry = await getJson<NodeDetails>('node', { address, route })
  return { route, outline, entry }
}

/** The page was removed, or its file has a mistake; its problems say so. */
function ignoreMissing(error: Error): undefined {
  if (error instanceof StudioRequestError && error.code === 'not-found') return undefined
  throw error
}
