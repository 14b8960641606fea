import { STATUS_CODES } from 'node:http'
import type { Clock } from '../../links/link-types.ts'
import { maxNamedPauseMs, readRetryAfter, retryPausesMs } from '../../links/retry.ts'
import { type ServerAnswer, sendRequest } from '../../links/send-request.ts'

const bytesPerMegabyte = 1_000_000
/** Far larger than any document or picture of a site. Only the size after decompression counts. */
const maxAnswerBytes = 50 * bytesPerMegabyte
const timeoutMs = 20_000
/** The pause between two requests to a host that is not this machine. */
const pauseMs = 250
/** After as many addresses in a row without an answer, the site is down, or asks to stop. */
const maxFailuresInRow = 5

export const userAgent = 'signpost-import/1.0'

/** Why it is not known what is at an address. */
type NotReached = { notReached: string }

/** The server of an old site, which gets one request at a time, and not for longer than it answers. */
export class OldServer {
  #failuresInRow = 0
  /** Its robots.txt and the first address have to be asked before anything is known. */
  #hasAnswered = false

  constructor(
    private readonly clock: Clock,
    private readonly isLocal: boolean,
  ) {}

  /** Requests an address, and again after a pause if the server is busy. */
  async request(url: string): Promise<ServerAnswer | NotReached> {
    // It has stopped answering, so further requests are useless or unwelcome.
    if (this.#failuresInRow >= maxFailuresInRow)
      return {
        notReached: `The old site has not answered ${maxFailuresInRow} requests in a row, so it was not asked for more`,
      }
    let answer = await this.#send(url)
    for (const pause of retryPausesMs) {
      if (!('notReached' in answer) || answer.pauseMs === undefined) break
      await this.clock.wait(Math.max(pause, answer.pauseMs))
      answer = await this.#send(url)
    }
    this.#failuresInRow = 'notReached' in answer ? this.#failuresInRow + 1 : 0
    if ('notReached' in answer) return answer
    this.#hasAnswered = true
    if (!answer.isCut) return answer
    const limit = maxAnswerBytes / bytesPerMegabyte
    return { notReached: `It has more than ${limit} MB after decompression, which is not read` }
  }

  /** @returns how long to wait before the next try, if there should be one */
  async #send(url: string): Promise<ServerAnswer | (NotReached & { pauseMs?: number })> {
    const { clock } = this
    if (!this.isLocal) await clock.wait(pauseMs)
    const maxBytes = maxAnswerBytes
    const answer = await sendRequest(url, { method: 'GET', userAgent, timeoutMs, maxBytes, clock })
    if ('failure' in answer) {
      const notReached = `The old site does not answer: ${answer.detail}`
      const isWorthATry = this.#hasAnswered && answer.failure === 'broken'
      return isWorthATry ? { notReached, pauseMs: 0 } : { notReached }
    }
    const { status, headers } = answer
    if (status !== 429 && status !== 503) return answer
    const notReached = `The old site answers ${`${status} ${STATUS_CODES[status]}`}`
    const named = readRetryAfter(headers.get('retry-after'), clock.now()) ?? 0
    if (named <= maxNamedPauseMs) return { notReached, pauseMs: named }
    const seconds = Math.round(named / 1000)
    return { notReached: `${notReached}, and asks to wait ${seconds} seconds` }
  }
}
