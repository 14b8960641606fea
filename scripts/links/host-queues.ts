import pLimit, { type LimitFunction } from 'p-limit'
import robotsParser from 'robots-parser'
import type { Clock } from './link-types.ts'
import { type ServerAnswer, type LinkFailure, sendRequest } from './send-request.ts'

export type QueueOptions = {
  /** The site that links are checked for, which the user agent names as its contact. */
  origin: string
  timeoutMs: number
  clock: Clock
}

/** Why an address must not be requested. */
type Refusal = { failure: 'disallowed'; detail: string }

/** The name by which a robots.txt addresses this program. */
const robotName = 'signpost-links'
/** The pause between two requests to one host. */
const pauseMs = 1000
/** How much of a robots.txt is read, as RFC 9309 requires. */
const maxRobotsBytes = 500_000
/** How many redirects of a robots.txt are followed, as RFC 9309 requires. */
const maxRobotsRedirects = 5
/** How long to wait before requesting an unavailable robots.txt again. */
const robotsRetryMs = 2000

/** Sends requests politely: one at a time to each host, with pauses, as its robots.txt says. */
export class HostQueues {
  readonly clock: Clock
  readonly #userAgent: string
  readonly #timeoutMs: number
  readonly #queues = new Map<string, LimitFunction>()
  readonly #lastRequests = new Map<string, number>()
  readonly #robots = new Map<string, Promise<RobotsRules>>()

  constructor({ origin, timeoutMs, clock }: QueueOptions) {
    this.clock = clock
    this.#timeoutMs = timeoutMs
    this.#userAgent = `${robotName}/1.0 (+${origin})`
  }

  /** Requests an address, unless the robots.txt of its host does not allow that. */
  async request(
    url: string,
    method: 'HEAD' | 'GET',
  ): Promise<ServerAnswer | LinkFailure | Refusal> {
    const { origin } = new URL(url)
    let robots = this.#robots.get(origin)
    if (!robots) {
      robots = this.#readRobots(origin)
      this.#robots.set(origin, robots)
    }
    return (await robots)(url) ?? this.#send(url, method)
  }

  #send(url: string, method: 'HEAD' | 'GET', maxBytes = 0) {
    const { host } = new URL(url)
    const queue = this.#queues.get(host) ?? pLimit(1)
    this.#queues.set(host, queue)
    return queue(async () => {
      await this.#pause(host)
      const { clock } = this
      const options = { method, maxBytes, clock, userAgent: this.#userAgent }
      const answer = await sendRequest(url, { ...options, timeoutMs: this.#timeoutMs })
      this.#lastRequests.set(host, clock.now())
      return answer
    })
  }

  async #pause(host: string): Promise<void> {
    const last = this.#lastRequests.get(host)
    if (last === undefined) return
    const rest = last + pauseMs - this.clock.now()
    if (rest > 0) await this.clock.wait(rest)
  }

  async #readRobots(origin: string): Promise<RobotsRules> {
    const url = `${origin}/robots.txt`
    let address = url
    for (let count = 0; count <= maxRobotsRedirects; count++) {
      let answer = await this.#send(address, 'GET', maxRobotsBytes)
      if ('failure' in answer) {
        await this.clock.wait(robotsRetryMs)
        answer = await this.#send(address, 'GET', maxRobotsBytes)
      }
      // Nothing else is requested from this host in that case.
      if ('failure' in answer) {
        const { failure, detail } = answer
        return () => ({ failure, detail })
      }
      const location = answer.headers.get('location')
      if (answer.status >= 300 && answer.status < 400 && location && isWeb(location, address)) {
        address = new URL(location, address).href
        continue
      }
      if (answer.status >= 500) {
        const detail = `Its robots.txt answers ${answer.status}, so nothing may be requested`
        return () => ({ failure: 'disallowed', detail })
      }
      if (answer.status !== 200) return () => undefined
      const robots = robotsParser(url, new TextDecoder().decode(answer.body))
      return (asked) =>
        robots.isDisallowed(asked, robotName)
          ? { failure: 'disallowed', detail: 'Its robots.txt asks programs to stay away' }
          : undefined
    }
    return () => undefined
  }
}

/** @returns why an address of the host must not be requested. */
type RobotsRules = (url: string) => Refusal | LinkFailure | undefined

/** Whether a redirect leads to an HTTP address. */
export const isWeb = (location: string, base: string): boolean =>
  URL.canParse(location, base) && /^https?:$/.test(new URL(location, base).protocol)
