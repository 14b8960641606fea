import type { DraftConflict, DraftState } from '../../../edit/draft/draft-state.ts'
import type { StudioEvent, SessionInfo } from '../../server/studio.ts'
import { applyToValue, type JsonValue } from '../../../edit/yaml-operations.ts'
import { formatAddress, type ValuePlace, moveBelow } from '../../../edit/source-address.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import {
  findInOverride,
  findInRow,
  type OpenSet,
  planSetEdit,
  type SetEdit,
  composeSetPage,
} from '../form/set-edits.ts'
import { keepFocusOn } from '../focus/move-focus.ts'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { asRecord, getAt } from '../../../../schema/util/records.ts'
import { canMove, clampPath, followEntries, parseKey, toKey } from '../form/paths.ts'
import { askServer, Connection, tellServer, StudioRequestError, windowId } from './api.ts'
import type { ActionName, RowAnswer, RowInput } from '../../server/requests.ts'
import { EditQueue } from './edit-queue.ts'
import { fetchDependents, fetchEntry, fetchPage, findEntry, findTable } from './fetch-state.ts'
import {
  type FormEdit,
  planInsertion,
  planMove,
  planRemoval,
  planRenaming,
  planValue,
} from '../form/form-edit.ts'
import { findEmptied, getEntrySchema } from '../form/describe-shape.ts'
import {
  isPageOpen,
  type Notice,
  type OpenDialog,
  type OpenPage,
  type SelectionSource,
  type StudioState,
} from './studio-state.ts'

/** An answer with the draft as it is then, unless nothing has changed. */
type DraftAnswer = DraftState | { draft?: DraftState }

/** What an action needs besides the version of the draft, which is added unless it is there. */
type Body<Name extends ActionName> =
  RowInput<'POST', Name> extends infer Whole
    ? Whole extends unknown
      ? Omit<Whole, 'version'> & { version?: number }
      : never
    : never

/** Actions that are sent again if the draft has changed: they do not depend on other edits. */
const independentActions = new Set<ActionName>(['pages', 'redirects', 'rows'])

/** Waits for more edits before fetching what depends on them. */
const refreshDelayMs = 120
/** How often to ask for the result of checks that are still running. */
const recheckDelayMs = 1000

/** What the page in the preview must follow. */
export type PreviewEvent = Extract<StudioEvent['kind'], 'shown' | 'code'>

/**
 * The state of the studio. Edits are shown immediately and sent to the server, which keeps the
 * draft.
 */
export class StudioStore {
  #state: StudioState
  readonly #listeners = new Set<() => void>()
  #previewListener: ((event: PreviewEvent) => void) | undefined
  readonly #queue: EditQueue
  readonly #connection: Connection
  #serial = 0
  /** Counts how often a field got the focus. */
  #typing = 0
  /** The field that is typed in, and what it shows. */
  #typed: { field: string; value: JsonValue } | undefined
  /** Whether another program or person has changed what is fetched next. */
  #isChangedByOthers = false
  #refreshTimer: ReturnType<typeof setTimeout> | undefined
  #refreshes = 0
  #figureTimer: ReturnType<typeof setTimeout> | undefined
  /** The present addresses of pages that were renamed in this window. */
  readonly #renamed = new Map<string, string>()
  /** Counts what is chosen to be shown, because answers about it may come in another order. */
  #choices = 0
  /** Settles when the page that was chosen last is shown, or cannot be. */
  #opening: Promise<void> | undefined

