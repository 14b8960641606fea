import { fetchDependents } from './fetch-state.ts'
import type { StudioState } from './studio-state.ts'

/** Waits for more edits before fetching what depends on them. */
const refreshDelayMs = 120
/** How often to ask for the result of checks that are still running. */
const recheckDelayMs = 1000

type RefresherOptions = {
  getState: () => StudioState
  /** Whether the server knows all edits. */
  isIdle: () => boolean
  /** Called when a scheduled refresh is due. */
  onDue: () => void
  onFetched: (changes: Partial<StudioState>) => void
}

/** Fetches what depends on the draft, once the server has received all edits. */
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
    const { open, ...fetched } = await fetchDependents(getState())
    // Responses may arrive out of order.
    if (turn !== this.#turns) return
    // The server announces when its checks are done. Polls too, in case that message is lost.
    if (!fetched.problems.isComplete) this.schedule(recheckDelayMs)
    // What was typed or opened meanwhile is newer.
    const isCurrent = isIdle() && getState().open === before
    onFetched({ ...fetched, ...(isCurrent && open && { open }) })
  }
}
