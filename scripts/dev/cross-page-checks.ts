import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { Problem } from '../../schema/problems/types.ts'
import { getSimilarityLimit } from '../../schema/rules/similarity.ts'
import type { KnownSimilarity } from '../../schema/rules/types.ts'
import { toSimilarityPairs } from '../prerender/cache/save-records.ts'
import { prepareCrossPageChecks } from '../prerender/make/check-across-pages.ts'
import type { MadePages } from '../prerender/make/made-pages.ts'
import type { SpecialPages } from '../prerender/make/make-special-pages.ts'
import { getPrintedSite } from '../prerender/make/printed-site.ts'
import type { SiteFilesInput } from '../prerender/output/render-site-files.ts'
import type { SiteInput } from '../prerender/read/site-input.ts'

/** How long to wait, so that the browser fetches a change before the checks use the processor. */
const checkDelayMs = 150

type CheckInput = {
  read: SiteInput
  made: MadePages
  small: SpecialPages
  /** Whether there has been another change, which makes the result outdated. */
  isOld: () => boolean
}

/** The rules across pages, one after the other, and what one check leaves for the next. */
export class CrossPageChecks {
  /** Similar pages of the last check, and the pages that have changed since. */
  #knownSimilarity: Omit<KnownSimilarity, 'changed'> | undefined
  readonly #changedRoutes = new Set<string>()
  #siteFiles: SiteFilesInput | undefined

  /** The files of the version that was checked last, even if it has errors. */
  get siteFiles(): SiteFilesInput | undefined {
    return this.#siteFiles
  }

  noteChanged(routes: Iterable<string>): void {
    for (const route of routes) this.#changedRoutes.add(route)
  }

  forgetSimilarity(): void {
    this.#knownSimilarity = undefined
  }

  /** @returns all problems of the site, and its pages; undefined if it was stopped */
  async run({ read, made, small, isOld }: CheckInput) {
    const { shared, publicFolder, dates } = read
    const knownSimilarity = this.#knownSimilarity && {
      ...this.#knownSimilarity,
      changed: new Set(this.#changedRoutes),
    }
    const limit = getSimilarityLimit(shared.merged)
    let pairs: KnownSimilarity['pairs'] = []
    const { steps, pages, aliases } = prepareCrossPageChecks({
      shared,
      pages: [...made.pages, ...small.pages],
      notFound: small.notFound,
      publicFiles: publicFolder.files,
      dates,
      knownSimilarity,
      onSimilarityMeasured: (all) => void (pairs = toSimilarityPairs(all)),
    })
    if (shared.site)
      this.#siteFiles = {
        site: shared.site,
        printed: getPrintedSite(read.plainInput),
        pages,
        aliases,
      }
    const problems: Problem[] = [...read.problems, ...made.problems, ...small.problems]
    await pause(checkDelayMs)
    for (;;) {
      if (isOld()) return undefined
      const { value, done } = steps.next()
      if (done) break
      for (const problem of value) problems.push(problem)
      await setImmediate()
    }
    this.#knownSimilarity = { limit, pairs }
    this.#changedRoutes.clear()
    return { problems, pages }
  }
}
