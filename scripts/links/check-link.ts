import { STATUS_CODES } from 'node:http'
import { type HostQueues, isWeb } from './host-queues.ts'
import type { LinkResult, LinkState } from './link-types.ts'
import { maxNamedPauseMs, readRetryAfter, retryPausesMs } from './retry.ts'
import type { ServerAnswer } from './send-request.ts'

/** The result of one attempt. If another attempt may succeed, it includes the pause before it. */
type Outcome = Omit<LinkResult, 'checkedAt'> & { retryAfterMs?: number }

const maxRedirects = 10

/** From when on an answer counts as slow. */
const slowMs = 5000

/** Finds out whether one address still works. */
export async function checkLink(url: string, hosts: HostQueues): Promise<LinkResult> {
  let outcome = await tryLink(url, 'HEAD', hosts)
  for (const pauseMs of retryPausesMs) {
    if (outcome.retryAfterMs === undefined) break
    await hosts.clock.wait(Math.max(outcome.retryAfterMs, pauseMs))
    outcome = await tryLink(url, 'GET', hosts)
  }
  const { retryAfterMs: _, ...result } = outcome
  return { ...result, checkedAt: new Date(hosts.clock.now()).toISOString() }
}

/** Follows redirects to the end. */
async function tryLink(url: string, method: 'HEAD' | 'GET', hosts: HostQueues): Promise<Outcome> {
  let address = url
  /** The last address that is reached by permanent redirects alone. */
  let permanent = url
  for (let count = 0; count <= maxRedirects; count++) {
    const answer = await requestWithFallback(address, method, hosts)
    if ('failure' in answer) return classifyFailure(answer)
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status >= 400 || location === null) {
      const { status } = answer
      const endsAt = address === url ? undefined : address
      const outcome = { ...describeAnswer(answer, hosts.clock.now()), status, endsAt }
      if (outcome.state === 'ok' && permanent !== url)
        return {
          ...outcome,
          state: 'moved',
          detail: 'Redirects permanently',
          newAddress: permanent,
        }
      if (!endsAt) return outcome
      return { ...outcome, detail: `${outcome.detail}, after a redirect to ${address}` }
    }
    if (!isWeb(location, address))
      return { state: 'failing', detail: `Redirects to what is no web address: ${location}` }
    const isPermanent = answer.status === 301 || answer.status === 308
    const next = new URL(location, address).href
    if (isPermanent && permanent === address) permanent = next
    address = next
  }
  return { state: 'failing', detail: `Redirects more than ${maxRedirects} times` }
}

/** Some servers refuse HEAD, or answer it with an error. */
async function requestWithFallback(address: string, method: 'HEAD' | 'GET', hosts: HostQueues) {
  const answer = await hosts.request(address, method)
  const isBusy = 'status' in answer && (answer.status === 429 || answer.status === 503)
  return method === 'HEAD' && 'status' in answer && answer.status >= 400 && !isBusy
    ? hosts.request(address, 'GET')
    : answer
}

type Failure = Exclude<Awaited<ReturnType<HostQueues['request']>>, ServerAnswer>

function classifyFailure({ failure, detail }: Failure): Outcome {
  if (failure === 'disallowed') return { state: 'blocked', detail }
  if (failure === 'no-host') return { state: 'gone', detail }
  return { state: failure === 'silent' ? 'slow' : 'failing', detail, retryAfterMs: 0 }
}

function describeAnswer({ status, headers, tookMs }: ServerAnswer, now: number): Outcome {
  const detail = `${status} ${STATUS_CODES[status] ?? ''}`.trim()
  const state = classify(status)
  if (state === 'ok') {
    const seconds = (tookMs / 1000).toFixed(1)
    return tookMs < slowMs ? { state, detail } : { state: 'slow', detail: `${seconds} s to answer` }
  }
  if (status !== 429 && status < 500) return { state, detail }
  const named = readRetryAfter(headers.get('retry-after'), now)
  if (named !== undefined && named > maxNamedPauseMs)
    return { state, detail: `${detail}, asks to wait ${Math.round(named / 1000)} seconds` }
  return { state, detail, retryAfterMs: named ?? 0 }
}

function classify(status: number): LinkState {
  if (status === 404 || status === 410) return 'gone'
  // 999 is LinkedIn's answer to programs.
  if ([401, 403, 407, 429, 451, 999].includes(status)) return 'blocked'
  return status >= 200 && status < 300 ? 'ok' : 'failing'
}
