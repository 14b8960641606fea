import type { Clock } from './link-types.ts'

/**
 * The headers of an answer, and as much of its body as was asked for.
 * @property isCut whether the body goes on
 */
export type ServerAnswer = {
  status: number
  headers: Headers
  body: Buffer
  isCut: boolean
  tookMs: number
}

/** Why there is no answer. `detail` is one line for people. */
export type LinkFailure = { failure: 'silent' | 'no-host' | 'broken'; detail: string }

type RequestOptions = {
  method: 'HEAD' | 'GET'
  userAgent: string
  /** Give up after this time. */
  timeoutMs: number
  /** After how many bytes, decompressed, the body is long enough. By default, the headers are. */
  maxBytes?: number
  clock: Clock
}

/** Sends one request, and follows no redirect. Never throws for what the other side does. */
export async function sendRequest(
  url: string,
  { method, userAgent, timeoutMs, maxBytes = 0, clock }: RequestOptions,
): Promise<ServerAnswer | LinkFailure> {
  const controller = new AbortController()
  const stopTimer = clock.startTimer(timeoutMs, () => controller.abort())
  const startedAt = clock.now()
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { 'user-agent': userAgent, accept: '*/*' },
      signal: controller.signal,
    })
    const tookMs = clock.now() - startedAt
    const body = maxBytes > 0 ? await readStart(response, maxBytes) : Buffer.from('')
    // It may be a large file.
    if (maxBytes === 0) await response.body?.cancel()
    const isCut = maxBytes > 0 && body.length > maxBytes
    return { status: response.status, headers: response.headers, body, isCut, tookMs }
  } catch (error) {
    if (controller.signal.aborted)
      return { failure: 'silent', detail: `No answer in ${timeoutMs / 1000} seconds` }
    return describeNetworkError(error as Error)
  } finally {
    stopTimer()
  }
}

async function readStart({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return Buffer.concat(chunks)
}

function describeNetworkError({ message, cause }: Error): LinkFailure {
  const { code = '', message: reason = message } = (cause ?? {}) as NodeJS.ErrnoException
  if (code === 'ENOTFOUND') return { failure: 'no-host', detail: 'There is no host of this name' }
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return { failure: 'silent', detail: 'The host does not accept the connection in time' }
  return { failure: 'broken', detail: knownErrors[code] ?? describeUnknown(code, reason) }
}

const knownErrors: Record<string, string> = {
  EAI_AGAIN: 'The name of the host cannot be looked up now',
  ECONNREFUSED: 'The host refuses connections',
  ECONNRESET: 'The host closes the connection',
  UND_ERR_SOCKET: 'The host closes the connection',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host',
}

const describeUnknown = (code: string, reason: string): string =>
  /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
    ? `Its encryption or certificate is not valid (${code})`
    : `The connection fails (${code || reason.split('\n', 1)[0]})`
