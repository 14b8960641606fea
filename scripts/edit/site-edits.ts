import type { Path } from '../../schema/problems/location.ts'
import { groupBy } from '../../schema/util/group-by.ts'
import { getAt } from '../../schema/util/records.ts'
import { applyOperations, getValue } from './apply-operations.ts'
import { readSiteText, type FileChange } from './text-edits.ts'
import type { FileEdit, JsonValue, Edit } from './yaml-operations.ts'

/**
 * Edits of a site's files, in memory, each on top of those before it. Every file is read once, and
 * parsed again only after an edit.
 */
export class SiteEdits {
  readonly #dir: string
  readonly #changes = new Map<string, FileChange>()
  readonly #values = new Map<string, JsonValue | undefined>()

  /** @param dir the site's folder, including edits that are not saved */
  constructor(dir: string) {
    this.#dir = dir
  }

  async text(file: string): Promise<string> {
    return (await this.#read(file)).after
  }

  /** The value at a path of a YAML file. Undefined if there is none. */
  async value(file: string, path: Path = []): Promise<JsonValue | undefined> {
    const text = await this.text(file)
    if (!this.#values.has(file)) this.#values.set(file, getValue(file, text, []))
    return getAt<JsonValue>(this.#values.get(file), path)
  }

  /** Applies operations whose paths are all those of the files as they are now. */
  async applyAll(operations: FileEdit[]): Promise<void> {
    for (const [file, own] of groupBy(operations, (each) => each.file)) await this.apply(file, own)
  }

  /** See `applyOperations`. */
  apply(file: string, operations: Edit[]): Promise<void> {
    return this.rewrite(file, (text) => applyOperations(file, text, operations))
  }

  async rewrite(file: string, change: (text: string) => string): Promise<void> {
    const known = await this.#read(file)
    this.#changes.set(file, { ...known, after: change(known.after) })
    this.#values.delete(file)
  }

  /** The files that change, by name. */
  list(): FileChange[] {
    return [...this.#changes.values()]
      .filter(({ before, after }) => before !== after)
      .sort((a, b) => (a.file < b.file ? -1 : 1))
  }

  async #read(file: string): Promise<FileChange> {
    const known = this.#changes.get(file)
    if (known) return known
    const before = await readSiteText(this.#dir, file)
    const read = { file, before, after: before }
    this.#changes.set(file, read)
    return read
  }
}
