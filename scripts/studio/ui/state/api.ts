import type { StudioError } from '../../server/answer-request.ts'
import type { StudioEvent } from '../../server/editor.ts'
import type { Action, Answer, Input, Question, uploadPicture } from '../../server/requests.ts'
import { tokenHeader } from '../../token-header.ts'
import { readToken } from './token.ts'

const base = '/__studio/api/'

/** A request that the server has refused. The message is for the author. */
export class StudioRequestError extends Error {
  readonly code: StudioError['error']['code'] | 'unreachable'
  readonly version?: number

  constructor({ code, message, version }: StudioError['error'] | UnreachableError) {
    super(message)
    this.code = code
    this.version = version
  }
}

type UnreachableError = { code: 'unreachable'; message: string; version?: undefined }

const unreachable: UnreachableError = {
  code: 'unreachable',
  message: 'The studio does not answer. What you have written is still here.',
}

/** The proxy answers in place of the studio. */
const signedOut: UnreachableError = {
  code: 'unreachable',
  message:
    'You are no longer signed in. What you have written is still here: sign in to the studio in another tab, and return.',
}

type Query = Record<string, string | number>

/** Asks the server. @throws StudioRequestError */
export function askServer<Name extends Question>(
  name: Name,
  query: Input<'GET', Name> & Query,
): Promise<Answer<'GET', Name>> {
  const known = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(known.map(([key, value]) => [key, String(value)])).toString()
  return request(search ? `${name}?${search}` : name)
}

/** Lets the server do something. @throws StudioRequestError */
export const tellServer = <Name extends Action>(
  name: Name,
  body: Input<'POST', Name>,
): Promise<Answer<'POST', Name>> =>
  request(name, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Requests that are sent again if the draft has changed: they do not depend on other edits. */
const independentRequests = new Set<Action>(['pages', 'redirects', 'rows'])

/** Requests a change of the draft. @throws StudioRequestError */
export const actOnDraft: typeof tellServer = (name, body) =>
  tellServer(name, body).catch((error: StudioRequestError) => {
    if (!independentRequests.has(name) || error.code !== 'stale') throw error
    return tellServer(name, { ...body, version: error.version })
  })

/** Saves a picture in public/. @param name its address @throws StudioRequestError */
export const sendPicture = (name: string, file: Blob): ReturnType<typeof uploadPicture> =>
  request(`pictures?${new URLSearchParams({ file: name })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  })

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await send(path, init).catch(() => undefined)
  if (!response) throw new StudioRequestError(unreachable)
  if (response.status === 401 || response.redirected) throw new StudioRequestError(signedOut)
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && body !== undefined) return body as T
  throw new StudioRequestError((body as StudioError | undefined)?.error ?? unreachable)
}

const send = (path: string, init?: RequestInit) =>
  fetch(base + path, { ...init, headers: { ...init?.headers, [tokenHeader]: readToken() } })

/** Distinguishes the windows in which the studio is open. */
// A page that is not encrypted has no randomUUID().
export const windowId = crypto.getRandomValues(new Uint32Array(4)).join('-')

/** How long to wait before events are requested again. */
const retryDelayMs = 1000

/**
 * Calls back for everything that happens on the server. An `EventSource` could not send the token.
 * @param onLost called when the connection is lost
 * @param onFound called when it is there again
 */
export function listenToEvents(
  onEvent: (event: StudioEvent) => void,
  onLost: () => void,
  onFound: () => void,
): void {
  let isLost = false
  const listen = async () => {
    const response = await send(`events?window=${windowId}`)
    // A proxy may answer in place of the studio.
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    if (!response.ok || !response.body || !isStream) return
    if (isLost) onFound()
    isLost = false
    let rest = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const messages = (rest + part.value).split('\n\n')
      rest = messages.pop()!
      for (const message of messages)
        if (message.startsWith('data: ')) onEvent(JSON.parse(message.slice('data: '.length)))
    }
  }
  const listenAgain = () =>
    listen()
      // The server cannot be reached.
      .catch(() => {})
      .finally(() => {
        isLost = true
        onLost()
        setTimeout(listenAgain, retryDelayMs)
      })
  void listenAgain()
}
