import { readSiteFile } from '../../edit/text-edits.ts'
import { UserError } from '../../shared/user-error.ts'

/**
 * A file of the site that is edited.
 * @property path its real path
 * @property mark a byte order mark, or nothing
 * @property base its text on disk
 */
export type SiteFile = { path: string; mark: string; base: string }

/** The texts on disk of the files that have been read. */
export class SiteFiles {
  readonly #dir: string
  readonly #isSource: (file: string) => boolean
  readonly #files = new Map<string, SiteFile>()

  /** @param isSource whether the site reads this file */
  constructor(dir: string, isSource: (file: string) => boolean) {
    this.#dir = dir
    this.#isSource = isSource
  }

  get known(): ReadonlyMap<string, SiteFile> {
    return this.#files
  }

  /** @throws UserError if the file is not a source of the site, or cannot be read. */
  async open(file: string): Promise<SiteFile> {
    return this.#files.get(file) ?? (await this.reread(file))
  }

  async reread(file: string): Promise<SiteFile> {
    const { path, mark, text } = await readSiteFile(this.#dir, file)
    if (!this.#isSource(file)) throw new UserError(`The site does not read the file ${file}.`)
    const found = { path, mark, base: text }
    this.#files.set(file, found)
    return found
  }

  /** Records the text that was written to disk. */
  setBase(file: string, base: string): void {
    this.#files.set(file, { ...this.#files.get(file)!, base })
  }

  findByPath(path: string): string | undefined {
    return [...this.#files].find(([, file]) => file.path === path)?.[0]
  }
}
