import { createHash } from 'node:crypto'

/** One save of one file. Texts are kept as hashes. @property labels of the steps that it wrote */
export type LoggedSave = { file: string; before: string; after: string; labels: string[] }

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
 * @property isMixed whether other programs have changed the file, too
 */
type OwnWork = { labels: string[]; isMixed: boolean }

/** The saves of this site, so that own work can be told from that of others after a restart. */
export class SaveLog {
  readonly #saves: LoggedSave[]

  constructor(saves: LoggedSave[] = []) {
    this.#saves = saves
  }

  get saves(): readonly LoggedSave[] {
    return this.#saves
  }

  add(file: string, before: string, after: string, labels: string[]): void {
    this.#saves.push({ file, before: hashText(before), after: hashText(after), labels })
    if (this.#saves.length > maxSaves) this.#saves.shift()
  }

  /**
   * Finds the saves between two versions of a file.
   * @returns undefined if the studio has written nothing of what is different
   */
  findOwnWork(file: string, committed: string, current: string): OwnWork | undefined {
    const own = this.#saves.filter((save) => save.file === file)
    const [start, end] = [hashText(committed), hashText(current)]
    const found = new Set<LoggedSave>()
    let text = start
    // A text may come back, as after Undo: only saves after that are not committed.
    for (const save of own.slice(own.findLastIndex(({ after }) => after === start) + 1))
      if (save.before === text) {
        found.add(save)
        text = save.after
      }
    const isMixed = text !== end
    text = end
    for (const save of isMixed ? own.toReversed() : [])
      if (save.after === text) {
        found.add(save)
        text = save.before
      }
    if (found.size === 0) return undefined
    const labels = own.filter((save) => found.has(save)).flatMap((save) => save.labels)
    return { labels, isMixed }
  }
}
