/**
 * `npm run bench:studio [-- --pages 10000]`: how long the studio takes to open, an edit to be
 * accepted and to show on the page, and the form of a block to be ready, in milliseconds, as
 * medians (and ranges), and the memory of its server after five pages. The block is the one with the
 * most values, on the page with the most. Runs on a copy of this repository's site, with --pages
 * additional pages of 8 kB.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Page, chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../../scripts/shared/find-chromium.ts'
import type { NodeDetails } from '../../scripts/studio/describe/describe-node.ts'
import type { PageOutline } from '../../scripts/studio/describe/outline-page.ts'
import type { PageList } from '../../scripts/edit/describe/list-page-items.ts'
import { formatAddress } from '../../scripts/edit/source-address.ts'
import { getScriptCommand, killNpmScript, root } from '../helpers/run-npm-script.ts'
import { writeManyPages } from './many-pages.ts'
import { measureProcessTree } from './peak-memory.ts'
import { readOptions } from './read-options.ts'

const values = await readOptions(
  'bench:studio',
  {
    pages: { value: 'N', help: 'The number of additional pages.', default: '0' },
    port: { value: 'N', help: 'The port of the development server.', default: '4199' },
  },
  { '--pages 10000': 'Measure with 10,000 additional pages.' },
)
const count = Number(values.pages)
const site = mkdtempSync(join(tmpdir(), 'signpost-bench-'))
for (const name of ['pages.yaml', 'pages', 'public', 'dates.gen.json'])
  cpSync(join(root, name), join(site, name), { recursive: true })
writeManyPages(site, count)

const [program, ...args] = getScriptCommand('studio')
const options = [
  '--site',
  site,
  '--cache-dir',
  join(site, 'cache'),
  '--port',
  values.port,
  '--stay',
]
const server = spawn(program, [...args, ...options], { cwd: root, detached: true })
let output = ''
for (const stream of [server.stdout, server.stderr])
  stream.on('data', (chunk) => void (output += chunk))
const address = await new Promise<string | undefined>((resolve) => {
  server.stdout.on('data', () => {
    const found = /\S+token=\S+/.exec(output)
    if (found) resolve(found[0])
  })
  server.on('close', () => resolve(undefined))
})
if (address === undefined) {
  console.error(`The studio did not start:\n${output}`)
  rmSync(site, { recursive: true })
  process.exit(1)
}
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  // On a busy machine, compiling the code takes minutes.
  page.setDefaultTimeout(600_000)
  page.setDefaultNavigationTimeout(600_000)
  const open = async (route = '/pricing') => {
    const startedAt = performance.now()
    await page.goto(`${address}&page=${route}`)
    await page.frameLocator('iframe').locator('[data-studio-path]').first().waitFor()
    return performance.now() - startedAt
  }
  const selectRow = async (key: string) => {
    const time = page.evaluate(timeSelection, key)
    await page.locator(`.outline [role="row"][data-key="${key}"]`).click()
    return time
  }
  // The first time, the code is bundled and compiled.
  await open()
  await pause(3000 + count)
  const opened: number[] = []
  for (let n = 0; n < 5; n++) opened.push(await open())
  report('opens', opened)
  for (const route of ['/', '/contact', '/faq', '/blog', '/pricing']) await open(route)
  await pause(10_000)
  const bytes = measureProcessTree(server.pid!)
  console.log(`its server has ${Math.round(bytes / 2 ** 20)} MiB at rest, after five pages`)
  const edits: { accepted: number; shown: number }[] = []
  for (let n = 1; n <= 15; n++) {
    edits.push(await page.evaluate(editHeading, n))
    await pause(1500)
  }
  report(
    'an edit is accepted',
    edits.map(({ accepted }) => accepted),
  )
  report(
    'an edit is shown',
    edits.map(({ shown }) => shown),
  )
  const largest = await findLargestPage(page)
  await open(largest.route)
  const forms: number[] = []
  for (let n = 0; n < 10; n++) {
    await selectRow('page')
    forms.push(await selectRow(`blocks.${largest.block}`))
  }
  report(`the form of block ${largest.block + 1} of ${largest.route} is ready`, forms)
} finally {
  await browser.close()
  await killNpmScript(server)
  rmSync(site, { recursive: true })
}

/** Runs in the studio: changes the heading as the form does, and waits for the frame to show it. */
async function editHeading(n: number) {
  const frame = document.querySelector('iframe')!.contentDocument!
  const token = { 'x-studio-token': localStorage.getItem('studio-token')! }
  const session = await (await fetch('/__studio/api/session', { headers: token })).json()
  const startedAt = performance.now()
  const value = `Prices, version ${n}`
  const path = ['pages', '/pricing', 'blocks', 1, 'heading']
  const operations = [{ kind: 'set', file: 'pages/main.yaml', path, value }]
  await fetch('/__studio/api/edits', {
    method: 'POST',
    headers: { ...token, 'content-type': 'application/json' },
    body: JSON.stringify({ version: session.draft.version, operations, group: 'bench' }),
  })
  const accepted = performance.now() - startedAt
  while (frame.querySelector('h1')?.textContent !== value)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  return { accepted, shown: performance.now() - startedAt }
}

/** Finds the page with the most values, and its block with the most. */
async function findLargestPage(page: Page) {
  const get = (path: string, query = {}) =>
    page.evaluate(askStudio, `/__studio/api/${path}?${new URLSearchParams(query)}`)
  let largest = { route: '', block: 0, count: 0 }
  const { pages = [] }: PageList = await get('pages')
  for (const { route, status } of pages) {
    if (status === 'planned' || route.startsWith('/many/')) continue
    const { page }: PageOutline = await get('outline', { route })
    const { value }: NodeDetails = await get('node', { address: formatAddress(page) })
    const counts = ((value as { blocks?: unknown[] }).blocks ?? []).map(countValues)
    const count = counts.reduce((sum, each) => sum + each, 0)
    if (count > largest.count)
      largest = { route, block: counts.indexOf(Math.max(...counts)), count }
  }
  return largest
}

/** Runs in the studio. */
const askStudio = async (path: string) => {
  const headers = { 'x-studio-token': localStorage.getItem('studio-token')! }
  return (await fetch(path, { headers })).json()
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, each) => sum + countValues(each), 0)
}

/**
 * Runs in the studio: measures from the press on a row of the outline until its form is painted.
 */
async function timeSelection(key: string) {
  const startedAt = await new Promise<number>((resolve) =>
    addEventListener('pointerdown', ({ timeStamp }) => resolve(timeStamp), {
      once: true,
      capture: true,
    }),
  )
  const field = key === 'page' ? '[data-field="title"]' : `[data-field^="${key}."]`
  while (!document.querySelector(`.form ${field}`))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  // The frame with it is painted before the next task.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - startedAt
}

function report(label: string, times: number[]): void {
  const sorted = times.sort((a, b) => a - b).map(Math.round)
  console.log(`${label}: ${sorted[sorted.length >> 1]} ms (${sorted[0]}–${sorted.at(-1)})`)
}
