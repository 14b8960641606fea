import { reviewsFileName } from '../../../schema/reviews/read-reviews.ts'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import {
  ChangedMeanwhile,
  readSiteText,
  writeFileChanges,
  type FileChange,
  readSiteFile,
} from '../text-edits.ts'
import { formatAddress, type ValuePlace } from '../source-address.ts'
import type { JsonValue, FileEdit } from '../yaml-operations.ts'
import { UserError } from '../../shared/user-error.ts'
import { getValue, tryGetValue } from '../apply-operations.ts'
import { getAt } from '../../../schema/util/records.ts'
import type { EditRequest } from '../inputs.ts'
import type { DraftConflict, DraftState, PublishedClash, WindowEdit } from './draft-state.ts'
import { DraftStore, packStep, type StoredDraft, unpackSteps } from './draft-store.ts'
import {
  addConflict,
  History,
  createStep,
  makeChanges,
  planChanges,
  replaySteps,
  type Step,
  type Texts,
} from './history.ts'
import { RequestFailure } from '../request-failure.ts'
import { assertOwnComments } from '../owners-changes.ts'
import { type Author, SaveLog } from './save-log.ts'
import { readWhenSaved } from '../../shared/read-when-saved.ts'

type DraftOptions = {
  /** The site's folder. */
  dir: string
  /** Who edits: `studio` by default. */
  editor?: string
  /** Whether the site reads a file. */
  isSource: (file: string) => boolean
  /** Called with the texts that replace files on disk, by real path. */
  onChange: (unsaved: Map<string, Buffer>, changedPaths: string[]) => void
  /** Greater than any version of an earlier session that a window may still show; 1 by default. */
  firstVersion?: number
  /** Who edits, where people sign in. */
  person?: Author
  /** Checks each step before it is made. @throws RequestFailure if it may not be */
  assertAllowed?: (changes: FileChange[]) => void
  /** What other people edit, each in a draft of their own. */
  listOthers?: () => WindowEdit[]
}

/** @returns the change in the file as it is now; nothing if others have changed the same lines */
async function mergeDerived(dir: string, change: FileChange): Promise<FileChange[]> {
  const { file } = change
  const outcome = makeChanges(new Map([[file, await readSiteText(dir, file)]]), [change])
  return 'made' in outcome ? outcome.made : []
}

/** More than a window is behind. */
const maxOutsideChanges = 20

/** Edits of a site's files that are not saved. A step applies to several files, or to none. */
export class Draft {
  readonly #options: DraftOptions
  /** The files that have been read. */
  readonly #files = new Map<string, SiteFile>()
  readonly #store: DraftStore
  readonly #history = new History()
  #conflicts: DraftConflict[] = []
  /** What other programs have changed lately: a window may not show it yet. */
  #outsideChanges: FileChange[] = []
  /** What another program has changed last. */
  latestOutside: FileChange[] = []
  readonly #editors = new Map<string, WindowEdit>()
  /** The last edit of each window: it comes again if its answer was lost on the way. */
  readonly #lastIds = new Map<string | undefined, string>()
  /**
   * Runs one action after the other, so that a file that is being saved is not taken for a change of
   * another program, and an edit during a save is not marked as saved.
   */
  readonly #turns = pLimit(1)
  #version: number
  #recovered: StoredDraft | undefined
  readonly saveLog: SaveLog

