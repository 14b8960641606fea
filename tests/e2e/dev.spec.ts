/**
 * The development server in a real browser. It runs on a copy of the code and of the bakery, so
 * that an interrupted test leaves no changes in the repository.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { getScriptCommand, killNpmScript } from '../helpers/run-npm-script.ts'
import { waitForHydration } from './page-helpers.ts'
import { test } from './shared-tab.ts'
import { devPort as port } from './test-servers.ts'

const root = join(import.meta.dirname, '../..')
const origin = `http://localhost:${port}`
let copy: string
let site: string
let server: ChildProcess
let studioAddress: string
/** What the server has printed. */
let output = ''

test.describe.configure({ mode: 'serial', timeout: 240_000 })

test.beforeAll(async () => {
  test.setTimeout(240_000)
  copy = mkdtempSync(join(tmpdir(), 'signpost-dev-'))
  for (const name of [
    'blocks',
    'renderer',
    'schema',
    'scripts',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  site = join(copy, 'site')
  cpSync(join(root, 'tests/sites/bakery'), site, { recursive: true })
  const [program, ...args] = getScriptCommand('dev', copy)
  server = spawn(program, [...args, '--site', site, '--port', String(port)], {
    cwd: copy,
    detached: true,
  })
  studioAddress = await new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk
      const [address] = /http\S+token=\S+/.exec(output) ?? []
      if (address !== undefined) resolve(address)
    }
    server.stdout!.on('data', listen)
    server.stderr!.on('data', listen)
    server.once('exit', () => reject(new Error(output)))
  })
})

test.afterAll(async () => {
  server.removeAllListeners('exit')
  // The server may still write into the folder while it shuts down.
  await killNpmScript(server)
  rmSync(copy, { recursive: true, force: true })
})

/** Opens a page, waits until it is hydrated, and marks the document. A reload loses the mark. */
async function openMarkedPage(page: Page, route = '/'): Promise<string[]> {
  const messages: string[] = []
  page.on(
    'console',
    (message) =>
      message.type() !== 'debug' &&
      !message.text().includes('React DevTools') &&
      messages.push(message.text()),
  )
  page.on('pageerror', (error) => messages.push(error.message))
  await page.goto(origin + route)
  // The first page waits until Vite has bundled the packages.
  await waitForHydration(page)
  await page.evaluate(() => void ((window as { marked?: true }).marked = true))
  return messages
}
const isSameDocument = (page: Page) => page.evaluate(() => 'marked' in window)

function editFile(file: string, from: string, to: string): void {
  writeFileSync(join(copy, file), replaceInFile(file, from, to))
}

function replaceInFile(file: string, from: string, to: string): string {
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text).toContain(from)
  return text.replace(from, () => to)
}

/**
 * Saves as some editors do on a busy machine: the file is empty for a while. Blocks this process in
 * between, whose other work could take longer than the server waits.
 */
function truncateThenWrite(file: string, from: string, to: string): void {
  const text = replaceInFile(file, from, to)
  writeFileSync(join(copy, file), '')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  writeFileSync(join(copy, file), text)
}

/**
 * Builds the site. Doesn't block this process, which would not notice that the server closes idle
 * connections meanwhile, and would use one of them for its next request.
 */
async function buildSite(out: string): Promise<void> {
  const [program, ...args] = getScriptCommand('build')
  await promisify(execFile)(program, [...args, '--site', site, '--out', out], { cwd: root })
}

const readEditorSchema = () => readFileSync(join(site, '.signpost/editor.json'), 'utf8')

/** Scrolls down, runs an action, and expects the same scroll position and document afterwards. */
async function expectSameScrollPosition(page: Page, act: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 800, height: 400 })
  await page.evaluate(() => scrollTo(0, 300))
  await act()
  expect(await page.evaluate(() => scrollY)).toBe(300)
  expect(await isSameDocument(page)).toBe(true)
}

test('hydration logs nothing to the console', async ({ page }) => {
  const messages = await openMarkedPage(page)
  await expect(page.locator('h1')).toHaveText('Baked this morning')
  expect(messages.filter((text) => !text.startsWith('[vite]'))).toEqual([])
})

test('the dev server renders the search index on request', async ({ page }) => {
  const settings = join(site, 'pages.yaml')
  const before = readFileSync(settings, 'utf8')
  writeFileSync(settings, before.replace('- type: hero\n', '- type: search\n      - type: hero\n'))
  await page.goto(`${origin}/nowhere`)
  await page.getByRole('searchbox').fill('loafs')
  // The list is made from all documents, once the checks are done.
  await expect(page.locator('.search-results mark').first()).toHaveText(/loa/i)
  writeFileSync(settings, before)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
})

