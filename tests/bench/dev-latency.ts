/**
 * `npm run bench:dev [-- --pages 10000]`: how long a save takes to show, in milliseconds, as the
 * median (and range) of nine saves. With `dev`, it is measured in an open browser, with
 * `build --watch` in the output file. It runs on a copy of this repository's site, with --pages
 * additional pages of 8 kB. It also prints the start-up time and memory of each process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../../scripts/shared/find-chromium.ts'
import { getScriptCommand, killNpmScript } from '../helpers/run-npm-script.ts'
import { readOptions } from './read-options.ts'
import { getManyPageFile, getManyPageRoute, writeManyPages } from './many-pages.ts'

const values = await readOptions(
  'bench:dev',
  {
    pages: {
      value: 'N',
      help: 'The number of pages. Default: those of this site.',
      default: '0',
    },
    port: { value: 'N', help: 'The port of the development server.', default: '4199' },
  },
  { '--pages 10000': 'Measure from a save to the browser with 10,000 pages.' },
)
const count = Number(values.pages)
const root = join(import.meta.dirname, '../..')
const origin = `http://localhost:${values.port}`
const copy = mkdtempSync(join(tmpdir(), 'signpost-bench-'))
const started: ChildProcess[] = []

/** The edited page, its file, and the source of its heading. */
const [route, file, heading] =
  count > 0
    ? [
        getManyPageRoute(count >> 1),
        getManyPageFile(count >> 1),
        `heading: Heading ${count >> 1}\n`,
      ]
    : ['/', 'pages/main.yaml', /heading: A Midland notary.*\n/]
const output = join(copy, 'dist', route, 'index.html')

function startInCopy(name: string, ...options: string[]): ChildProcess {
  const [program, ...args] = getScriptCommand(name, copy)
  const child = spawn(program, [...args, ...options], {
    cwd: copy,
    detached: true,
    stdio: 'ignore',
  })
  started.push(child)
  return child
}

/** Reads the resident memory of a process, threads included. Linux only. */
const readResidentMemory = ({ pid }: ChildProcess) =>
  `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)} MiB`

async function pollUntil(holds: () => unknown): Promise<void> {
  while (!(await holds())) await setTimeout(5)
}

/** @param shown waits until the n-th save is visible. */
async function measureSave(
  label: string,
  name: string,
  from: RegExp | string,
  to: (n: number) => string,
  shown: (n: number) => Promise<unknown>,
): Promise<void> {
  const path = join(copy, name)
  const text = readFileSync(path, 'utf8')
  const times: number[] = []
  for (let n = 1; n <= 9; n++) {
    const saved = performance.now()
    writeFileSync(path, text.replace(from, to(n)))
    await shown(n)
    times.push(performance.now() - saved)
    await setTimeout(1500)
  }
  writeFileSync(path, text)
  await setTimeout(1500)
  const sorted = times.sort((a, b) => a - b).map(Math.round)
  console.log(`${label}: ${sorted[4]} ms (${sorted[0]}–${sorted[8]})`)
}

async function measureDev(): Promise<void> {
  const startedAt = performance.now()
  const server = startInCopy('dev', '--port', values.port)
  await pollUntil(() =>
    fetch(origin + route).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  console.log(`first page served after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  const page = await browser.newPage()
  await page.goto(origin + route)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.logo')!).some((key) => key.startsWith('__react')),
  )
  // Wait until all pages have been checked.
  await setTimeout(1000 + count)
  const shows = (test: (n: number) => string) => (n: number) =>
    page.evaluate(async (holds) => {
      while (!eval(holds)) await new Promise((resolve) => requestAnimationFrame(resolve))
    }, test(n))
  const h1 = `document.querySelector('h1')`
  await measureSave(
    'a text, in the browser',
    file,
    heading,
    (n) => `heading: Notary ${n}\n`,
    shows((n) => `${h1}.textContent === 'Notary ${n}'`),
  )
  await measureSave(
    "a block's CSS",
    'blocks/hero/hero.css',
    /$/,
    (n) => `\n@layer blocks { h1 { order: ${n} } }`,
    shows((n) => `getComputedStyle(${h1}).order === '${n}'`),
  )
  await measureSave(
    'a component',
    'blocks/hero/hero.tsx',
    /<h1[^>]*>/,
    (n) => `<h1 data-n="${n}">`,
    shows((n) => `${h1}.dataset.n === '${n}'`),
  )
  console.log(`memory of the dev server: ${readResidentMemory(server)}`)
  await browser.close()
}

async function measureWatch(): Promise<void> {
  const startedAt = performance.now()
  const build = startInCopy('build', '--watch')
  const has = (text: string) => {
    try {
      return readFileSync(output, 'utf8').includes(text)
    } catch {
      return false
    }
  }
  await pollUntil(() => has('<h1'))
  console.log(`built after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  // Wait until the schema is compiled and the files are watched.
  await setTimeout(3000)
  await measureSave(
    'a text, in the output',
    file,
    heading,
    (n) => `heading: Notary ${n}\n`,
    (n) => pollUntil(() => has(`Notary ${n}</h1>`)),
  )
  console.log(`memory of the watching build: ${readResidentMemory(build)}`)
}

const code = [
  'blocks',
  'renderer',
  'schema',
  'scripts',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'pages.yaml',
  'pages',
  'public',
  'dates.gen.json',
]
for (const name of code) cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
writeManyPages(copy, count)
// Share images would dominate the measured time.
if (count > 0)
  writeFileSync(
    join(copy, 'pages.yaml'),
    readFileSync(join(root, 'pages.yaml'), 'utf8').replace(
      /^site:\n/m,
      'site:\n  shareImages: none\n',
    ),
  )
try {
  await measureDev()
  await killNpmScript(started[0]!)
  await measureWatch()
} finally {
  for (const child of started) await killNpmScript(child)
  rmSync(copy, { recursive: true, force: true })
}
