/**
 * `npm run bench:studio [-- --pages 10000]`: how long the studio takes to open, and an edit to be
 * accepted and to show on the page, in milliseconds, as medians (and ranges). Runs on a copy of this
 * repository's site, with --pages additional pages of 8 kB.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../../scripts/shared/find-chromium.ts'
import { getScriptCommand, killNpmScript, root } from '../helpers/run-npm-script.ts'
import { writeManyPages } from './many-pages.ts'
import { readOptions } from './read-options.ts'

const values = await readOptions(
  { pages: { type: 'string', default: '0' }, port: { type: 'string', default: '4199' } },
  'npm run bench:studio -- [--pages N] [--port N]',
  {
    '--pages N': 'The number of additional pages. Default: 0.',
    '--port N': 'The port of the development server. Default: 4199.',
  },
  { 'npm run bench:studio -- --pages 10000': 'Measure with 10,000 additional pages.' },
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
const address = await new Promise<string>((resolve) => {
  let output = ''
  server.stdout.on('data', (chunk) => {
    output += chunk
    const found = /\S+token=\S+/.exec(output)
    if (found) resolve(found[0])
  })
})
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  // On a busy machine, compiling the modules takes minutes.
  page.setDefaultTimeout(600_000)
  page.setDefaultNavigationTimeout(600_000)
  const open = async () => {
    const startedAt = performance.now()
    await page.goto(`${address}&page=/pricing`)
    await page.frameLocator('iframe').locator('[data-studio-path]').first().waitFor()
    return performance.now() - startedAt
  }
  // The first time, Vite compiles the modules.
  await open()
  await setTimeout(3000 + count)
  const opened: number[] = []
  for (let n = 0; n < 5; n++) opened.push(await open())
  report('opens', opened)
  const edits: { accepted: number; shown: number }[] = []
  for (let n = 1; n <= 15; n++) {
    edits.push(await page.evaluate(editHeading, n))
    await setTimeout(1500)
  }
  report(
    'an edit is accepted',
    edits.map(({ accepted }) => accepted),
  )
  report(
    'an edit is shown',
    edits.map(({ shown }) => shown),
  )
} finally {
  await browser.close()
  await killNpmScript(server)
  rmSync(site, { recursive: true })
}

/** Runs in the studio: changes the heading as the form does, and waits for the frame to show it. */
async function editHeading(n: number) {
  const frame = document.querySelector('iframe')!.contentDocument!
  const session = await (await fetch('/__studio/api/session')).json()
  const startedAt = performance.now()
  const value = `Prices, version ${n}`
  const path = ['pages', '/pricing', 'blocks', 1, 'heading']
  const operations = [{ kind: 'set', file: 'pages/main.yaml', path, value }]
  await fetch('/__studio/api/edits', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version: session.draft.version, operations, group: 'bench' }),
  })
  const accepted = performance.now() - startedAt
  while (frame.querySelector('h1')?.textContent !== value)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  return { accepted, shown: performance.now() - startedAt }
}

function report(label: string, times: number[]): void {
  const sorted = times.sort((a, b) => a - b).map(Math.round)
  console.log(`${label}: ${sorted[sorted.length >> 1]} ms (${sorted[0]}–${sorted.at(-1)})`)
}