test('a build at the same time writes the documents and files that the dev server sends', async ({
  page,
}) => {
  await openMarkedPage(page)
  output = ''
  const out = join(copy, 'dist')
  await buildSite(out)
  for (const [route, status] of [
    ['/', 200],
    ['/bread', 200],
    ['/cakes', 200],
    ['/404', 404],
  ] as const) {
    const response = await fetch(origin + route)
    expect(response.status).toBe(status)
    const file = route === '/404' ? '404.html' : `${route}/index.html`
    expect(pickComparableHtml(await response.text())).toEqual(
      pickComparableHtml(readFileSync(join(out, file), 'utf8')),
    )
  }
  // `_redirects` is for hosts.
  for (const file of ['sitemap.xml', 'robots.txt', 'site.webmanifest', 'site.json']) {
    const response = await fetch(`${origin}/${file}`)
    expect([file, response.status, await response.text()]).toEqual([
      file,
      200,
      readFileSync(join(out, file), 'utf8'),
    ])
  }
  // Neither the build nor an unknown page or a malformed URL is worth a message.
  expect((await fetch(`${origin}/no-such-page`)).status).toBe(404)
  expect((await fetch(`${origin}/%E0%A4%A`)).status).toBe(400)
  // By the time a change after the build is noticed, changes of the build would have been noticed,
  // too.
  editFile('site/pages/shop.yaml', 'Baked this morning', 'Baked in the morning')
  await expect(page.locator('h1')).toHaveText('Baked in the morning')
  editFile('site/pages/shop.yaml', 'Baked in the morning', 'Baked this morning')
  await expect(page.locator('h1')).toHaveText('Baked this morning')
  expect(await isSameDocument(page)).toBe(true)
  expect(output).toBe('')
})

/** Returns a document without its policy and the addresses of its files, which differ in `dev`. */
function pickComparableHtml(html: string) {
  const tags = html.match(
    /<(?:(title|script) ?(?:type="application\/ld\+json")?>.*?<\/\1|meta (?!http-equiv)[^>]*|link rel="canonical"[^>]*)>/g,
  )
  const [body] =
    /<div id="root">.*<\/div>(?=<\/body>|<script)/s.exec(
      html.replace(/<script(?: type="module")?[^>]* (?:src|async)[^>]*>.*?<\/script>/gs, ''),
    ) ?? []
  expect(body).toBeDefined()
  return {
    language: /<html lang="[^"]*" data-page="[^"]*"/.exec(html)?.[0],
    tags: tags?.sort(),
    // The build turns style attributes into rules.
    body: body!.replace(/ (?:data-)?style="[^"]*"/g, ''),
  }
}

test('the dev server publishes files of public/, but no hidden ones', async () => {
  const getStatus = async (path: string) => (await fetch(origin + path)).status
  writeFileSync(join(site, 'public/.htaccess'), 'Deny from all')
  writeFileSync(join(site, 'public/new.txt'), 'new')
  await expect.poll(() => getStatus('/new.txt')).toBe(200)
  expect(await getStatus('/opening.txt')).toBe(200)
  expect(await getStatus('/.htaccess')).toBe(404)
  for (const name of ['.htaccess', 'new.txt']) rmSync(join(site, 'public', name))
})

test('saved YAML files update the page, also two at once, and keep its position', async ({
  page,
}) => {
  await openMarkedPage(page)
  await expectSameScrollPosition(page, async () => {
    editFile('site/pages/shop.yaml', 'Baked this morning', 'Baked an hour ago')
    await expect(page.locator('h1')).toHaveText('Baked an hour ago')
  })
  editFile('site/pages/shop.yaml', 'Baked an hour ago', 'Baked a minute ago')
  await new Promise((resolve) => setTimeout(resolve, 20))
  editFile('site/pages/shop.yaml', 'Baked a minute ago', 'Baked just now')
  await expect(page.locator('h1')).toHaveText('Baked just now')
})

