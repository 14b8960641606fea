/**
 * `npm run bench:dev`: how long a save takes to show in the open browser, in milliseconds, for this repository's site.
 * The site's text, a block's css and a component are edited in a copy; each figure is the median of nine saves.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts'
import { commandOf } from '../run-script.ts'

const root = join(import.meta.dirname, '../..')
const origin = 'http://localhost:4199'
const copy = mkdtempSync(join(tmpdir(), 'signpost-bench-'))
const code = ['blocks', 'renderer', 'schema', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts', 'pages.yaml', 'pages']
for (const name of code) cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
const [program, ...args] = commandOf('dev', copy)
const server = spawn(program, [...args, '--port', '4199'], { cwd: copy, detached: true, stdio: 'ignore' })
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })

try {
  for (;;) if (await fetch(origin).then(({ ok }) => ok, () => setTimeout(200))) break
  const page = await browser.newPage()
  await page.goto(origin)
  await page.waitForFunction(() => Object.keys(document.querySelector('.logo')!).some((key) => key.startsWith('__react')))
  await setTimeout(1000)

  const measure = async (what: string, file: string, from: RegExp, to: (n: number) => string, shows: (n: number) => string) => {
    const path = join(copy, file)
    const text = readFileSync(path, 'utf8')
    const times: number[] = []
    for (let n = 1; n <= 9; n++) {
      const saved = performance.timeOrigin + performance.now()
      writeFileSync(path, text.replace(from, to(n)))
      const shown = await page.evaluate(async (test) => {
        while (!eval(test)) await new Promise((resolve) => requestAnimationFrame(resolve))
        return performance.timeOrigin + performance.now()
      }, shows(n))
      times.push(shown - saved)
      await setTimeout(500)
    }
    const sorted = times.sort((a, b) => a - b).map(Math.round)
    console.log(`${what}: ${sorted[4]} ms (${sorted[0]}–${sorted[8]})`)
  }
  const h1 = `document.querySelector('h1')`
  await measure('a YAML file', 'pages/main.yaml', /heading: Notarized.*/, (n) => `heading: Save ${n}`, (n) => `${h1}.textContent === 'Save ${n}'`)
  await measure("a block's css", 'blocks/hero/hero.css', /$/, (n) => `\n@layer blocks { h1 { order: ${n} } }`, (n) => `getComputedStyle(${h1}).order === '${n}'`)
  await measure('a component', 'blocks/hero/hero.tsx', /<h1[^>]*>/, (n) => `<h1 data-n="${n}">`, (n) => `${h1}.dataset.n === '${n}'`)
} finally {
  await browser.close()
  process.kill(-server.pid!)
  rmSync(copy, { recursive: true, force: true })
}
