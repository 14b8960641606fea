/** Far more than are open at a time, which is what threads have been given and have not answered. */
const maxOpenClaims = 1024

/** Who has begun a task, where several may: the first one does it. Shared between threads. */
export class TaskClaims {
  /** One number for each open claim: 0 until somebody has it. */
  readonly states: Int32Array<SharedArrayBuffer>

  #next = 0

  /** @param states those of the thread that creates claims; left out in that thread. */
  constructor(
    states = new Int32Array(new SharedArrayBuffer(maxOpenClaims * Int32Array.BYTES_PER_ELEMENT)),
  ) {
    this.states = states
  }

  /** @returns a claim that nobody has. */
  create(): number {
    const claim = this.#next++ % maxOpenClaims
    Atomics.store(this.states, claim, 0)
    return claim
  }

  /** @returns whether the claim is the caller's now. */
  tryClaim(claim: number): boolean {
    return Atomics.compareExchange(this.states, claim, 0, 1) === 0
  }
}
