import { fetchDependents } from './fetch-page.ts'
import type { StudioState } from './studio-state.ts'

/** Time for more edits, before what depends on them is fetched again. */
const refreshDelayMs = 120
/** Between two looks at checks that are running. */
const recheckDelayMs = 1000

type RefresherOptions = {
  getState: () => StudioState
  /** Whether the server knows all edits. */
  isIdle: () => boolean
  /** Called when a scheduled refresh is due. */
  onDue: () => void
  onFetched: (changes: Partial<StudioState>) => void
}

/** Fetches what depends on the draft, once no edit is on the way. */
export class Refresher {
  readonly #options: RefresherOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #turns = 0

  constructor(options: RefresherOptions) {
    this.#options = options
  }

  schedule(delayMs = refreshDelayMs): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#options.onDue, delayMs)
  }

  /** @throws StudioRequestError */
  async refresh(): Promise<void> {
    const { getState, isIdle, onFetched } = this.#options
    if (!isIdle()) return this.schedule()
    const turn = ++this.#turns
    const before = getState().open
    const [pageList, problems, facts, open] = await fetchDependents(getState())
    // Answers may come in another order than they were asked for.
    if (turn !== this.#turns) return
    // The server says when it is done. If that is missed, the list must not stay as it is.
    if (!problems.isComplete) this.schedule(recheckDelayMs)
    // What was typed or opened meanwhile is newer.
    const isCurrent = isIdle() && getState().open === before
    onFetched({ pageList, problems, facts, ...(isCurrent && open && { open }) })
  }
}
