import type { PictureFile } from '../../schema/page-data.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import { getUnsavedSources } from '../../schema/source/text/source-bytes.ts'
import type { SiteInput } from '../prerender/read/load-site-input.ts'
import { LazySiteSnapshot } from './lazy-site-snapshot.ts'

/** Decides which version of a site is shown while it is being edited, and often invalid. */
export class ShownVersion {
  readonly #dir: string
  readonly #onShow: (snapshot: LazySiteSnapshot) => void
  readonly #pictures = new Map<string, PictureFile>()
  #shown: { read: SiteInput; snapshot: LazySiteSnapshot } | undefined
  #lastValid: LazySiteSnapshot | undefined
  /** Whether a version passed all checks. */
  #hadValidVersion = false

  /**
   * @param dir the site's folder
   * @param onShow called with each version that is shown
   */
  constructor(dir: string, onShow: (snapshot: LazySiteSnapshot) => void) {
    this.#dir = dir
    this.#onShow = onShow
  }

  get snapshot(): LazySiteSnapshot | undefined {
    return this.#shown?.snapshot
  }

  /**
   * Shows unsaved edits whatever pages they break, so that the preview waits for no check.
   * @returns whether they are shown
   */
  showUnsaved(read: SiteInput): boolean {
    const canShow = getUnsavedSources().size > 0 && read.shared.site && !hasErrors(read.problems)
    if (canShow) this.#show(read)
    return !!canShow
  }

  /** Shows a version whose pages were made, unless it is shown, or an earlier one is better. */
  showMade(read: SiteInput, isValid: boolean): void {
    // While edits are unsaved, a mistake on one page must not hide the others.
    const hasUnsavedEdits = getUnsavedSources().size > 0 && read.shared.site
    if (this.#shown?.read !== read && (isValid || !this.#hadValidVersion || hasUnsavedEdits))
      this.#show(read, isValid)
    if (isValid && this.#shown?.read === read) this.#lastValid = this.#shown.snapshot
  }

  /** Notes that a version passed the checks across pages too. */
  noteValid(): void {
    this.#hadValidVersion = true
  }

  /** @param isValid otherwise pages of files with mistakes are shown as they were */
  #show(read: SiteInput, isValid = true): void {
    const errors = read.problems.filter(({ severity }) => severity === 'error')
    const lastValid = isValid
      ? undefined
      : { snapshot: this.#lastValid, files: new Set(errors.map(({ file }) => file)) }
    const snapshot = new LazySiteSnapshot(read, this.#dir, this.#pictures, lastValid)
    this.#shown = { read, snapshot }
    this.#onShow(snapshot)
  }
}
