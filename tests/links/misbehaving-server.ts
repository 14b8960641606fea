import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../scripts/links/link-types.ts'

/** A clock that moves only when someone waits, or a test says so. */
export class TestClock implements Clock {
  time = Date.parse('2026-03-04T00:00:00Z')
  readonly waits: number[] = []
  readonly #timers = new Map<() => void, number>()

  now = () => this.time

  async wait(ms: number) {
    this.waits.push(ms)
    this.advance(ms)
  }

  startTimer(ms: number, callback: () => void) {
    this.#timers.set(callback, this.time + ms)
    return () => void this.#timers.delete(callback)
  }

  advance(ms: number) {
    this.time += ms
    for (const [callback, due] of this.#timers) if (due <= this.time) callback()
  }
}

/** @param count how often the path has been requested. */
export type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => unknown

export type TestServer = {
  port: number
  /** Each request: `GET /robots.txt`. */
  requests: string[]
  userAgents: Set<string | undefined>
  close(): Promise<void>
}

/** Starts a server on the loopback interface. @param handlers by path; others answer 200. */
export async function startServer(handlers: Record<string, Handler>): Promise<TestServer> {
  const requests: string[] = []
  const userAgents = new Set<string | undefined>()
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url!
    requests.push(`${request.method} ${path}`)
    userAgents.add(request.headers['user-agent'])
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const handler = handlers[path]
    if (handler) handler(request, response, counts.get(path)!)
    else response.writeHead(path === '/robots.txt' ? 404 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port, requests, userAgents, close }
}

export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Handler =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)
