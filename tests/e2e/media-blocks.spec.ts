/** Galleries, comparisons, films and frames: what a press shows, and what loads before it. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { runNpmScript } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'
import { loadAxe } from './load-axe.ts'
import { answerRequests } from './page-helpers.ts'

test.describe.configure({ mode: 'default' })

const root = join(import.meta.dirname, '../..')
const readExample = async (type: string) => {
  const [example] = (await readYaml(join(root, 'blocks', type, 'examples.yaml'))) as unknown as {
    block: object
  }[]
  return example!.block
}

let work: string
let server: Server
let address: string
test.beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'signpost-media-'))
  const site = join(work, 'site')
  cpSync(join(root, 'tests/base-site'), site, { recursive: true })
  mkdirSync(join(site, 'public'), { recursive: true })
  for (const file of ['workshop.jpg', 'town.svg'])
    cpSync(join(root, 'scripts/catalogue/public', file), join(site, 'public', file))
  const types = ['gallery', 'before-after', 'video', 'embed']
  await writeYaml(join(site, 'pages/media.yaml'), {
    pages: {
      '/media': {
        kind: 'info',
        title: 'Our work',
        description: 'Bikes that we have built.',
        noindex: true,
        blocks: [
          { type: 'hero', heading: 'Our work' },
          ...(await Promise.all(types.map(readExample))),
        ],
      },
    },
  })
  const built = runNpmScript('build', ['--site', site, '--out', join(work, 'out')])
  expect(built.code, built.stderr).toBe(0)
  server = await serveFolder(join(work, 'out'), 0)
  address = `http://localhost:${(server.address() as AddressInfo).port}/media`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(work, { recursive: true })
})

/** Collects the requests to other origins, which get an empty page. */
async function recordOtherOrigins(page: Page): Promise<string[]> {
  const requests: string[] = []
  page.on('request', (request) => {
    const { host } = new URL(request.url())
    if (host && !host.startsWith('localhost')) requests.push(host)
  })
  await answerRequests(page, 'https://*', {})
  return requests
}

const findShownPicture = (page: Page) =>
  page.locator('.gallery-strip').evaluate((strip) => {
    const { left, width } = strip.getBoundingClientRect()
    const center = left + width / 2
    return [...strip.children].findIndex((item) => {
      const box = item.getBoundingClientRect()
      return box.left < center && box.right > center
    })
  })

test('a gallery shows the picture that is pressed, and the next by key and button', async ({
  page,
}) => {
  await page.goto(address)
  const large = page.locator('.gallery-view')
  await page.getByRole('button', { name: 'The workshop from the door' }).click()
  await expect(large).toBeVisible()
  await expect.poll(() => findShownPicture(page)).toBe(2)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => findShownPicture(page)).toBe(1)
  const next = page.getByRole('button', { name: 'Next picture' })
  await next.click()
  await expect.poll(() => findShownPicture(page)).toBe(2)
  await next.click()
  await expect.poll(() => findShownPicture(page)).toBe(0)
  await loadAxe(page)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run('.gallery-view'),
  )
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(page.getByRole('button', { name: 'The workshop from the door' })).toBeFocused()
})

test('a slider shows more of the picture from before', async ({ page }) => {
  await page.goto(address)
  const before = page.locator('.before-after-picture').first()
  await expect(before).toHaveCSS('clip-path', 'inset(0px 50% 0px 0px)')
  await page.getByRole('slider').press('End')
  await expect(before).toHaveCSS('clip-path', 'inset(0px 0% 0px 0px)')
})

test('a film and a frame load when they are asked for, and nothing before', async ({ page }) => {
  const requests = await recordOtherOrigins(page)
  await page.goto(address)
  await page.getByRole('slider').press('End')
  expect(requests).toEqual([])
  await page.getByRole('button', { name: 'Show the map' }).click()
  await expect(page.locator('iframe[title="A map of our street"]')).toBeVisible()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.locator('iframe[title^="A chain"]')).toBeVisible()
  await expect
    .poll(() => [...new Set(requests)])
    .toEqual(['www.openstreetmap.org', 'www.youtube-nocookie.com'])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pictures open, both pictures are side by side, and links lead to the rest', async ({
    page,
  }) => {
    await page.goto(address)
    await page.locator('.gallery-open').first().click()
    await expect(page.locator('.gallery-view')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next picture' })).toBeHidden()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('.gallery-view')).toBeHidden()
    await expect(page.getByRole('slider')).toBeHidden()
    const [before, after] = await page.locator('.before-after-picture').all()
    expect((await before!.boundingBox())!.x).toBeLessThan((await after!.boundingBox())!.x)
    await expect(page.getByRole('button', { name: 'Show the map' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Watch on YouTube' })).toBeVisible()
  })
})
