/** Two people edit a site in their browsers, behind a proxy at which they sign in. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { createOwnCache } from '../helpers/own-cache.ts'
import { getScriptCommand, killNpmScript, root } from '../helpers/run-npm-script.ts'
import { startHostileSite } from './hostile-script.ts'
import { hostedPort as port } from './test-servers.ts'

const secret = 'a secret of at least 32 characters'
let work: string
let site: string
let origin: string
let proxy: Server
let server: ChildProcess
/** The windows of both people. */
let ann: Page
let ben: Page

/** Asks for a name and a password, and passes requests on with the name and the secret. */
function createProxy(): Server {
  return createServer((asked, answer) => {
    const [, credentials = ''] = (asked.headers.authorization ?? '').split('Basic ')
    const [name, password] = Buffer.from(credentials, 'base64').toString().split(':')
    if (password !== `of ${name}`)
      return void answer.writeHead(401, { 'www-authenticate': 'Basic' }).end()
    const headers = { ...asked.headers, 'x-signpost-secret': secret, 'x-forwarded-user': name }
    const { method, url: path } = asked
    const passed = request(
      { port, host: '127.0.0.1', method, path, headers, agent: false },
      (given) => {
        answer.writeHead(given.statusCode!, given.headers)
        given.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
}

// One server, on one port, for all of them.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  work = mkdtempSync(join(tmpdir(), 'signpost-hosted-'))
  site = join(work, 'site')
  cpSync(join(root, 'tests/sites/bakery'), site, { recursive: true })
  const shop = join(site, 'pages/shop.yaml')
  const search = '      - { type: search, heading: What are you looking for? }\n'
  writeFileSync(
    shop,
    readFileSync(shop, 'utf8').replace(/^ {6}- type: time-bands$/m, `${search}$&`),
  )
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '--all')
  git('-c', 'user.name=Me', '-c', 'user.email=me@example.com', 'commit', '--quiet', '-m', 'Start')
  const people = join(work, 'people.yaml')
  writeFileSync(
    people,
    'ann: { role: publish, name: Ann, email: ann@example.com }\nben: { role: edit, name: Ben, email: ben@example.com }\n',
  )
  proxy = createProxy()
  // A connection that ends while its next request arrives would fail it.
  proxy.keepAliveTimeout = 75_000
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(proxy.address() as AddressInfo).port}`
  const [program, ...args] = getScriptCommand('studio')
  const hosted = ['--host', '127.0.0.1', '--origin', origin, '--people', people]
  server = spawn(program, [...args, '--site', site, '--port', String(port), ...hosted], {
    env: {
      ...process.env,
      SIGNPOST_CACHE: createOwnCache(join(work, 'cache')),
      SIGNPOST_PROXY_SECRET: secret,
    },
    detached: true,
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk
      if (output.includes(`${origin} is the studio`)) resolve()
    }
    server.stdout!.on('data', listen)
    server.stderr!.on('data', listen)
    server.once('exit', () => reject(new Error(output)))
  })
  ann = await signIn(browser, 'ann')
  ben = await signIn(browser, 'ben')
})
test.beforeEach(async () => {
  for (const page of [ann, ben]) await showHome(page)
})
test.afterAll(async () => {
  for (const page of [ann, ben]) await page?.context().close()
  server.removeAllListeners('exit')
  await killNpmScript(server)
  proxy.closeAllConnections()
  proxy.close()
  rmSync(work, { recursive: true, force: true })
})

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', site, ...args], { encoding: 'utf8' }).trim()

async function signIn(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    httpCredentials: { username: name, password: `of ${name}` },
  })
  return context.newPage()
}

async function showHome(page: Page): Promise<void> {
  await page.goto(origin)
  await expect(field(page, 'Title')).toBeVisible({ timeout: 120_000 })
  await expect(heading(page)).toBeVisible({ timeout: 120_000 })
}

const field = (page: Page, label: string) =>
  page.locator('.form').getByLabel(label, { exact: true })
const heading = (page: Page) => page.frameLocator('.preview iframe').locator('h1[data-studio-path]')
const status = (page: Page) => page.locator('.notices')
const conflict = (page: Page) => page.getByRole('group', { name: /^Conflict: Change/ })

async function save(page: Page, said: string): Promise<void> {
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect(status(page)).toContainText(`Saved. ${said}`)
}

test('each has a draft, and sees who else edits; both texts of a conflict are kept', async () => {
  const edit = async (page: Page, text: string) => {
    await heading(page).click()
    await field(page, 'Heading').fill(text)
    await expect(heading(page)).toHaveText(text)
  }
  await edit(ann, 'Baked by Ann')
  await expect(ben.locator('.top-bar')).toContainText('Ann is editing, too')
  await expect(heading(ben)).toHaveText('Baked this morning')
  await edit(ben, 'Baked by Ben')
  await expect(heading(ann)).toHaveText('Baked by Ann')
  await save(ann, 'Publish it to put it online.')
  await expect(status(ben)).toContainText('Both versions are in Unsaved changes.')
  await expect(heading(ben)).toHaveText('Baked by Ann')
  await ben.getByRole('tab', { name: 'Unsaved changes' }).click()
  await conflict(ben).getByRole('button', { name: 'Use yours' }).click()
  await expect(heading(ben)).toHaveText('Baked by Ben')
  await save(ben, 'Publish… asks others to put it online.')
  await expect(heading(ann)).toHaveText('Baked by Ben')
  expect(readFileSync(join(site, 'pages/shop.yaml'), 'utf8')).toContain('heading: Baked by Ben')
  // Ben asks others, who stay on their branch.
  await ben.getByRole('button', { name: 'Publish…' }).click()
  await expect(ben.getByRole('dialog')).not.toContainText('Publish now')
  await ben.getByRole('button', { name: 'Propose' }).click()
  await expect(status(ben)).toContainText('Proposed')
  expect(git('log', '--all', '--format=%an %D', '-1')).toMatch(/^Ben studio\//)
  expect(git('branch', '--show-current')).toBe('main')
})

test('who may not publish sees what is for others, and cannot begin it', async () => {
  for (const [page, isAllowed] of [
    [ann, true],
    [ben, false],
  ] as const) {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const phone = page.locator('.form [data-field="phone"]')
    await phone.locator('summary').click()
    await expect(phone.getByLabel('Number', { exact: true })).toBeEnabled({ enabled: isAllowed })
    const reason = phone.getByText('Phone is for the owner to decide.')
    await expect(reason).toBeVisible({ visible: !isAllowed })
    await expect(field(page, 'Name')).toBeEnabled()
    await page.route(/\/proposals\b/, (route) =>
      route.fulfill({ json: { proposals: [], isBehind: true } }),
    )
    const answered = page.waitForResponse(/\/proposals\b/)
    await page.getByRole('button', { name: 'Publish…' }).click()
    await answered
    await expect(page.getByRole('dialog').getByText('Ask others first')).toBeVisible()
    const newest = page.getByRole('button', { name: 'Get the newest version' })
    await expect(newest).toBeVisible({ visible: isAllowed })
    await page.unroute(/\/proposals\b/)
  }
})

test('a script that a block names does not run for who looks at the page', async () => {
  const hostile = await startHostileSite()
  const shop = join(site, 'pages/shop.yaml')
  const before = readFileSync(shop, 'utf8')
  try {
    // As saved by somebody who may not publish.
    const bands = '      - type: time-bands\n'
    writeFileSync(shop, before.replace(bands, `      ${hostile.block}\n${bands}`))
    const box = `The booking widget of ${hostile.host} will be here.`
    await expect(ann.frameLocator('.preview iframe').getByText(box)).toBeVisible()
    await ann.goto(`${origin}/?__studio`)
    await expect(ann.getByText(box)).toBeVisible()
    // What did run on this origin could not read the document with the token, or use the session.
    const answers = await ann.evaluate(async () =>
      Promise.all(
        ['/__studio/', '/__studio/api/session'].map(async (path) => (await fetch(path)).status),
      ),
    )
    expect(answers).toEqual([403, 403])
    expect(hostile.loads()).toBe(0)
  } finally {
    writeFileSync(shop, before)
    hostile.close()
  }
})

test('connections stay open longer than proxies keep theirs, and what is typed survives one that is lost', async () => {
  const { headers } = await fetch(`http://127.0.0.1:${port}/`)
  expect(headers.get('keep-alive')).toBe('timeout=75')
  const page = ann
  const preview = page.frameLocator('.preview iframe')
  // A search block works in the frame.
  await preview.getByRole('searchbox').fill('bread')
  await expect(preview.getByRole('link', { name: /Our bread/ })).toBeVisible()

  const banner = page.getByRole('status').filter({ hasText: 'Reconnecting…' })
  await heading(page).click()
  proxy.closeAllConnections()
  proxy.close()
  await field(page, 'Heading').fill('Baked at noon')
  await expect(banner).toContainText('The studio does not answer.')
  await expect(banner).not.toContainText('npm run')
  await page.getByRole('button', { name: 'Move Page header down' }).click()
  // The page in the frame may be loading just then.
  await page
    .locator('.preview iframe')
    .evaluate((frame) => (frame as HTMLIFrameElement).contentWindow?.location.reload())
  proxy.listen(Number(new URL(origin).port), 'localhost')
  // The studio may have connected again by itself, and taken the button away, before it is pressed.
  await banner
    .getByRole('button', { name: 'Retry' })
    .click({ timeout: 5_000 })
    .catch(() => undefined)
  await expect(banner).toHaveCount(0)
  await expect(heading(page)).toHaveText('Baked at noon')
  await expect(field(page, 'Heading')).toHaveText('Baked at noon')
  await page.getByRole('tab', { name: 'Unsaved changes' }).click()
  await expect(page.locator('.bottom .steps li')).toHaveCount(2)
})