test('a saved fact and a saved setting are shown', async ({ page }) => {
  await openMarkedPage(page, '/bread')
  editFile('site/pages/facts.yaml', 'value: 4.2', 'value: 4.8')
  await expect(page.locator('td.numeric').first()).toHaveText('£4.80')
  editFile('site/pages.yaml', 'Flour may be present', 'Nuts may be present')
  await expect(page.locator('.footer-legal')).toContainText('Nuts may be present')
  expect(await isSameDocument(page)).toBe(true)
})

test('a page from a new file is served without a restart', async ({ page }) => {
  expect((await fetch(`${origin}/pies`)).status).toBe(404)
  writeFileSync(
    join(site, 'pages/pies.yaml'),
    'pages:\n  /pies: { kind: info, title: Our pies, description: All of them., blocks: [{ type: hero, heading: Pies }] }\n',
  )
  await expect.poll(async () => (await fetch(`${origin}/pies`)).status).toBe(200)
  await openMarkedPage(page, '/pies')
  await expect(page.locator('h1')).toHaveText('Pies')
  // Editors offer it as the target of a link.
  await expect.poll(readEditorSchema).toContain('"/pies"')
})

test('a new block folder works without a restart', async ({ page }) => {
  // As a developer does: the new folder is written while the server runs. No code of the copy has
  // changed before, so that its commands are not bundled again.
  const [program, ...args] = getScriptCommand('new', copy)
  expect(spawnSync(program, [...args, 'block', 'shout'], { cwd: copy }).status).toBe(0)
  await expect
    .poll(() => readFileSync(join(copy, 'blocks/registry.gen.ts'), 'utf8'))
    .toContain('shout')
  editFile(
    'site/pages/pies.yaml',
    '[{ type: hero',
    '[{ type: shout, heading: Hot pies }, { type: hero',
  )
  await openMarkedPage(page, '/pies')
  await expect(page.locator('.shout h2')).toHaveText('Hot pies')
  await expect.poll(readEditorSchema).toContain('shout-block')
  editFile('blocks/shout/shout.css', '--shout-gap: var(--space)', 'text-transform: uppercase')
  await expect(page.locator('.shout')).toHaveCSS('text-transform', 'uppercase')
  rmSync(join(site, 'pages/pies.yaml'))
  await expect(page.locator('h1')).toHaveText('Nothing in this basket')
  expect((await fetch(`${origin}/pies`)).status).toBe(404)
})

test("a block's saved CSS and component update the page and keep its position", async ({
  page,
}) => {
  await openMarkedPage(page)
  await expectSameScrollPosition(page, async () => {
    editFile(
      'blocks/hero/hero.css',
      '@layer blocks {',
      '@layer blocks {\n  .hero h1 {\n    color: rgb(1, 2, 3);\n  }',
    )
    await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
    editFile('blocks/hero/hero.tsx', '<h1>', '<h1 data-edited>')
    await expect(page.locator('h1[data-edited]')).toHaveText('Baked just now')
  })
})

test('the preview of the studio shows saved components and styles, also after a mistake', async ({
  page,
}) => {
  await page.goto(studioAddress)
  const heading = page.frameLocator('.preview iframe').locator('h1[data-studio-path]')
  await expect(heading).toHaveText('Baked just now', { timeout: 60_000 })
  editFile('blocks/hero/hero.css', 'color: rgb(1, 2, 3)', 'color: rgb(3, 2, 1)')
  await expect(heading).toHaveCSS('color', 'rgb(3, 2, 1)')
  editFile('blocks/hero/hero.tsx', '<h1 data-edited>', '<h1 data-edited="twice>')
  await expect(heading).toHaveCount(0)
  editFile('blocks/hero/hero.tsx', '<h1 data-edited="twice>', '<h1 data-edited="twice">')
  await expect(heading).toHaveAttribute('data-edited', 'twice')
  // Once it is hydrated, it follows texts without being loaded again.
  const frame = page.frames().at(-1)!
  await frame.evaluate(() => void ((window as { marked?: true }).marked = true))
  editFile('site/pages/shop.yaml', 'Baked just now', 'Baked for you')
  await expect(heading).toHaveText('Baked for you')
  expect(await frame.evaluate(() => 'marked' in window)).toBe(true)
  editFile('site/pages/shop.yaml', 'Baked for you', 'Baked just now')
  await expect(heading).toHaveText('Baked just now')
  // The preview has no connection to Vite, which tells the first page that has one of the mistake.
  await page.goto(origin)
  await expect(page.locator('vite-error-overlay')).toHaveCount(1)
})

