/** Far more than threads have unanswered tasks at a time. */
const maxOpenClaims = 1024

/** Claims on tasks that several threads may begin. The first to claim a task runs it. */
export class TaskClaims {
  /** Shared between threads. 0 for each free claim. */
  readonly states: Int32Array<SharedArrayBuffer>

  #next = 0

  /** @param states the states of the thread that creates claims; left out in that thread. */
  constructor(
    states = new Int32Array(new SharedArrayBuffer(maxOpenClaims * Int32Array.BYTES_PER_ELEMENT)),
  ) {
    this.states = states
  }

  /** @returns a free claim. */
  create(): number {
    const claim = this.#next++ % maxOpenClaims
    Atomics.store(this.states, claim, 0)
    return claim
  }

  /** @returns whether the caller now has the claim. */
  tryClaim(claim: number): boolean {
    return Atomics.compareExchange(this.states, claim, 0, 1) === 0
  }
}
