/**
 * A geocoder, a booking widget and an analytics endpoint, as third parties would run them. With a
 * certain campaign, the widget is missing.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { servicesPort } from './test-servers.ts'

const geocoderPlaces = [
  { latitude: 31.9973, address: { city: 'Midland', state: 'Texas' } },
  { latitude: 31.8457, address: { town: 'Odessa', state: 'Texas' } },
  { latitude: 29.7604, address: { city: 'Houston', state: 'Texas' } },
]

function answerGeocoding(query: URLSearchParams, response: ServerResponse): void {
  const latitude = Number(query.get('lat'))
  const json = (body: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  if (query.get('format') !== 'json' || !query.has('lon')) return void response.writeHead(400).end()
  json({ address: geocoderPlaces.find((name) => name.latitude === latitude)?.address ?? {} })
}

/** Fills its host element and adds a style and a frame to the document, as such widgets do. */
const widgetScript = `{
  const { dataset, parentElement } = document.currentScript
  const box = document.createElement('div')
  box.id = 'widget'
  box.textContent = 'Calendar for ' + JSON.stringify({ ...dataset })
  parentElement.append(box)
  const style = document.createElement('style')
  style.id = 'widget-style'
  document.head.append(style)
  const frame = document.createElement('iframe')
  frame.id = 'widget-frame'
  frame.title = 'Payment'
  document.body.append(frame)
}`

function answerWidget(query: URLSearchParams, response: ServerResponse): void {
  response.setHeader('content-type', 'text/javascript')
  if (query.get('utm_campaign') === 'missing') response.writeHead(404).end()
  else response.end(widgetScript)
}

const recordedVisits: unknown[] = []

async function recordVisit(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.method === 'POST') recordedVisits.push(JSON.parse(body))
  response.end(JSON.stringify(recordedVisits))
}

export function startFakeServices(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('access-control-allow-origin', '*')
    if (pathname === '/reverse') answerGeocoding(searchParams, response)
    else if (pathname === '/widget.js') answerWidget(searchParams, response)
    else if (pathname === '/beacon') void recordVisit(request, response)
    else response.writeHead(404).end()
  })
  return new Promise((resolve) => server.listen(servicesPort, 'localhost', () => resolve(server)))
}
