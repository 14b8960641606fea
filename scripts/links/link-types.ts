import type { OutsideLink } from '../report/links.ts'

/**
 * The state of an address, worst first: `gone` permanently; `failing` with an error; `slow` or
 * without an answer; `blocked` for programs; `moved` permanently; `ok`.
 */
export const linkStates = ['gone', 'failing', 'slow', 'blocked', 'moved', 'ok'] as const
export type LinkState = (typeof linkStates)[number]

export type LinkResult = {
  state: LinkState
  /** One line for people, such as `404 Not Found`. */
  detail: string
  /** The HTTP status of the last answer. Undefined if there was none. */
  status?: number
  /** The new address, if it has moved permanently. */
  newAddress?: string
  /** Where its redirects end, if it has any. */
  endsAt?: string
  /** When the address was checked: an ISO date with time, in UTC. */
  checkedAt: string
}

export type CheckedLink = OutsideLink & LinkResult

/** A clock, which tests replace so that they need not wait. In milliseconds. */
export type Clock = {
  now(): number
  wait(ms: number): Promise<void>
  /** Calls back once, unless the returned function has been called before. */
  startTimer(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  startTimer(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