test('a save that truncates the file first is shown', async ({ page }) => {
  await openMarkedPage(page)
  editFile(
    'blocks/hero/hero.css',
    '@layer blocks {',
    '@layer blocks {\n  .hero h1 {\n    order: 0;\n  }',
  )
  for (const step of [1, 2]) {
    truncateThenWrite(
      'blocks/hero/hero.tsx',
      '<h1 data-edited',
      `<h1 data-edited data-slow-${step}`,
    )
    await expect(page.locator(`h1[data-slow-${step}]`)).toHaveText('Baked just now')
    truncateThenWrite('blocks/hero/hero.css', `order: ${step - 1};`, `order: ${step};`)
    await expect(page.locator('h1')).toHaveCSS('order', String(step))
    truncateThenWrite('site/pages/shop.yaml', 'Baked just now', `Baked just now, ${step}`)
    await expect(page.locator('h1')).toHaveText(`Baked just now, ${step}`)
    truncateThenWrite('site/pages/shop.yaml', `Baked just now, ${step}`, 'Baked just now')
    await expect(page.locator('h1')).toHaveText('Baked just now')
  }
  expect(await isSameDocument(page)).toBe(true)
})

for (const [mistake, code, broken, shown] of [
  ['lacked an export', 'export function Hero', 'function Hero', 'html[data-bare]'],
  [
    'threw an error',
    '<h1',
    '<h1 ref={() => { throw Error() }}',
    'text=Unexpected Application Error',
  ],
] as const) {
  test(`a page that was opened while a component ${mistake} shows the corrected one`, async ({
    page,
  }) => {
    const readModule = async () => (await fetch(`${origin}/blocks/hero/hero.tsx`)).text()
    const correct = await readModule()
    editFile('blocks/hero/hero.tsx', code, broken)
    await expect.poll(readModule).not.toBe(correct)
    await page.goto(origin)
    await expect(page.locator(shown)).toBeVisible()
    editFile('blocks/hero/hero.tsx', broken, code)
    await expect(page.locator('h1')).toHaveText('Baked just now')
    await waitForHydration(page)
  })
}

test('an overlay shows a mistake with the message of the check until it is fixed', async ({
  page,
}) => {
  await page.route('**/__open-in-editor*', (route) => route.fulfill())
  await openMarkedPage(page)
  const overlay = page.locator('#signpost-problems')
  await expect(overlay).toHaveCount(0)
  editFile('site/pages/shop.yaml', 'type: time-bands', 'type: time-band')
  await expect(overlay).toContainText('pages/shop.yaml')
  await expect(overlay).toContainText('"time-band" is not a block type. Did you mean "time-bands"?')
  await expect(overlay).toContainText(/^1 error/)
  await expect(overlay.locator('[data-part=caret]')).toHaveText(/^\^+$/)
  const { height } = (await overlay.boundingBox())!
  expect(height).toBeLessThanOrEqual(page.viewportSize()!.height / 2)
  const opened = page.waitForRequest(/__open-in-editor\?file=.*shop\.yaml/)
  await overlay.getByRole('link').first().click()
  await opened
  await overlay.getByRole('button', { name: /^Hide/ }).click()
  await expect(overlay).toHaveCount(0)
  await page.reload()
  await expect(overlay).toContainText('pages/shop.yaml')
  await overlay.getByRole('link').first().press('Escape')
  await expect(overlay).toHaveCount(0)
  await expect(page.locator('h1')).toHaveText('Baked just now')
  await page.reload()
  await expect(overlay).toContainText('Did you mean "time-bands"?')
  editFile('site/pages/shop.yaml', 'type: time-band\n', 'type: time-bands\n')
  await expect(overlay).toHaveCount(0)
})

test('a broken link is reported, and data that no component can render, and nothing crashes', async ({
  page,
}) => {
  await openMarkedPage(page)
  const overlay = page.locator('#signpost-problems')
  editFile(
    'site/pages/shop.yaml',
    '{ label: See the bread, href: /bread }',
    '{ label: See the buns, href: /buns }',
  )
  await expect(page.getByRole('link', { name: 'See the buns' })).toBeVisible()
  await expect(overlay).toContainText('The page /buns does not exist.')
  editFile(
    'site/pages/shop.yaml',
    '{ label: See the buns, href: /buns }',
    '{ label: See the bread, href: /bread }',
  )
  await expect(page.getByRole('link', { name: 'See the bread' })).toBeVisible()
  await expect(overlay).toHaveCount(0)
  editFile(
    'site/pages/shop.yaml',
    '        items:\n          - { question',
    '        itms:\n          - { question',
  )
  await expect(overlay).toContainText('Did you mean "items"?')
  editFile('site/pages/shop.yaml', '        itms:\n', '        items:\n')
  await expect(overlay).toHaveCount(0)
})

