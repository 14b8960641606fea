import type { ServerResponse } from 'node:http'
import type { StudioEvent } from '../protocol.ts'

const keepAliveMs = 25_000

/** Server-sent events to every open studio. */
export class EventStream {
  readonly #responses = new Set<ServerResponse>()

  add(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.write(':\n\n')
    this.#responses.add(response)
    const timer = setInterval(() => response.write(':\n\n'), keepAliveMs)
    timer.unref()
    response.on('close', () => {
      clearInterval(timer)
      this.#responses.delete(response)
    })
  }

  send(event: StudioEvent): void {
    for (const response of this.#responses) response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
}
