import { readSiteFile } from '../text-edits.ts'
import { UserError } from '../../shared/user-error.ts'
import { readWhenSaved } from '../../shared/read-when-saved.ts'

/**
 * A file of the site that is edited.
 * @property path its real path
 * @property mark a byte order mark, or nothing
 * @property base its text on disk
 */
type SiteFile = { path: string; mark: string; base: string }

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
    const known = this.#files.get(file)
    if (known) return known
    const isSource = this.#isSource(file)
    const foreign = new UserError(`The site does not read the file ${file}.`)
    const found = await this.#readFile(file).catch((error: Error) => {
      // It may be a folder, or have a name that no file can have.
      throw isSource || error instanceof UserError ? error : foreign
    })
    if (!isSource) throw foreign
    this.#files.set(file, found)
    return found
  }

  /**
   * Reads a file again that has been opened. The site may not read it for a moment, as while Git
   * changes branches.
   * @throws Error if it cannot be read
   */
  async reread(file: string): Promise<SiteFile> {
    const paths = [this.#files.get(file)!.path]
    const found = await readWhenSaved(paths, () => this.#readFile(file))
    this.#files.set(file, found)
    return found
  }

  async #readFile(file: string): Promise<SiteFile> {
    const { path, mark, text } = await readSiteFile(this.#dir, file)
    return { path, mark, base: text }
  }

  /** Records the text that was written to disk. */
  setBase(file: string, base: string): void {
    this.#files.set(file, { ...this.#files.get(file)!, base })
  }

  findByPath(path: string): string | undefined {
    return [...this.#files].find(([, file]) => file.path === path)?.[0]
  }
}
