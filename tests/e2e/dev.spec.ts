/**
 * The development server in a real browser. It runs on a copy of the code and of the bakery, so
 * that an interrupted test leaves no changes in the repository.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  // With it, the generated files are known to be up to date, as in the repository.
  cpSync(join(root, 'docs/dependencies.gen.md'), join(copy, 'docs/dependencies.gen.md'))
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

test('an address that names no page is answered without a message', async () => {
  output = ''
  expect((await fetch(`${origin}/our-bread`)).url).toBe(`${origin}/bread`)
  expect((await fetch(`${origin}/no-such-page`)).status).toBe(404)
  expect((await fetch(`${origin}/%E0%A4%A`)).status).toBe(400)
  expect(output).toBe('')
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

test('a new block folder works without a restart', async ({ page }) => {
  // As a developer does who begins with another block: the new folder is written while the server runs.
  const folder = join(copy, 'blocks/shout')
  cpSync(join(copy, 'blocks/notice'), folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8')
    rmSync(join(folder, name))
    writeFileSync(
      join(folder, name.replace('notice', 'shout')),
      text.replaceAll('notice', 'shout').replaceAll('Notice', 'Shout'),
    )
  }
  await expect
    .poll(() => readFileSync(join(copy, 'blocks/registry.gen.ts'), 'utf8'))
    .toContain('shout')
  const text = 'text: Hot pies until noon.'
  writeFileSync(
    join(site, 'pages/pies.yaml'),
    `pages:\n  /pies: { kind: info, title: Our pies, description: All of them., blocks: [{ type: shout, tone: info, ${text} }, { type: hero, heading: Pies }] }\n`,
  )
  await expect.poll(readEditorSchema).toContain('shout-block')
  await openMarkedPage(page, '/pies')
  await expect(page.locator('.shout')).toContainText('Hot pies until noon.')
  editFile('blocks/shout/shout.css', '@layer blocks {', '@layer blocks {\n  .shout { order: 7 }')
  await expect(page.locator('.shout')).toHaveCSS('order', '7')
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
  // The preview has no connection to Vite, which tells the first page that has one of the mistake.
  await page.goto(origin)
  await expect(page.locator('vite-error-overlay')).toHaveCount(1)
})

// Those of YAML are in tests/studio/dev-session.test.ts.
test('a saved component and style are shown that were truncated first', async ({ page }) => {
  await openMarkedPage(page)
  editFile(
    'blocks/hero/hero.css',
    '@layer blocks {',
    '@layer blocks {\n  .hero h1 {\n    order: 0;\n  }',
  )
  truncateThenWrite('blocks/hero/hero.tsx', '<h1 data-edited', '<h1 data-edited data-slow')
  await expect(page.locator('h1[data-slow]')).toHaveText('Baked just now')
  truncateThenWrite('blocks/hero/hero.css', 'order: 0;', 'order: 1;')
  await expect(page.locator('h1')).toHaveCSS('order', '1')
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

test('data that no component can render is reported, and nothing crashes', async ({ page }) => {
  await openMarkedPage(page)
  const overlay = page.locator('#signpost-problems')
  editFile(
    'site/pages/shop.yaml',
    '        items:\n          - { question',
    '        itms:\n          - { question',
  )
  await expect(overlay).toContainText('Did you mean "items"?')
  editFile('site/pages/shop.yaml', '        itms:\n', '        items:\n')
  await expect(overlay).toHaveCount(0)
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
})
