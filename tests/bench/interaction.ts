/**
 * `npm run bench:interaction`: how fast the built site responds on a slow phone. The CPU is
 * throttled by a factor of four. Prints the slowest interaction of each page in milliseconds, as
 * defined by Interaction to Next Paint. Build the site first.
 */
import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { chromiumArgs, findChromium } from '../../scripts/shared/find-chromium.ts'
import { readOptions } from './read-options.ts'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'

await readOptions(
  'bench:interaction',
  {},
  { '': 'Time the slowest interaction of each page of dist/.' },
)

const slowdown = 4
const port = 4198
const origin = `http://localhost:${port}`

const openAndCloseMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
}
const interactionsByRoute: Record<string, (page: Page) => Promise<void>> = {
  '/': openAndCloseMenu,
  '/faq': async (page) => {
    for (const index of [0, 1, 5]) await page.locator('summary').nth(index).click()
  },
  '/mobile-notary/schedule': async (page) => {
    for (const name of ['9 AM', '6 PM']) await page.getByText(name, { exact: true }).click()
    await page.getByText('Express').first().click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('5 PM', { exact: true }).click()
  },
  '/notary/cost': async (page) => {
    await page.getByRole('tab', { name: 'Package Deals' }).click()
    await page.getByRole('radio', { name: /^Mobile visit/ }).click()
    await page.getByLabel('Miles from Midland').pressSequentially('35')
  },
  '/resources/notary-guide': async (page) => {
    await page.getByRole('tab', { name: 'Jurat' }).click()
    for (const key of ['ArrowRight', 'ArrowRight', 'Home']) await page.keyboard.press(key)
  },
  '/blog': async (page) => {
    await page.getByRole('searchbox').click()
    await page.keyboard.type('texas')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('button', { name: /^Education/ }).click()
  },
  '/book': openAndCloseMenu,
}

const server = await serveFolder('dist', port)
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
try {
  for (const [route, interact] of Object.entries(interactionsByRoute)) {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(() => {
      const slowest = { value: 0 }
      Object.assign(window, { slowest })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[]) {
          if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0)
            slowest.value = Math.max(slowest.value, entry.duration)
        }
      }).observe({
        type: 'event',
        buffered: true,
        durationThreshold: 16,
      } as PerformanceObserverInit)
    })
    await page.goto(origin + route)
    await page.waitForFunction(
      () =>
        document.documentElement.dataset.wakes !== '' ||
        Object.keys(document.querySelector('.logo')!).some((key) => key.startsWith('__react')),
    )
    await interact(page)
    await setTimeout(500)
    const slowest = await page.evaluate(
      () => (window as unknown as { slowest: { value: number } }).slowest.value,
    )
    console.log(`${route}: ${slowest} ms`)
    await page.close()
  }
} finally {
  await browser.close()
  server.close()
}
