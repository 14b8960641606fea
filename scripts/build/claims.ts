/** Far more than are open at a time, which is what threads have been given and have not answered. */
const size = 1024

/** Who has begun a task, where several may: the first one does it. Shared between threads. */
export class Claims {
  /** One number for each open claim: 0 until somebody has it. */
  readonly taken: Int32Array<SharedArrayBuffer>

  #next = 0

  constructor(taken = new Int32Array(new SharedArrayBuffer(size * Int32Array.BYTES_PER_ELEMENT))) {
    this.taken = taken
  }

  /** @returns a claim that nobody has. */
  open(): number {
    const claim = this.#next++ % size
    Atomics.store(this.taken, claim, 0)
    return claim
  }

  /** @returns whether the claim is the caller's now. */
  take(claim: number): boolean {
    return Atomics.compareExchange(this.taken, claim, 0, 1) === 0
  }
}
