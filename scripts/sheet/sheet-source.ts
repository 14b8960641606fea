import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { shortHash } from '../../schema/util/short-hash.ts'
import { readSiteText } from '../edit/text-edits.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'
import { getValue } from '../studio/operations/apply-operations.ts'
import type { SheetTable } from './sheet-table.ts'

/** A site as sheets read it: what is written in its files. */
export class SheetSource {
  readonly #dir: string
  readonly #texts = new Map<string, string>()
  readonly #values = new Map<string, JsonValue | undefined>()
  readonly shared: ResolvedSite

  /** @param dir the site's folder */
  constructor(dir: string, shared: ResolvedSite) {
    this.#dir = dir
    this.shared = shared
  }

  async readText(file: string): Promise<string> {
    const text = this.#texts.get(file) ?? (await readSiteText(this.#dir, file))
    this.#texts.set(file, text)
    return text
  }

  /** The value of a YAML file. */
  async readValue(file: string): Promise<JsonValue | undefined> {
    if (!this.#values.has(file)) {
      const text = await this.readText(file)
      this.#values.set(file, getValue(file, text, []))
    }
    return this.#values.get(file)
  }

  async hashFiles(files: Iterable<string>): Promise<SheetTable['files']> {
    const hashes: SheetTable['files'] = {}
    for (const file of new Set(files))
      hashes[file] = shortHash(await this.readText(file)).slice(0, 8)
    return hashes
  }
}
