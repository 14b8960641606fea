/** A studio in a real browser: one server, one window, and a copy of the bakery. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type FrameLocator, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import { writeSet } from '../studio/set-site.ts'
import { createOwnCache } from '../helpers/own-cache.ts'
import { getScriptCommand, killNpmScript, root } from '../helpers/run-npm-script.ts'
import { loadAxe } from './load-axe.ts'

let work: string
let server: ChildProcess
export let site: string
export let address: string
export let page: Page
export let preview: FrameLocator

/**
 * Runs the tests of a file one after the other, with one server and one window. Each starts with
 * the home page, and without edits that are not saved.
 */
export function shareStudio(port: number): void {
  test.describe.configure({ mode: 'default', timeout: 240_000 })
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(240_000)
    await startStudio(browser, port)
  })
  test.beforeEach(resetStudio)
  test.afterAll(stopStudio)
}

async function startStudio(browser: Browser, port: number): Promise<void> {
  work = mkdtempSync(join(tmpdir(), 'signpost-studio-'))
  site = join(work, 'site')
  cpSync(join(root, 'tests/sites/bakery'), site, { recursive: true })
  writeSet(site)
  writeTables(site)
  // Some tasks begin without a picture.
  rmSync(join(site, 'public/mark.svg'))
  const settings = readFileSync(join(site, 'pages.yaml'), 'utf8')
  writeFileSync(join(site, 'pages.yaml'), settings.replace(', image: /mark.svg', ''))
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.email', 'me@example.com')
  git('config', 'user.name', 'Me')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Start')
  const [program, ...args] = getScriptCommand('dev')
  server = spawn(program, [...args, '--site', site, '--port', String(port)], {
    // A site may be on another drive than the program.
    cwd: site,
    // Another server at the same time would replace the packages that Vite has bundled.
    env: { ...process.env, SIGNPOST_CACHE: createOwnCache(join(work, 'cache')) },
    detached: true,
  })
  address = await new Promise<string>((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk
      const [found] = /http\S+token=\S+/.exec(output) ?? []
      if (found) resolve(found)
    }
    server.stdout!.on('data', listen)
    server.stderr!.on('data', listen)
    server.once('exit', () => reject(new Error(output)))
  })
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  page = await context.newPage()
  preview = page.frameLocator('.preview iframe')
  await page.goto(address)
  await expect(field('Title')).toBeVisible({ timeout: 90_000 })
  // The first page waits until Vite has bundled the packages.
  await expect(preview.locator('h1[data-studio-path]')).toBeVisible({ timeout: 120_000 })
}

export const shopFile = 'data/shops.csv'
export const shopRows =
  '\uFEFFTown;Opens;"Lead"\r\nLeeds;7;"By the market"\r\n"York; old";8;By the wall.\r\nHull;9;By the sea.'

const priceFile = 'data/prices.csv'
const priceRows = 'Cake,Small,Large\nPlain,10,20\nFruit,12.50,24\n'

export const stallFile = 'data/stalls.yaml'
const stallRows = `- town: Selby
  goods: [bread, rolls]
  questions:
    - { question: Cash only?, answer: 'No, cards too.' }
- { town: Otley, goods: [cakes] }
`

/** Sets whose rows are CSV, or have lists, and a table of facts. */
function writeTables(folder: string): void {
  writeFileSync(join(folder, shopFile), shopRows)
  writeFileSync(join(folder, priceFile), priceRows)
  writeFileSync(join(folder, stallFile), stallRows)
  writeFileSync(
    join(folder, 'pages/shops.yaml'),
    `facts:
  cakes: { label: Cakes, unit: GBP, table: ${priceFile} }
sets:
  /shops/{town}:
    name: shops
    rows: ${shopFile}
    page:
      kind: info
      title: 'Our shop in {{town}}'
      description: 'In {{town}}, we open at {{opens}}.'
      noindex: true
      blocks:
        - { type: hero, heading: 'In {{town}}', lead: '{{lead}}' }
        - { type: prose, heading: Cakes, body: 'From \${cakes.plain.small}, with fruit \${cakes.fruit.small}.' }
  /stalls/{town}:
    rows: ${stallFile}
    page:
      kind: info
      title: 'Our stall in {{town}}'
      description: 'What the stall in {{town}} has.'
      noindex: true
      blocks:
        - { type: hero, heading: 'The stall in {{town}}' }
        - { type: fee-table, heading: Cakes, rows: cakes }
        - { type: checklist, heading: We bring, lists: [{ heading: Goods, items: '{{goods}}' }] }
        - { type: card-grid, heading: Our shops, items: shops, row: { title: 'Our shop in {{town}}' } }
        - { type: faq, heading: At the stall, items: ['{{questions?}}', { question: When?, answer: At nine. }] }
`,
  )
}

/** Runs Git on the copy. */
export const git = (...args: string[]): string =>
  execFileSync('git', ['-C', site, ...args], { encoding: 'utf8' })

/** Asks the studio as its page does. @param body of a request that changes something */
export const callStudio = <T>(path: string, body?: object): Promise<T> =>
  new Promise((resolve, reject) => {
    const { host, hostname, port, origin, searchParams } = new URL(address)
    expect(hostname).toMatch(/^s[0-9a-f]+\.localhost$/)
    const headers = { host, origin, 'x-studio-token': searchParams.get('token')! }
    const json = body && { 'content-type': 'application/json' }
    // Node does not find the name of the studio by itself, as browsers do.
    const options = { host: 'localhost', port, path: `/__studio/api/${path}` }
    const method = body ? 'POST' : 'GET'
    const sent = request(
      { ...options, method, headers: { ...headers, ...json }, agent: false },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => void (text += part))
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(text),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })

/** Shows the home page, without edits that are not saved. */
async function resetStudio(): Promise<void> {
  // Leaving the page ends what the previous test has begun, so that nothing follows the revert.
  await page.goto('about:blank')
  await callStudio('revert', {})
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(address)
  await expect(field('Title')).toHaveText('Mill Lane Bakery, Leeds')
  await expect(preview.locator('h1[data-studio-path]')).toBeVisible({ timeout: 30_000 })
}

async function stopStudio(): Promise<void> {
  server.removeAllListeners('exit')
  await killNpmScript(server)
  rmSync(work, { recursive: true, force: true })
}

export const field = (label: string) => page.locator('.form').getByLabel(label, { exact: true })
export const outline = (name: string) =>
  page.getByRole('treegrid', { name: 'Outline of the page' }).getByRole('row', { name })
export const status = () => page.locator('.notices')

/** Saves all changes, through the dialog. */
export async function saveByKey(): Promise<void> {
  await page.keyboard.press('Control+S')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Save \d/ })
    .click()
  await expect(status()).toContainText('Saved.')
}

/** Fails for anything that assistive technology could not use. */
export async function expectAccessible(part: string): Promise<void> {
  await loadAxe(page)
  const found = await page.evaluate(async (selector) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // An element that a sticky header half covers would be too small a target.
    document.querySelector(selector)!.closest('.form')?.scrollTo(0, 0)
    const { violations } = await run(
      { include: [selector], exclude: ['iframe'] },
      {
        // Of what passes, axe would describe each element.
        resultTypes: ['violations'],
        preload: false,
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: {
          'target-size': { enabled: true },
          'label-content-name-mismatch': { enabled: true },
          // The arrow keys move through a list of results while the focus stays in its search.
          'scrollable-region-focusable': { enabled: false },
        },
      },
    )
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, part)
  expect(found).toEqual([])
}
