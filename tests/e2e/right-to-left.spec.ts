/** A site in Arabic, with a page in English: each page begins on its own side. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { runNpmScript } from '../helpers/run-npm-script.ts'
import { writeYaml } from '../helpers/site-yaml.ts'

test.describe.configure({ mode: 'default' })

let work: string
let server: Server
let origin: string
test.beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'signpost-rtl-'))
  const site = join(work, 'site')
  cpSync(join(import.meta.dirname, '../base-site'), site, { recursive: true })
  const settings = join(site, 'pages.yaml')
  writeFileSync(
    settings,
    readFileSync(settings, 'utf8').replace(
      'language: en-US',
      'language: ar\n  shareImages: none\n  icons: none\n  languages: { en-US: { label: English, navigation: { header: { menus: [{ label: Welcome, href: /en }] }, footer: { legal: Corner Bike Shop } } } }',
    ),
  )
  const page = { kind: 'info', description: 'Corner Bike Shop', blocks: [] as object[] }
  const blocks = (heading: string, quote: string) => [
    { type: 'hero', heading },
    { type: 'call-to-action', heading: quote, actions: [{ label: '${site.phone}', href: 'tel:' }] },
  ]
  await writeYaml(join(site, 'pages/more.yaml'), {
    pages: {
      '/ar': { ...page, title: 'مرحبا', blocks: blocks('مرحبا بكم', 'اتصل بنا') },
      '/en': {
        ...{ ...page, title: 'Welcome', language: 'en-US', translates: '/ar' },
        ...{ description: 'The Corner Bike Shop', blocks: blocks('Welcome', 'Call us') },
      },
    },
  })
  const built = runNpmScript('build', ['--site', site, '--out', join(work, 'out')])
  expect(built.code, built.stderr).toBe(0)
  server = await serveFolder(join(work, 'out'), 0)
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(work, { recursive: true })
})

/** Returns how much of the dark ink of a screenshot is in its left half: 0 to 1. */
async function measureInkOnTheLeft(page: Page, selector: string): Promise<number> {
  const screenshot = sharp(await page.locator(selector).first().screenshot())
    .ensureAlpha()
    .raw()
  const { data, info } = await screenshot.toBuffer({ resolveWithObject: true })
  const { width, height } = info
  let [left, all] = [0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x)
      if (data[at]! + data[at + 1]! + data[at + 2]! > 300) continue
      all++
      if (x < width / 2) left++
    }
  return left / all
}

for (const [path, dir] of [
  ['/ar', 'rtl'],
  ['/en', null],
] as const) {
  test(`${path} begins on its own side, and a phone number is read from left to right`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(origin + path)
    const root = page.locator('html')
    expect(await root.getAttribute('dir')).toBe(dir)
    const ink = await measureInkOnTheLeft(page, 'main h1')
    expect(ink > 0.5).toBe(dir === null)
    const logo = (await page.locator('header a').first().boundingBox())!
    expect(logo.x < 195).toBe(dir === null)
    expect(await root.evaluate(({ scrollWidth }) => scrollWidth)).toBe(390)
    const call = page.locator('main a[href^="tel:"]').first()
    const starts = await call.evaluate((link) => {
      const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode()!
      const { length } = text.textContent!
      return [0, length - 1].map((index) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + 1)
        return range.getBoundingClientRect().x
      })
    })
    expect(starts[0]).toBeLessThan(starts[1]!)
  })
}
