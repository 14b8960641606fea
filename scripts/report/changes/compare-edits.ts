import { toUnsavedSources, type FileChange } from '../../edit/text-edits.ts'
import { readClock } from '../../shared/options.ts'
import { UserError } from '../../shared/user-error.ts'
import { compareVersions } from './compare-versions.ts'
import { formatChanges } from './format-text.ts'
import { openCurrentVersion } from './open-version.ts'
import type { ChangeReport } from './report-types.ts'
import type { SiteVersion } from './site-version.ts'

/**
 * Says what visitors will notice of edits that are not saved, or why they cannot be compared.
 * @param site the folder of the site
 */
export async function describeEdits(site: string, edits: FileChange[]): Promise<string> {
  try {
    return formatChanges(await new EditComparison(site).compare(edits))
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

/** Compares edits of a site, one after the other. What was read of the site is kept. */
export class EditComparison {
  readonly #site: string
  #saved: Promise<SiteVersion> | undefined
  /** What was compared last, by its texts. */
  #edited: { key: string; version: Promise<SiteVersion> } | undefined

  constructor(site: string) {
    this.#site = site
  }

  /** Call it when a file of the site has changed. */
  forget(): void {
    this.#saved = undefined
    this.#edited = undefined
  }

  /** Compares the saved files with edits. @throws UserError if one of the two has errors */
  async compare(edits: FileChange[]): Promise<ChangeReport> {
    return compareVersions(await this.#openSaved(), await this.#openEdited(edits))
  }

  /** Compares edits with others in their place. @throws UserError if one of the two has errors */
  async compareTried(edits: FileChange[], tried: FileChange[]): Promise<ChangeReport> {
    const before = await this.#openEdited(edits)
    return compareVersions(before, await this.#open(tried, 'the edit that is tried', before))
  }

  #openSaved(): Promise<SiteVersion> {
    const version = (this.#saved ??= openCurrentVersion(this.#site, readClock(), {
      name: 'the saved files',
    }))
    // With errors, it is read again.
    version.catch(() => {
      if (this.#saved === version) this.#saved = undefined
    })
    return version
  }

  #openEdited(edits: FileChange[]): Promise<SiteVersion> {
    const key = JSON.stringify(edits.map(({ file, after }) => [file, after]))
    if (this.#edited?.key !== key)
      this.#edited = {
        key,
        version: this.#openSaved().then((saved) => this.#open(edits, 'the unsaved edits', saved)),
      }
    return this.#edited.version
  }

  async #open(edits: FileChange[], name: string, like: SiteVersion): Promise<SiteVersion> {
    const unsaved = await toUnsavedSources(this.#site, edits)
    return openCurrentVersion(this.#site, like.now, { name, unsaved, like })
  }
}
