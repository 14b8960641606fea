import { createHash } from 'node:crypto'

/** Who has saved, where people sign in. */
export type Author = { name: string; email: string }

/**
 * One save of one file. Texts are kept as hashes.
 * @property labels of the steps that it wrote
 * @property at when, in UTC
 */
export type LoggedSave = {
  file: string
  before: string
  after: string
  labels: string[]
  at: string
  by?: Author
}

type SaveStore = { readSaves(): LoggedSave[]; writeSaves(saves: LoggedSave[]): void }

/** Older saves are most likely committed. */
const maxSaves = 500

/** A text as Git compares it: line endings may be converted when a file is checked out. */
const hashText = (text: string): string =>
  createHash('sha256')
    .update(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
    .digest('base64')

/**
 * What of an uncommitted file the studio has written.
 * @property labels of the saved steps that are not committed
 * @property isMixed whether other programs or people have changed the file, too
 */
type OwnWork = { labels: string[]; isMixed: boolean }

/** The saves of a site by everybody, so that own work can be told from that of others after a restart. */
export class SaveLog {
  readonly #store: SaveStore
  readonly #by: Author | undefined

  /** @param by whose saves are added, and are own work */
  constructor(store: SaveStore, by?: Author) {
    this.#store = store
    this.#by = by
  }

  add(file: string, before: string, after: string, labels: string[]): void {
    const texts = { before: hashText(before), after: hashText(after) }
    const by = this.#by && { name: this.#by.name, email: this.#by.email }
    const save = { file, ...texts, labels, at: new Date().toISOString(), ...(by && { by }) }
    // Others have added theirs meanwhile.
    this.#store.writeSaves([...this.#store.readSaves(), save].slice(-maxSaves))
  }

  /**
   * Finds own saves between two versions of a file.
   * @returns undefined if the studio has written nothing of what is different
   */
  findOwnWork(file: string, committed: string, current: string): OwnWork | undefined {
    const own = this.#list(file).filter(({ by }) => by?.email === this.#by?.email)
    const { saves, isMixed } = findBetween(own, committed, current)
    if (saves.length === 0) return undefined
    return { labels: saves.flatMap((save) => save.labels), isMixed }
  }

  /**
   * Follows what was saved of a file through its merge with what others have published.
   * @param before the committed text, and the one with what was saved
   * @param after the text of the others, and the merged one
   */
  rebase(file: string, before: [string, string], after: [string, string]): void {
    const all = this.#store.readSaves()
    const ofFile = all.filter((save) => save.file === file)
    const { saves } = findBetween(ofFile, ...before)
    const [theirs, merged] = after.map(hashText)
    const moved = new Map<LoggedSave, LoggedSave>()
    const move = (save: LoggedSave | undefined, texts: Partial<LoggedSave>) =>
      save && moved.set(save, { ...(moved.get(save) ?? save), ...texts })
    move(saves[0], { before: theirs })
    move(saves.at(-1), { after: merged })
    this.#store.writeSaves(all.map((save) => moved.get(save) ?? save))
  }

  /** Lists who has saved what differs between two versions of a file. */
  findAuthors(file: string, committed: string, current: string): Author[] {
    const { saves } = findBetween(this.#list(file), committed, current)
    return saves.flatMap(({ by }) => by ?? [])
  }

  #list(file: string): LoggedSave[] {
    return this.#store.readSaves().filter((save) => save.file === file)
  }
}

function findBetween(
  saves: LoggedSave[],
  committed: string,
  current: string,
): { saves: LoggedSave[]; isMixed: boolean } {
  const [start, end] = [hashText(committed), hashText(current)]
  const found = new Set<LoggedSave>()
  let text = start
  // A text may come back, as after Undo: only saves after that are not committed.
  for (const save of saves.slice(saves.findLastIndex(({ after }) => after === start) + 1))
    if (save.before === text) {
      found.add(save)
      text = save.after
    }
  const isMixed = text !== end
  text = end
  for (const save of isMixed ? saves.toReversed() : [])
    if (save.after === text) {
      found.add(save)
      text = save.before
    }
  return { saves: saves.filter((save) => found.has(save)), isMixed }
}
