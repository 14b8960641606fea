/** The built site in a real browser. */
import { expect, test } from '@playwright/test'
import axe from 'axe-core'
import { listRoutes, openQuietly, wake } from './pages.ts'

const routes = listRoutes()

// Visitors who let the browser tell where they are; what those see who do not is another file's matter.
test.use({ geolocation: { latitude: 31.9973, longitude: -102.0779 }, permissions: ['geolocation'] })
test.beforeEach(({ context }) => context.route('https://nominatim.openstreetmap.org/**', (route) => route.fulfill({ json: { address: { city: 'Midland' } } })))

test('there are pages to test', () => {
  expect(routes.length).toBeGreaterThanOrEqual(18)
})

for (const route of routes) {
  // One page load for both: loading takes longer than looking.
  test(`${route} says nothing on the console, hydrates without a mismatch, fits 320 px, and axe finds nothing at 360 and 1440 px, in light and dark`, async ({ page }) => {
    test.setTimeout(60_000)
    const messages = await openQuietly(page, route)
    await wake(page)
    expect(messages).toEqual([])
    await expect(page.locator('h1')).toHaveCount(1)
    await page.setViewportSize({ width: 320, height: 640 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow).toBe(0)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      expect(await findViolations(page), `${width} px`).toEqual([])
      // Another scheme is other colors, and nothing else.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      expect(await findViolations(page, ['color-contrast', 'link-in-text-block']), `${width} px, dark`).toEqual([])
    }
  })
}

/** @param rules all of them when left out. */
async function findViolations(page: import('@playwright/test').Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ content: axe.source })
  const { violations } = await page.evaluate((only) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    return run(document, only ? { runOnly: only } : {})
  }, rules)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`)
}
