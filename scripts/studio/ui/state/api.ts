import { studioPath } from '../../../../schema/shared/local-address.ts'
import type { StudioError } from '../../server/answer-request.ts'
import type { StudioEvent, SessionInfo } from '../../server/studio.ts'
import type {
  ActionName,
  RowAnswer,
  RowInput,
  QueryName,
  receivePicture,
} from '../../server/requests.ts'
import { tokenHeader } from '../../token-header.ts'

const base = `${studioPath}/api/`

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
export function askServer<Name extends QueryName>(
  name: Name,
  query: RowInput<'GET', Name> & Query,
): Promise<RowAnswer<'GET', Name>> {
  const known = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(known.map(([key, value]) => [key, String(value)])).toString()
  return request(search ? `${name}?${search}` : name)
}

/** Lets the server do something. @throws StudioRequestError */
export const tellServer = <Name extends ActionName>(
  name: Name,
  body: RowInput<'POST', Name>,
): Promise<RowAnswer<'POST', Name>> =>
  request(name, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Saves a picture in public/. @param name its address @throws StudioRequestError */
export const sendPicture = (name: string, file: Blob): ReturnType<typeof receivePicture> =>
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

/** How long to wait before a lost server is asked again; the last one repeats. */
const delaysMs = [1000, 2000, 5000]

const wait = (delayMs: number) => new Promise((done) => setTimeout(done, delayMs))

type ConnectionOptions = {
  onEvent: (event: StudioEvent) => void
  /** Called with the reason each time that the server does not answer, or refuses to. */
  onLost: (reason: StudioRequestError) => void
  /** Called once the server answers again. What happened meanwhile was missed. */
  onFound: (session: SessionInfo) => Promise<void>
}

/** Follows what happens on the server, and asks one that does not answer again, until it does. */
export class Connection {
  readonly #options: ConnectionOptions
  #waiting: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    void this.#follow()
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

  async #follow(): Promise<never> {
    for (let isAgain = false; ; isAgain = true) {
      // The server cannot be reached.
      await this.#listen(isAgain).catch(() => {})
      await Promise.all([this.waitUntilFound(), wait(delaysMs[0]!)])
    }
  }

  /** Calls back for events until there are no more. An `EventSource` could not send the token. */
  async #listen(isAgain: boolean): Promise<void> {
    const response = await send(`events?window=${windowId}`)
    // A proxy may answer in place of the studio.
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    if (!response.ok || !response.body || !isStream) return
    if (isAgain) void this.retry()
    let rest = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const messages = (rest + part.value).split('\n\n')
      rest = messages.pop()!
      for (const message of messages)
        if (message.startsWith('data: '))
          this.#options.onEvent(JSON.parse(message.slice('data: '.length)))
    }
  }
}

const key = 'studio-token'

/**
 * Keeps the token that was in the address, for all windows of the studio. Unlike a cookie, it stays
 * in this origin, which is that of one port.
 */
export function takeToken(): void {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return
  localStorage.setItem(key, token)
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
}

/** Where people sign in at a proxy, the document has it. Otherwise another window may have a newer one. */
const readToken = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="studio-token"]')?.content ??
  localStorage.getItem(key) ??
  ''
