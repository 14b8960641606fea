import type { SessionInfo } from '../../server/studio.ts'
import { askServer, type StudioRequestError } from './api.ts'

/** How long to wait before the server is asked again; the last one repeats. */
const delaysMs = [1000, 2000, 5000]

type ConnectionOptions = {
  /** Called with the reason each time that the server does not answer, or refuses to. */
  onLost: (reason: StudioRequestError) => void
  /** Called once the server answers again. What happened meanwhile was missed. */
  onFound: (session: SessionInfo) => Promise<void>
}

/** Asks a server that does not answer again, until it does. */
export class Connection {
  readonly #options: ConnectionOptions
  #waiting: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Call it when a request was not answered. @returns resolves once the server answers again */
  readonly waitUntilFound = (): Promise<void> => {
    const found = new Promise<void>((done) => void this.#waiting.push(done))
    if (this.#waiting.length === 1) void this.retry()
    return found
  }

  readonly retry = async (): Promise<void> => {
    clearTimeout(this.#timer)
    try {
      await this.#options.onFound(await askServer('session', {}))
      this.#failures = 0
      for (const done of this.#waiting.splice(0)) done()
    } catch (error) {
      this.#options.onLost(error as StudioRequestError)
      const delayMs = delaysMs[Math.min(this.#failures++, delaysMs.length - 1)]
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.retry(), delayMs)
    }
  }
}