  constructor(options: DraftOptions) {
    this.#options = options
    this.#version = options.firstVersion ?? 1
    this.#store = new DraftStore(options.dir, options.editor)
    this.#recovered = this.#store.takeOffered()
    this.saveLog = new SaveLog(this.#store, options.person)
  }

  /** The site's folder. */
  get dir(): string {
    return this.#options.dir
  }

  get version(): number {
    return this.#version
  }

  get state(): DraftState {
    const { steps = [], conflicts = [], savedAt } = this.#recovered ?? {}
    const left = [...steps, ...conflicts].map(({ label }) => label)
    return {
      version: this.#version,
      ...this.#history.describe(),
      files: this.listChanges().map(({ file }) => file),
      conflicts: this.#conflicts,
      editors: [...this.editors, ...(this.#options.listOthers?.() ?? [])],
      ...(savedAt !== undefined && { recovered: { steps: left, savedAt } }),
    }
  }

  /** What the windows of this draft have edited last. */
  get editors(): WindowEdit[] {
    return [...this.#editors.values()]
  }

  /** The files whose text differs from the one on disk. */
  listChanges(): FileChange[] {
    return [...this.#bases].flatMap(([file, before]) => {
      const after = this.#history.texts.get(file) ?? before
      return after === before ? [] : [{ file, before, after }]
    })
  }

  /** The routes of pages and sets, and the names of sections, that unsaved steps are about. */
  listTouched(): string[] {
    return this.#history.unsaved.flatMap(({ addresses }) =>
      addresses.map(({ path }) => String(path[1] ?? path[0] ?? '')),
    )
  }

  /** The real paths of the files that were read. */
  get paths(): string[] {
    return [...this.#files.values()].map(({ path }) => path)
  }

  /** Whether the site reads a file. */
  isSource(file: string): boolean {
    return this.#options.isSource(file)
  }

  /** The text of a file with the edits. @throws UserError if the site does not read it */
  async readText(file: string): Promise<string> {
    const { base } = await this.#open(file)
    return this.#history.texts.get(file) ?? base
  }

  /** The value at an address with the edits, as written. @throws UserError */
  async readValue({ file, path }: ValuePlace): Promise<JsonValue | undefined> {
    return getValue(file, await this.readText(file), path)
  }

  /**
   * Lists what the files would have, and have on disk, after an edit that is not made.
   * @throws UserError
   */
  async tryEdit(operations: FileEdit[]): Promise<FileChange[]> {
    const before = new Map(this.listChanges().map(({ file, before }) => [file, before]))
    const texts: Texts = new Map(this.listChanges().map(({ file, after }) => [file, after]))
    for (const file of listEditedFiles(operations)) {
      const text = await this.readText(file)
      if (!texts.has(file)) before.set(file, text)
      texts.set(file, text)
    }
    for (const { file, after } of planChanges(texts, operations)) texts.set(file, after)
    return [...texts].map(([file, after]) => ({ file, before: before.get(file)!, after }))
  }

  /** @throws UserError, RequestFailure */
  edit(request: EditRequest): Promise<DraftState> {
    const { version, operations, group, label, window, id } = request
    return this.#turns(async () => {
      if (id !== undefined && id === this.#lastIds.get(window)) return this.state
      this.#assertVersion(version)
      const [first] = operations
      if (!first) return this.state
      const origin = { group, window }
      const name = label ?? (await this.#describe(operations, origin))
      const conflict = await this.#findConflict(request, name)
      if (conflict) this.#conflicts = addConflict(this.#conflicts, conflict)
      else {
        await this.#edit(operations, name, origin)
        this.#conflicts = this.#conflicts.map((each) => noteTheirs(each, operations))
      }
      if (id !== undefined) this.#lastIds.set(window, id)
      if (window !== undefined) {
        const { file, path } = first
        this.#editors.set(window, { window, label: name, address: { file, path } })
      }
      return this.#publish(listEditedFiles(operations))
    })
  }

  /**
   * Finds out whether another window has changed a text that this one does not show yet, or what is
   * typed goes on after another program has.
   */
  async #findConflict(
    { operations, window, shown }: EditRequest,
    label: string,
  ): Promise<DraftConflict | undefined> {
    const [operation] = operations
    if (window === undefined || shown === undefined || operation?.kind !== 'set') return undefined
    const { file, path, value: mine } = operation
    const theirs = await this.readValue({ file, path })
    const known = this.#conflicts.find(
      ({ address, windows }) => !windows && isDeepStrictEqual(address, { file, path }),
    )
    if (known && !isDeepStrictEqual(shown, theirs)) return { ...known, mine }
    const isKnown = [undefined, shown, mine].some((each) => isDeepStrictEqual(each, theirs))
    if (isKnown) return undefined
    const id = `${window} ${file} ${JSON.stringify(path)}`
    const conflict = { id, label, address: { file, path }, mine, theirs: theirs! }
    const isReplaced = (change: FileChange) => {
      const values = [change.before, change.after].map((text) => tryGetValue(file, text))
      const [then, now] = values.map((value) => getAt(value, path))
      return isDeepStrictEqual(then, shown) && !isDeepStrictEqual(now, shown)
    }
    if (this.#outsideChanges.some((change) => change.file === file && isReplaced(change)))
      return { ...conflict, reason: 'It was changed in the file, too.' }
    const editor = this.#history.findEditor(operation)
    if (editor === undefined || editor === window) return undefined
    const reason = 'It was changed in another window, too.'
    return { ...conflict, reason, windows: { mine: window, theirs: editor } }
  }

  /** A window was closed. */
  forgetWindow(window: string): void {
    this.#editors.delete(window)
  }

  /** Makes a step of changed texts, each of a file as it is in the draft. */
  rewrite(version: number, label: string, changes: FileChange[]): Promise<DraftState> {
    return this.#turns(async () => {
      this.#assertVersion(version)
      for (const { file } of changes) this.#history.addText(file, await this.readText(file))
      const outcome = makeChanges(new Map(this.#history.texts), changes)
      if (!('made' in outcome))
        throw new UserError(`The same lines of ${outcome.file} have changed.`)
      this.#addStep(createStep(label, outcome.made))
      return this.#publish(changes.map(({ file }) => file))
    })
  }

  /** @param label of the step that the author means @throws RequestFailure if another one is next */
  undo(label?: string): Promise<DraftState> {
    return this.#turns(async () => {
      this.#assertNext('Undo', label, this.state.undo)
      return this.#publish(this.#history.undo())
    })
  }

