/** Two sites beside each other on one origin, each below a path of its own. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildSite } from '../../scripts/prerender/session/build-site.ts'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { openAndCollectMessages, triggerHydration } from './page-helpers.ts'

// Both tests use the same servers.
test.describe.configure({ mode: 'default' })

const bases = ['/client-a', '/client-b']

let work: string
let servers: Server[]
let origin: string
test.beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'signpost-clients-'))
  const site = join(work, 'site')
  cpSync(join(import.meta.dirname, '../sites/bakery'), site, { recursive: true })
  for (const base of bases) {
    const options = { site, out: work + base, origin: `https://agency.test${base}/` }
    expect(await buildSite({ ...options, launch: false })).toBe(0)
  }
  const [first, second] = await Promise.all(bases.map((base) => serveFolder(work + base, 0)))
  // One origin, where the path decides which site answers.
  const front = createServer((request, response) => {
    const server = request.url?.startsWith(`${bases[1]}/`) ? second! : first!
    server.emit('request', request, response)
  })
  await new Promise<void>((resolve) => front.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(front.address() as AddressInfo).port}`
  servers = [front, first!, second!]
})
test.afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(work, { recursive: true, force: true })
})

test('navigation in the page stays below the path of the site', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const messages = await openAndCollectMessages(page, `${origin}/client-a/`)
  await triggerHydration(page)
  await page.evaluate(() => void Object.assign(window, { marked: true }))
  await page.locator('.site-footer').getByRole('link', { name: 'Bread' }).click()
  await expect(page).toHaveURL(`${origin}/client-a/bread`)
  await expect(page.locator('h1')).toHaveText('Two kinds, both good')
  await expect(page.locator('.site-header [aria-current=page]')).toHaveText('Bread')
  await page.locator('.logo').click()
  await expect(page).toHaveURL(`${origin}/client-a/`)
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('Two kinds, both good')
  expect(await page.evaluate(() => 'marked' in window)).toBe(true)
  expect(requested.filter((path) => !path.startsWith('/client-a/'))).toEqual([])
  expect(messages).toEqual([])
})

test('a link to the other site loads its document, and the browser keeps them apart', async ({
  page,
}) => {
  await page.goto(`${origin}/client-a/?utm_source=paper`)
  await triggerHydration(page)
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('.site-footer a[href$="/bread"]')!
    link.href = '/client-b/bread'
    Object.assign(window, { marked: true })
  })
  await page.locator('.site-footer').getByRole('link', { name: 'Bread' }).click()
  await expect(page).toHaveURL(`${origin}/client-b/bread`)
  await expect(page.locator('h1')).toHaveText('Two kinds, both good')
  expect(await page.evaluate(() => 'marked' in window)).toBe(false)
  const keys = await page.evaluate(() => Object.keys(sessionStorage))
  expect(keys.filter((key) => key.includes('campaign'))).toEqual(['/client-asignpost.campaign'])
})
