/** Runs actions one after the other, each once all before it have ended, even if they failed. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act)
    this.#last = turn.catch(() => {})
    return turn
  }
}