  /** @param label of the step that the author means @throws RequestFailure if another one is next */
  redo(label?: string): Promise<DraftState> {
    return this.#turns(async () => {
      this.#assertNext('Redo', label, this.state.redo)
      return this.#publish(this.#history.redo())
    })
  }

  /** Undoes all unsaved edits. They can be redone one by one. */
  revert(): Promise<DraftState> {
    return this.#turns(async () => {
      this.#history.revert()
      this.#conflicts = []
      return this.#publish([...this.#files.keys()])
    })
  }

  /**
   * Writes all changed files, or none.
   * @param derived a file that follows from them, which is no step
   * @throws RequestFailure if `version` is outdated, or a file has changed on disk or cannot be read
   */
  save(version: number, derived?: FileChange): Promise<string[]> {
    return this.#turns(async () => {
      this.#assertVersion(version)
      const { changes, written } = await this.#write(derived)
      const { steps } = this.state
      for (const { file, before, after } of written) {
        const own = steps.filter((step) => step.files.includes(file))
        const labels = own.map(({ label }) => label)
        this.saveLog.add(file, before, after, labels)
      }
      for (const { file, after: base } of changes)
        this.#files.set(file, { ...this.#files.get(file)!, base })
      this.#history.markSaved()
      this.#editors.clear()
      const files = changes.map(({ file }) => file)
      this.#publish(files)
      return files
    })
  }

  /** Notes that a picture in public/ comes from the studio. @param name its address on the site */
  logPicture(name: string, bytes: Buffer): void {
    this.saveLog.add(`public${name}`, '', bytes.toString('base64'), [`Upload ${name}`])
  }

  /**
   * Writes the changes. What another person has saved since is taken in first, unless both have
   * changed the same value.
   * @returns all that was written
   */
  async #write(derived?: FileChange): Promise<{ changes: FileChange[]; written: FileChange[] }> {
    const { dir } = this.#options
    for (;;) {
      const changes = this.listChanges()
      const isOwn = changes.some(({ file }) => file === derived?.file)
      const more = derived && !isOwn && changes.length > 0 ? await mergeDerived(dir, derived) : []
      const written = [...changes, ...more]
      try {
        await writeFileChanges(dir, written)
        return { changes, written }
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        const known = this.#conflicts.length
        const isTaken =
          error instanceof ChangedMeanwhile &&
          ((await this.#takeOutsideChanges(this.paths)) || more.length > 0) &&
          this.#conflicts.length === known
        if (!isTaken) throw new RequestFailure('conflict', error.message)
      }
    }
  }

  /**
   * Takes in files that another program has changed, and applies the unsaved steps to them again.
   * @param paths real paths, of any files
   * @returns whether one of them is a file of this draft with another text
   */
  takeOutsideChanges(paths: Iterable<string>): Promise<boolean> {
    return this.#turns(() => this.#takeOutsideChanges(paths))
  }

  async #takeOutsideChanges(paths: Iterable<string>): Promise<boolean> {
    const before = this.#bases
    const changed: string[] = []
    for (const path of paths) {
      const [file] = [...this.#files].find(([, known]) => known.path === path) ?? []
      if (file === undefined) continue
      // What was deleted may come back, and the site may not read it for a moment, as while Git changes
      // branches.
      const reread = readWhenSaved([path], () => this.#readFile(file))
      const found = await reread.catch(() => undefined)
      if (found) this.#files.set(file, found)
      if (found && found.base !== before.get(file)) changed.push(file)
    }
    if (changed.length === 0) return false
    const getText = (file: string, bases: Texts) =>
      this.#history.texts.get(file) ?? bases.get(file) ?? ''
    const earlier = changed.map((file) => ({ file, before: getText(file, before) }))
    this.#conflicts.push(...this.#history.rebase(this.#bases))
    this.latestOutside = earlier.map((change) => ({
      ...change,
      after: getText(change.file, this.#bases),
    }))
    this.#outsideChanges.push(...this.latestOutside)
    this.#outsideChanges = this.#outsideChanges.slice(-maxOutsideChanges)
    this.#publish(changed)
    return true
  }

  /**
   * Takes in what others have published. Where it is not what the author has saved, both are kept
   * until the author chooses.
   */
  takePublished(clashes: PublishedClash[]): Promise<DraftState> {
    return this.#turns(async () => {
      await this.#takeOutsideChanges(this.paths)
      for (const { address, mine, theirs } of clashes) {
        const label = await this.#describe([{ kind: 'set', ...address, value: mine }])
        const reason = 'Others have published something else.'
        const conflict = { id: randomUUID(), label, reason, address, mine, theirs }
        this.#conflicts = addConflict(this.#conflicts, conflict)
      }
      return this.#publish(clashes.map(({ address }) => address.file))
    })
  }

  /** Settles a conflict: drops the step, or sets its value in the file as it is now. */
  settle(id: string, keep: 'mine' | 'theirs'): Promise<DraftState> {
    return this.#turns(async () => {
      const conflict = this.#conflicts.find((each) => each.id === id)
      if (!conflict) throw new RequestFailure('not-found', 'There is no such conflict.')
      const { address, mine, label, isGone } = conflict
      if (keep === 'mine') {
        if (mine === undefined || isGone)
          throw new RequestFailure('refused', `"${label}" does not fit the file anymore.`)
        const operations: FileEdit[] = [{ kind: 'set', ...address, value: mine }]
        await this.#edit(operations, await this.#describe(operations))
      }
      this.#conflicts = this.#conflicts.filter((each) => each !== conflict)
      return this.#publish([address.file])
    })
  }

  /** Takes the steps of an earlier session, or drops them. */
  recover(action: 'restore' | 'discard'): Promise<DraftState> {
    return this.#turns(async () => {
      const stored = this.#recovered
      const drop = () => {
        this.#recovered = undefined
        this.#store.dropOffered()
      }
      if (!stored || action === 'discard') {
        drop()
        return this.#publish([])
      }
      const { conflicts = [] } = stored
      const files = Object.keys(stored.bases)
      // If one of them cannot be read now, everything stays on offer.
      for (const { address } of conflicts) await this.#open(address.file)
      for (const file of files) this.#history.addText(file, await this.readText(file))
      const replayed = replaySteps(new Map(this.#history.texts), unpackSteps(stored))
      this.#history.append(replayed)
      this.#conflicts.push(...conflicts, ...replayed.conflicts)
      drop()
      return this.#publish(files)
    })
  }

  /** @throws UserError if the file is not a source of the site, or cannot be read. */
  async #open(file: string): Promise<SiteFile> {
    const known = this.#files.get(file)
    if (known) return known
    const isSource = this.isSource(file)
    const foreign = new UserError(`The site does not read the file ${file}.`)
    const found = await this.#readFile(file, file === reviewsFileName).catch((error: Error) => {
      // It may be a folder, or have a name that no file can have.
      throw isSource || error instanceof UserError ? error : foreign
    })
    if (!isSource) throw foreign
    this.#files.set(file, found)
    return found
  }

  async #readFile(file: string, mayBeNew = false): Promise<SiteFile> {
    const { path, mark, text } = await readSiteFile(this.dir, file, { mayBeNew })
    return { path, mark, base: text }
  }

  get #bases(): Texts {
    return new Map([...this.#files].map(([file, { base }]) => [file, base]))
  }

  async #edit(
    operations: FileEdit[],
    label: string,
    origin?: Pick<EditRequest, 'group' | 'window'>,
  ): Promise<void> {
    await this.#addTexts(operations)
    this.#addStep(this.#history.plan(operations, label, origin))
  }

  #addStep(step: Step): void {
    const { person, assertAllowed } = this.#options
    assertAllowed?.(step.changes)
    if (person) assertOwnComments(this.#history.texts, step.changes, person.name)
    this.#history.add(step)
  }

  async #describe(
    operations: FileEdit[],
    origin?: Pick<EditRequest, 'group' | 'window'>,
  ): Promise<string> {
    await this.#addTexts(operations)
    return this.#history.nameStep(operations, origin)
  }

  async #addTexts(operations: FileEdit[]): Promise<void> {
    for (const file of listEditedFiles(operations))
      this.#history.addText(file, await this.readText(file))
  }

  /** What another window or program has done meanwhile must not be undone unseen. */
  #assertNext(action: string, meant: string | undefined, next = ''): void {
    if (meant === undefined || meant === next) return
    const now =
      next === '' ? `There is nothing to ${action.toLowerCase()} now.` : `It now means "${next}".`
    const message = `${action} no longer means "${meant}": something else has changed. ${now}`
    throw new RequestFailure('stale', message, this.#version)
  }

  #assertVersion(version: number): void {
    if (version !== this.#version)
      throw new RequestFailure(
        'stale',
        'The site has changed meanwhile. Look at the page again, and repeat the edit.',
        this.#version,
      )
  }

  /** Publishes the texts and writes the unsaved steps to disk. */
  #publish(files: string[]): DraftState {
    this.#version++
    const unsaved = new Map<string, Buffer>()
    for (const { file, after } of this.listChanges()) {
      const { path, mark } = this.#files.get(file)!
      unsaved.set(path, Buffer.from(mark + after))
    }
    const bases = this.#bases
    const steps = this.#history.unsaved
    const touched = new Set(steps.flatMap(({ changes }) => changes.map(({ file }) => file)))
    this.#store.write({
      savedAt: new Date().toISOString(),
      bases: Object.fromEntries([...bases].filter(([file]) => touched.has(file))),
      steps: steps.map(packStep),
      conflicts: this.#conflicts,
    })
    const paths = files.map((file) => this.#files.get(file)!.path)
    this.#options.onChange(unsaved, paths)
    return this.state
  }
}

/** Keeps a conflict up to date with what is still being typed into the file's version. */
function noteTheirs(conflict: DraftConflict, operations: FileEdit[]): DraftConflict {
  const at = formatAddress(conflict.address)
  const edit = operations.find((each) => each.kind === 'set' && formatAddress(each) === at)
  return edit?.kind === 'set' ? { ...conflict, theirs: edit.value } : conflict
}

const listEditedFiles = (operations: FileEdit[]): string[] => [
  ...new Set(operations.map(({ file }) => file)),
]

/**
 * A file of the site that is edited.
 * @property path its real path
 * @property mark a byte order mark, or nothing
 * @property base its text on disk
 */
type SiteFile = { path: string; mark: string; base: string }