  constructor(state: StudioState) {
    this.#state = state
    this.#queue = new EditQueue({
      onAnswer: (draft) => this.#acceptDraft(draft),
      onRefused: (error) => {
        this.notify(error.message, 'error')
        this.#scheduleRefresh()
      },
      onUnreachable: () => this.#connection.waitUntilFound(),
    })
    this.#queue.setVersion(state.draft.version)
    this.#connection = new Connection({
      onEvent: (event) => this.#handleEvent(event),
      onLost: ({ code, message }) => {
        const isHosted = this.#state.session?.person !== undefined
        // Each start has a token of its own, which only the new address has.
        this.#update({ lost: { message, isRestarted: code === 'forbidden' && !isHosted } })
      },
      onFound: (session) => this.#catchUp(session),
    })
    this.#nameDraft()
    // They take a while, and only the palette shows them.
    void this.#attempt(async () => this.#update({ blocks: await askServer('blocks', {}) }))
  }

  readonly getState = (): StudioState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Calls the preview, which follows immediately. @returns ends it */
  followPreviewEvents(listener: (event: PreviewEvent) => void): () => void {
    this.#previewListener = listener
    return () => void (this.#previewListener = undefined)
  }

  #update(changes: Partial<StudioState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  /** What was left unsaved before is not what visitors see. */
  #nameDraft(): void {
    const { length } = this.#state.draft.steps
    if (length > 0)
      this.notify(
        `This is a draft: ${formatCount(length, 'change')} not saved. See Unsaved changes.`,
      )
  }

  /** Says something, to screen readers too. */
  notify(text: string, tone: Notice['tone'] = 'info'): void {
    this.#update({ notice: { text, tone, serial: ++this.#serial } })
  }

  dismissNotice(): void {
    this.#update({ notice: undefined })
  }

  /** The address of a page that no visitor knows is kept by nobody else. */
  noteRenamed(from: string, to: string): void {
    this.#renamed.delete(to)
    this.#renamed.set(from, to)
  }

  #findRenamed(route: string): string {
    const isPage = this.#state.pageList.pages.some((page) => page.route === route)
    const next = isPage ? undefined : this.#renamed.get(route)
    return next === undefined ? route : this.#findRenamed(next)
  }

  /** After Back to an address without a page: that of the page which is shown. */
  #nameAddress(route: string | undefined): void {
    const address = route === undefined ? undefined : toPageQuery(route)
    if (address !== undefined && location.search !== address)
      history.replaceState(null, '', address)
  }

  /** Shows a page, unless something else is chosen before it is there. */
  async openPage(route: string, path: Path = [], source: SelectionSource = 'pages'): Promise<void> {
    const choice = ++this.#choices
    this.#opening = undefined
    const asked = this.#findRenamed(route)
    if (asked === this.#state.open?.route) {
      this.#nameAddress(asked)
      return this.selectInPage(path, source)
    }
    const opening = this.#attempt(async () => {
      await this.flush()
      const open = await fetchPage(asked).catch((error: unknown) => {
        const isGone = error instanceof StudioRequestError && error.code === 'not-found'
        if (isGone && choice === this.#choices) this.#nameAddress(this.#state.open?.route)
        throw error
      })
      if (choice !== this.#choices) return
      this.#update({ open })
      this.select(clampPath(open.entry.value, path), source)
      const address = toPageQuery(open.route)
      const { pages } = this.#state.pageList
      const isPage = pages.some((page) => toPageQuery(page.route) === location.search)
      // Back has led here already, or to an address from which a page has moved.
      if (location.search === address) return
      if (isPage) history.pushState(null, '', address)
      else history.replaceState(null, '', address)
    })
    this.#opening = opening
    await opening
    if (this.#opening === opening) this.#opening = undefined
  }

  /** Waits for the page that was chosen last: what is asked next is about it. */
  async whenOpened(): Promise<void> {
    while (this.#opening) await this.#opening
  }

  select(path: Path, source: SelectionSource): void {
    this.#update({ selection: { path, source, serial: ++this.#serial } })
  }

  /** Selects a part of the page, whatever the form was about. */
  selectInPage(path: Path, source: SelectionSource): void {
    const { open } = this.#state
    if (open && !isPageOpen(open)) this.#update({ open: { ...open, entry: open.page } })
    this.select(path, source)
  }

  /** Opens the form of any value, such as a fact that the page cites, and selects a part of it. */
  async selectAddress(address: ValuePlace, source: SelectionSource): Promise<void> {
    const choice = ++this.#choices
    const { open } = this.#state
    const { set } = open ?? {}
    const inSet = set && (findInOverride(set, address) ?? findInRow(set, address))
    if (inSet) return this.selectInPage(inSet, source)
    const found = open && findEntry(open.page.address, address)
    const table = findTable(address)
    if (table) return this.openDialog({ name: 'rows', table, cell: address.path })
    if (!found) return this.notify(`This is written in ${address.file}.`)
    if (found.isPage) return this.selectInPage(found.path, source)
    await this.#attempt(async () => {
      await this.flush()
      const entry = await fetchEntry(found.entry)
      const latest = this.#state.open
      if (choice !== this.#choices || !latest) return
      this.#update({ open: { ...latest, entry } })
      this.select(clampPath(entry.value, found.path), source)
    })
  }

  setValue(path: Path, value: unknown): void {
    this.setValues([{ path, value }])
  }

  /** Sets values as one step. */
  setValues(values: { path: Path; value: unknown }[]): void {
    this.#edit(this.#planValues(values))
  }

  /** Sets a value while it is typed: until the focus moves, it is one step. */
  typeValue(path: Path, value: unknown): void {
    this.#edit(this.#planValues([{ path, value }]), true)
  }

  readonly beginTyping = (): void => {
    this.#typing++
    // The field that was left shows what the file has.
    if (this.#state.draft.conflicts.length > 0) this.#scheduleRefresh()
  }

  /** A figure that was typed is complete, and shown. */
  readonly endTyping = (): void => {
    clearTimeout(this.#figureTimer)
    if (this.#state.isFigureTyped) this.#update({ isFigureTyped: false })
  }

  #holdFigure(value: JsonValue): void {
    clearTimeout(this.#figureTimer)
    const isFigureTyped = typeof value === 'object' || !/\p{L}/u.test(String(value))
    this.#update({ isFigureTyped })
    if (isFigureTyped) this.#figureTimer = setTimeout(this.endTyping, figurePauseMs)
  }

  #planValues(values: { path: Path; value: unknown }[]): FieldEdit[] {
    const { open } = this.#state
    // What leaves a field without a change is no step.
    const changed = values.filter(
      ({ path, value }) => value === undefined || value !== getAt(open?.entry.value, path),
    )
    const marks = changed.flatMap(({ path }) => this.#findMark(path))
    return [...changed, ...marks].map(({ path, value }) => ({
      at: path,
      plan: (root) =>
        planValue(root, value === undefined ? this.#findEmptied(root, path) : path, value),
    }))
  }

  /** The mark that a setting or a fact is only an example goes once its value is replaced. */
  #findMark(path: Path): { path: Path; value: undefined }[] {
    const { entry } = this.#state.open ?? {}
    const isShared = ['site', 'facts'].includes(String(entry?.address.path[0]))
    const group = path.slice(0, -1)
    const mark = [...group, 'placeholder']
    const isValue = !['placeholder', 'label', 'source', 'note'].includes(String(path.at(-1)))
    if (!isShared || !isValue || getAt(entry?.value, mark) !== true) return []
    this.notify('It is no longer marked as a placeholder. Undo brings the mark back.')
    return [{ path: mark, value: undefined }]
  }

  insertItem(path: Path, item: unknown): void {
    this.#edit([{ at: path.slice(0, -1), plan: (root) => planInsertion(root, path, item) }])
  }

  /** Writes texts into an entry of a list, and into new ones below it, as one step. */
  fillEntries(path: Path, [first, ...others]: Record<string, string>[]): void {
    const list = path.slice(0, -1)
    const texts = Object.entries(first!).map(([name, value]) => ({ path: [...path, name], value }))
    const added = others.map((entry, index): FieldEdit => {
      const at = [...list, Number(path.at(-1)) + 1 + index]
      return { at: list, plan: (root) => ({ ...planInsertion(root, at, entry), selected: path }) }
    })
    this.#edit([...this.#planValues(texts), ...added])
  }

  /**
   * Moves an entry of a list, and says where it is then.
   * @param to the new index, counted without the entry
   * @returns its new path; undefined if there is no such index, or it is there already
   */
  moveEntry(path: Path, to: number, label = 'It'): Path | undefined {
    const list = path.slice(0, -1)
    const { selection, open } = this.#state
    const entries = getAt(open?.entry.value, list)
    const count = Array.isArray(entries) ? entries.length : 0
    if (!canMove(path) || to < 0 || to >= count || to === path.at(-1)) return undefined
    this.#edit([{ at: list, plan: () => planMove(path, to, selection.path) }])
    const { type } = asRecord(getAt(this.#state.open?.entry.value, [...list, to + 1]))
    const isAbove = type === 'breadcrumbs' ? ', above the breadcrumbs' : ''
    this.notify(`${label} is now ${to + 1} of ${count}${isAbove}. Undo puts it back.`)
    return [...list, to]
  }

  removeValue(path: Path): void {
    const at = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path
    this.#edit([{ at, plan: (root) => planRemoval(root, this.#findEmptied(root, path)) }])
  }

  #findEmptied(root: unknown, path: Path): Path {
    const { schema, open } = this.#state
    return findEmptied(schema, getEntrySchema(schema, open!.entry.address), root, path)
  }

  renameProperty(path: Path, name: string): void {
    this.#edit([{ at: path, plan: () => planRenaming(path, name) }])
  }

  /** Learns which pictures and links there are now. */
  readonly fetchChoices = (): Promise<void> =>
    this.#attempt(async () => {
      await this.flush()
      this.#update({ choices: await askServer('choices', {}) })
    })

  /** Opens a dialog above those that are open. Each that has a name of its own is open once. */
  openDialog(dialog: OpenDialog): void {
    if (this.#opening) return void this.whenOpened().then(() => this.openDialog(dialog))
    const { name } = dialog
    const others = this.#state.dialogs.filter((each) => name === 'form' || each.name !== name)
    this.#update({ dialogs: [...others, dialog] })
  }

  closeDialog(closed: OpenDialog): void {
    this.#update({ dialogs: this.#state.dialogs.filter((each) => each !== closed) })
  }

  /** Closes all dialogs, so that what is below them can be seen. */
  closeDialogs(): void {
    this.#update({ dialogs: [] })
  }

  /** Shows the site as it will be on a day. @param day without it, as it is now */
  readonly showDay = (day?: string): Promise<void> =>
    this.#attempt(async () =>
      this.#update({ session: await tellServer('day', { ...(day && { day }) }) }),
    )

  /** Shows edits and sends them, as one step. */
  #edit(edits: FieldEdit[], isTyped = false): void {
    const { open } = this.#state
    if (!open || edits.length === 0) return
    let step: PlannedStep = { open, operations: [] }
    for (const edit of edits) step = addToStep(step, edit)
    const { at } = edits[0]!
    const { file, path } = open.entry.address
    const key = `${open.route} ${file} ${toKey([...path, ...at])}`
    const field = `${this.#typing} ${key}`
    // Another program may have changed it, but the field that is typed in keeps its text.
    const last = this.#typed?.field === field ? this.#typed : undefined
    const shown = last ? last.value : toJson(getAt(open.entry.value, at))
    this.#typed = isTyped ? { field, value: toJson(getAt(step.open.entry.value, at)) } : undefined
    this.#makeStep(step, isTyped && { key, shown })
  }

  /** Makes an edit of a page of a set. @param isTyped whether it is the next letter of a cell */
  editSet({ set, ...edit }: SetEdit, isTyped = false): void {
    const { open } = this.#state
    if (!open) return
    const [cell] = edit.operations
    const key = cell && `${cell.file} ${toKey(cell.path)}`
    this.#makeStep({ ...edit, open: showSet(open, set) }, isTyped && key !== undefined && { key })
  }

  /** @param typed the field that is typed in, and what it showed before */
  #makeStep(
    { open, operations, label, selected }: PlannedStep,
    typed: { key: string; shown?: JsonValue } | false,
  ): void {
    this.#update({ open })
    const [only] = operations
    if (typed && only?.kind === 'set') this.#holdFigure(only.value)
    if (operations.length > 0)
      this.#queue.add({
        operations,
        window: windowId,
        ...(label && { label }),
        ...(typed && {
          group: `${windowId} ${this.#typing} ${typed.key}`,
          ...(operations.length === 1 && typed.shown !== undefined && { shown: typed.shown }),
        }),
      })
    else this.#scheduleRefresh()
    if (selected) this.select(selected, 'edit')
  }

  /** Waits until the server knows all edits. */
  readonly flush = (): Promise<void> => this.#queue.run(async () => {})

  /**
   * Requests a change of the draft, once the server has answered what was sent before.
   * @param body or what makes it from the draft as it is then; without a body, nothing is sent
   * @throws StudioRequestError if it is refused
   */
  request<Name extends ActionName>(
    name: Name,
    body: Body<Name> | ((draft: DraftState) => Body<Name> | undefined),
  ): Promise<RowAnswer<'POST', Name> | undefined> {
    return this.#queue.run(async () => {
      const { draft } = this.#state
      const own = typeof body === 'function' ? body(draft) : body
      if (!own) return undefined
      const send = (version = draft.version) =>
        tellServer(name, { version, ...own } as unknown as RowInput<'POST', Name>)
      const answer = await send().catch((error: StudioRequestError) => {
        if (error.code === 'stale' && independentActions.has(name)) return send(error.version)
        if (error.code === 'unreachable') void this.#connection.waitUntilFound()
        throw error
      })
      const { draft: next = answer } = answer as DraftAnswer & { draft?: DraftState }
      if ('version' in next) this.#acceptDraft(next as DraftState)
      return answer
    })
  }

  /**
   * Makes a request, and tells the author what was done, or why it was refused.
   * @returns the answer; undefined if it was refused
   */
  async act<Name extends ActionName>(
    name: Name,
    body: Parameters<typeof this.request<Name>>[1],
    done?: string,
  ): Promise<RowAnswer<'POST', Name> | undefined> {
    let answer: RowAnswer<'POST', Name> | undefined
    await this.#attempt(async () => void (answer = await this.request(name, body)))
    if (answer !== undefined && done !== undefined) this.notify(done)
    return answer
  }

  /** Shows why a request was refused. */
  async #attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof StudioRequestError)) throw error
      if (error.code === 'unreachable') void this.#connection.waitUntilFound()
      else this.notify(error.message, 'error')
    }
  }

  /** Asks a server that does not answer again, now. */
  readonly reconnect = (): void => void this.#connection.retry()

  /** Shows what has happened while the server could not be reached. */
  async #catchUp(session: SessionInfo): Promise<void> {
    // A studio that was started again has set aside what this window still shows.
    const { recovered } = session.draft
    const draft = recovered ? await tellServer('recovered', { action: 'restore' }) : session.draft
    this.#update({ session, lost: undefined })
    this.#isChangedByOthers = true
    this.#acceptDraft(draft)
    this.#nameDraft()
    this.#previewListener?.('shown')
  }

  #acceptDraft(draft: DraftState): void {
    this.#queue.setVersion(draft.version)
    if (draft.version < this.#state.draft.version) return
    const [before = [], now = []] = [this.#state.draft.conflicts, draft.conflicts]
    const describeNew = (conflicts: DraftConflict[], known: DraftConflict[]) =>
      conflicts.filter((each) => !known.some(({ id }) => id === each.id)).map(describeConflict)
    const [conflict] = describeNew(now, before)
    const settled = describeNew(before, now)
    this.#update({ draft })
    if (conflict) this.notify(conflict, 'error')
    else if (settled.includes(this.#state.notice?.text ?? '')) this.dismissNotice()
    this.#scheduleRefresh()
  }

  #handleEvent(event: StudioEvent): void {
    if (event.kind === 'changed') {
      const { byOthers } = event
      if (byOthers !== undefined) this.#isChangedByOthers = true
      // A conflict has a notice of its own.
      if (byOthers && event.draft.conflicts.length === 0)
        this.notify(
          this.#state.session.person
            ? `Somebody else has saved, and it is shown here: ${byOthers}.`
            : `The files were changed by another program, and it is shown here: ${byOthers}.`,
        )
      this.#acceptDraft(event.draft)
    } else if (event.kind === 'checked') this.#scheduleRefresh()
    else this.#previewListener?.(event.kind)
  }

  /** Fetches what depends on the draft, once the server knows all edits. @throws StudioRequestError */
  async refresh(): Promise<void> {
    const isIdle = () => this.#queue.isIdle && this.#state.isFigureTyped !== true
    if (!isIdle()) return this.#scheduleRefresh()
    const turn = ++this.#refreshes
    const before = this.#state.open
    const { open, ...fetched } = await fetchDependents(this.#state)
    // Responses may arrive out of order.
    if (turn !== this.#refreshes) return
    // The server announces when its checks are done. Polls too, in case that message is lost.
    if (!fetched.problems.isComplete) this.#scheduleRefresh(recheckDelayMs)
    // What was typed or opened meanwhile is newer.
    const isCurrent = isIdle() && this.#state.open === before
    this.#showFetched({ ...fetched, ...(isCurrent && open && { open }) })
    if (isCurrent && before && !open) await this.#leaveRemoved(before)
  }

  /** Opens another page once the open one is gone, such as by undo, and not only unreadable. */
  async #leaveRemoved(before: OpenPage): Promise<void> {
    const { problems, pageList } = this.#state
    const { route, page } = before
    const { file } = page.address
    const isUnreadable = problems.problems.some(
      (each) => each.file === file && each.severity === 'error',
    )
    if (isUnreadable) return this.#update({ open: lockUnreadable(before) })
    const isPage = (address: string) => pageList.pages.some((each) => each.route === address)
    // Who moves or deletes a page is led away from it.
    const isLeft = this.#opening !== undefined
    if (!problems.isComplete || isLeft || isPage(route)) return
    // It has another address, or its new address was taken back.
    const [earlier] = [...this.#renamed].find(([, to]) => to === route) ?? []
    const found = [this.#findRenamed(route), earlier].find((each) => each && isPage(each))
    await this.openPage(found ?? '/')
  }

  #scheduleRefresh(delayMs = refreshDelayMs): void {
    clearTimeout(this.#refreshTimer)
    const refresh = () => void this.#attempt(() => this.refresh())
    this.#refreshTimer = setTimeout(refresh, delayMs)
  }

  /** A field that is typed in keeps its text if another program has changed the same. */
  #keepTyped(open: OpenPage): OpenPage {
    const { value, address } = open.entry
    const field = globalThis.document?.activeElement?.closest<HTMLElement>('[data-field]')
    const path = field && parseKey(field.dataset.field!)
    const at = path && formatAddress(moveBelow(address, { path }))
    const typed = this.#state.draft.conflicts.find((each) => formatAddress(each.address) === at)
    if (!path || open.set || typed?.mine === undefined || typed.isGone) return open
    // The other window has typed it, and this one what the draft has.
    if (typed.windows && typed.windows.mine !== windowId) return open
    const operation = { kind: 'set' as const, path, value: typed.mine }
    const entry = { ...open.entry, value: applyToValue(value, [operation]) }
    return { ...open, entry, ...(isPageOpen(open) && { page: entry }) }
  }

  /** The selection and the focus stay on what has moved meanwhile. */
  #showFetched(changes: Partial<StudioState>): void {
    const { open: before, selection } = this.#state
    const open = changes.open && this.#keepTyped(changes.open)
    const isByOthers = this.#isChangedByOthers
    const { activeElement = null } = globalThis.document ?? {}
    this.#update({ ...changes, ...(open && { open }) })
    if (!before || !open) return
    this.#isChangedByOthers = false
    const isSameEntry = formatAddress(before.entry.address) === formatAddress(open.entry.address)
    const follow = (path: Path) =>
      isSameEntry ? followEntries(before.entry.value, open.entry.value, path, isByOthers) : path
    const path = follow(selection.path)
    const existing = clampPath(open.entry.value, path)
    if (toKey(path) !== toKey(selection.path)) this.select(path, 'edit')
    // A property that is not set has a field all the same.
    else if (existing.length < path.length - 1) this.select(existing, 'edit')
    keepFocusOn(activeElement, follow)
  }
}

/** What is typed into a file that cannot be read would be lost once it is corrected. */
function lockUnreadable(open: OpenPage): OpenPage {
  const { file } = open.page.address
  if (open.entry.address.file !== file) return open
  const locked = `${file} has a mistake, so nothing can be changed here until it is corrected. It is in Problems.`
  const entry = { ...open.entry, locked }
  const outline = { ...open.outline, isOutdated: true as const }
  return { ...open, outline, entry, ...(isPageOpen(open) && { page: entry }) }
}

/** The address of a page in the studio. */
export const toPageQuery = (route: string): string => `?page=${encodeURIComponent(route)}`

const describeConflict = ({ label, reason }: DraftConflict): string =>
  `${label}: ${reason} Both versions are in Unsaved changes.`

/** A figure is complete if nothing is typed for so long. */
const figurePauseMs = 1000

const toJson = (value: unknown) => (value ?? null) as JsonValue

/** @property at what the author edits: of entries that come, go or move, their list */
type FieldEdit = { at: Path; plan: (root: unknown) => FormEdit }

/** A step as it is sent, and the page as it is shown before the server has answered. */
type PlannedStep = Omit<SetEdit, 'set'> & { open: OpenPage }

function addToStep({ open, operations }: PlannedStep, { at, plan }: FieldEdit): PlannedStep {
  if (open.set && isPageOpen(open)) {
    const { set, ...edit } = planSetEdit(open.set, at, plan)
    return { ...edit, open: showSet(open, set), operations: [...operations, ...edit.operations] }
  }
  const { operation, selected } = plan(open.entry.value)
  const entry = { ...open.entry, value: applyToValue(open.entry.value, [operation]) }
  return {
    open: { ...open, entry, ...(isPageOpen(open) && { page: entry }) },
    operations: [...operations, moveBelow(open.entry.address, operation)],
    ...(selected && { selected }),
  }
}

function showSet(open: OpenPage, set: OpenSet): OpenPage {
  const page = { ...open.page, value: composeSetPage(set) }
  return { ...open, set, page, entry: isPageOpen(open) ? page : open.entry }
}