test('an unreadable file keeps its last good pages', async ({ page }) => {
  await openMarkedPage(page)
  const overlay = page.locator('#signpost-problems')
  editFile('site/pages/shop.yaml', 'kind: home', 'kind: [home')
  await expect(overlay).toContainText('pages/shop.yaml')
  await page.reload()
  await expect(page.locator('h1')).toHaveText('Baked just now')
  expect((await fetch(`${origin}/bread`)).status).toBe(200)
  editFile('site/pages/shop.yaml', 'kind: [home', 'kind: home')
  await expect(overlay).toHaveCount(0)
})

test('a file that is deleted and restored is noticed', async ({ page }) => {
  await openMarkedPage(page)
  const overlay = page.locator('#signpost-problems')
  renameSync(join(site, 'pages.yaml'), join(copy, 'away.yaml'))
  await expect(overlay).toContainText('The file pages.yaml does not exist.')
  renameSync(join(copy, 'away.yaml'), join(site, 'pages.yaml'))
  await expect(overlay).toHaveCount(0)
  editFile('site/pages.yaml', 'Nuts may be present', 'Sesame may be present')
  await expect(page.locator('.footer-legal')).toContainText('Sesame may be present')
})

test('placeholders are framed', async ({ page }) => {
  editFile(
    'site/pages/shop.yaml',
    '- { question: Do you deliver?',
    '- { question: Do you bake at night?, answer: Yes. }\n          - { question: Do you deliver?',
  )
  editFile(
    'site/pages/shop.yaml',
    '      - type: faq',
    '      - type: testimonials\n        heading: Over the counter\n        items: [{ quote: Good., name: A customer, placeholder: true }]\n      - type: faq',
  )
  await openMarkedPage(page)
  await expect(page.locator('.testimonials [data-placeholder]')).toHaveCSS(
    'outline-style',
    'dashed',
  )
})

test.describe('the button that opens the studio', () => {
  const findButton = (page: Page) => page.getByRole('link', { name: 'Edit', exact: true })

  test('opens it at the page that is shown, also after a link', async ({ page }) => {
    // An alias redirects.
    await openMarkedPage(page, '/our-bread')
    await expect(page).toHaveURL(`${origin}/bread`)
    await findButton(page).hover()
    await expect(findButton(page)).toHaveAttribute('href', '/__studio/?page=%2Fbread')
    await page.locator('.logo').click()
    await expect(page).toHaveURL(`${origin}/`)
    expect(await isSameDocument(page)).toBe(true)
    // The navigation moves the focus once the page is shown.
    await expect(page.locator('main h1')).toBeFocused()
    await findButton(page).focus()
    await expect(findButton(page)).toHaveAttribute('href', '/__studio/?page=%2F')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/__studio/)
  })

  test('neither moves nor styles the page, and leaves room for the phone bar', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openMarkedPage(page)
    await expect(findButton(page)).toBeVisible()
    const describeBody = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('body *')].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          const { color, font, margin } = getComputedStyle(element)
          return [element.tagName, x, y, width, height, color, font, margin].join(' ')
        }),
      )
    // As if the buttons of the hero were out of sight.
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { past: 'true' }))
    await expect(page.locator('.phone-bar')).toBeVisible()
    const phoneBar = (await page.locator('.phone-bar').boundingBox())!
    const { y, height } = (await findButton(page).boundingBox())!
    expect(y + height).toBeLessThanOrEqual(phoneBar.y)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const shown = await describeBody()
    await page.evaluate(() => document.querySelector('signpost-overlay')!.remove())
    expect(await describeBody()).toEqual(shown)
  })

  test('leaves examples of the catalogue alone', async ({ page }) => {
    // All the frames of a block would take longer than all other tests of this file.
    const examples = await (await fetch(`${origin}/__catalogue/notice/`)).text()
    const [, frame] = /<iframe[^>]* src="([^"]+)"/.exec(examples)!
    await openMarkedPage(page, new URL(frame!, `${origin}/__catalogue/notice/`).pathname)
    await expect(page.locator('.notice')).toBeVisible()
    await expect(findButton(page)).toHaveCount(0)
  })
})
