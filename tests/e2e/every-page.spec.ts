/** The built site in a real browser. */
import { expect, test } from '@playwright/test'
import axe from 'axe-core'
import { listBuiltRoutes, openAndCollectMessages, triggerHydration } from './page-helpers.ts'
import { siteOrigin } from './test-servers.ts'

const routes = listBuiltRoutes()

// Visitors who let the browser tell where they are; what those see who do not is another file's matter.
test.use({ geolocation: { latitude: 31.9973, longitude: -102.0779 }, permissions: ['geolocation'] })
test.beforeEach(({ context }) =>
  context.route('https://nominatim.openstreetmap.org/**', (route) =>
    route.fulfill({ json: { address: { city: 'Midland' } } }),
  ),
)

test('there are pages to test', () => {
  expect(routes.length).toBeGreaterThanOrEqual(18)
})

// Prices, and times of arrival beside them, with a range in the middle of a text.
test('a value in a table stands beside its label on a telephone, in one piece', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/services/oil-gas')
  const ranges = page.locator('.data-table:not(.pair) td .range')
  expect(await ranges.count()).toBeGreaterThanOrEqual(2)
  const starts = await ranges.evaluateAll((found) =>
    found.map(
      (range) =>
        range.getBoundingClientRect().left - range.closest('td')!.getBoundingClientRect().left,
    ),
  )
  // The label stands there.
  for (const start of starts) expect(start).toBeGreaterThan(60)
})

for (const route of routes) {
  // One page load for both: loading takes longer than looking.
  test(`${route} says nothing on the console, hydrates without a mismatch, fits 320 px, and axe finds nothing at 360 and 1440 px, in light and dark`, async ({
    page,
  }) => {
    test.setTimeout(60_000)
    const messages = await openAndCollectMessages(page, route)
    await triggerHydration(page)
    expect(messages).toEqual([])
    await expect(page.locator('h1')).toHaveCount(1)
    await page.setViewportSize({ width: 320, height: 640 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      expect(await listAxeViolations(page), `${width} px`).toEqual([])
      // Another scheme is other colors, and nothing else.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      expect(
        await listAxeViolations(page, ['color-contrast', 'link-in-text-block']),
        `${width} px, dark`,
      ).toEqual([])
    }
  })
}

// In an oil field nobody scrolls for a price: the first offer and its button stand above the bar with Call and Book.
for (const route of [
  '/',
  '/pricing',
  '/locations/midland',
  '/notary-near-me',
  '/mobile-notary-near-me',
  '/24-hour-notary-near-me',
  '/notary/emergency',
  '/notary/same-day',
  '/ppc/same-day-notary-midland-tx',
  '/mobile-notary/emergency',
]) {
  test(`${route} shows its first offer on the first screen of a telephone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(siteOrigin + route)
    const bar = (await page.locator('.phone-bar').boundingBox())!
    for (const part of ['.hero :is(.price, .lead strong)', '.hero .button']) {
      const box = (await page.locator(part).first().boundingBox())!
      expect(box.y + box.height, part).toBeLessThanOrEqual(bar.y)
    }
  })
}

/** @param rules all of them when left out. */
async function listAxeViolations(
  page: import('@playwright/test').Page,
  rules?: string[],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.addScriptTag({ content: axe.source })
  const { violations } = await page.evaluate((only) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    return run(document, only ? { runOnly: only } : {})
  }, rules)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
  )
}
