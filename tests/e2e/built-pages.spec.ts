/** Requirements for pages of the built site, of each kind and with each block, in a real browser. */
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { loadAxe } from './load-axe.ts'
import {
  answerRequests,
  listRoutesOfEachKind,
  listRoutesWithAllBlocks,
  openAndCollectMessages,
  readLayoutShifts,
  recordLayoutShifts,
  triggerHydration,
} from './page-helpers.ts'
import { test } from './shared-tab.ts'
import { siteOrigin } from './test-servers.ts'

const routesWithAllBlocks = listRoutesWithAllBlocks()
const [routeWithShell] = routesWithAllBlocks
/** What else a page shows depends on its kind, and its words on the language. */
const routes = [...new Set([...routesWithAllBlocks, ...listRoutesOfEachKind()])]

// Visitors who share their location. See location.spec.ts for those who do not.
let stopAnswering: () => Promise<void>
test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 31.9973, longitude: -102.0779 })
  const midland = { address: { city: 'Midland' } }
  stopAnswering = await answerRequests(page, 'https://nominatim.openstreetmap.org/*', midland)
})
test.afterEach(() => stopAnswering())

test('the built pages are found', () => {
  expect(routes.length).toBeGreaterThanOrEqual(18)
})

// A page with prices and arrival times, which have a range within a text.
test('on a phone, a table value is next to its label and unbroken', async ({ page }) => {
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
  // The label's position.
  for (const start of starts) expect(start).toBeGreaterThan(60)
})

// Preparing a test takes as long as opening a page.
const pagesPerTest = 6
for (let start = 0; start < routes.length; start += pagesPerTest) {
  const some = routes.slice(start, start + pagesPerTest)
  const range = `from ${some[0]} to ${some.at(-1)}`
  test(`pages ${range} report nothing, fit narrow screens and are accessible`, async ({ page }) => {
    for (const route of some) await test.step(route, () => expectGoodPage(page, route))
  })
}

/** Loads the page once for all checks, because loading takes the most time. */
async function expectGoodPage(page: Page, route: string): Promise<void> {
  await page.emulateMedia({ colorScheme: null })
  page.removeAllListeners()
  const messages = await openAndCollectMessages(page, route)
  await expect(page.locator('h1'), route).toHaveCount(1)
  await triggerHydration(page)
  for (const width of [660, 385, 320]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await page.evaluate(listOverflowing), `${route} at ${width} px`).toEqual([])
  }
  expect(messages, route).toEqual([])
  // Axe takes most of the time of this file. What it finds depends on the blocks, so it checks as
  // few pages as have all of them. Their HTML is validated in build.test.ts, and what axe finds
  // without a layout in each example, in block-examples.test.tsx.
  if (!routesWithAllBlocks.has(route)) return
  // Header and footer are the same on all of them, and have more links than most pages.
  const part = route === routeWithShell ? 'html' : 'main'
  await page.setViewportSize({ width: 360, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  const narrow = route === routeWithShell ? {} : { runOnly: [...colorRules, ...pageRules] }
  expect(await listAxeViolations(page, part, narrow), `${route} at 360 px`).toEqual([])
  // In the blocks, a wide window changes only colors.
  await page.setViewportSize({ width: 1440, height: 800 })
  const wide = route === routeWithShell ? {} : { runOnly: colorRules }
  expect(await listAxeViolations(page, part, wide), `${route} at 1440 px`).toEqual([])
  // The schemes differ only in colors.
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await listAxeViolations(page, part, { runOnly: colorRules })
  expect(dark, `${route}, dark`).toEqual([])
}

// The first offer and its button must fit above the bar with Call and Book.
test('pages show their first offer on a phone without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
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
    await page.goto(siteOrigin + route)
    const bar = (await page.locator('.phone-bar').boundingBox())!
    for (const part of ['.hero :is(.price, .lead strong)', '.hero .button']) {
      const box = (await page.locator(part).first().boundingBox())!
      expect(box.y + box.height, `${part} of ${route}`).toBeLessThanOrEqual(bar.y)
    }
  }
})

test('the bar of a phone appears when the buttons of the hero are gone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await recordLayoutShifts(page)
  await page.goto(`${siteOrigin}/notary/emergency`)
  const bar = page.locator('.phone-bar')
  await expect(page.locator('html')).toHaveAttribute('data-past', 'false')
  await expect(bar).toBeHidden()
  await page.evaluate(() => scrollTo(0, 2000))
  await expect(bar).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar).toBeHidden()
  expect(await readLayoutShifts(page)).toEqual([])
  // A page without buttons in its hero shows the bar from the start.
  await page.goto(`${siteOrigin}/terms`)
  await expect(bar.getByRole('link')).toHaveText(['Call', 'Request a session'])
  // Where the button leads, it would lead nowhere.
  await page.goto(`${siteOrigin}/book-online`)
  await expect(bar.getByRole('link')).toHaveText(['Call'])
  // A page can have an action of its own, which the header doesn't follow.
  await page.goto(`${siteOrigin}/documents/vehicle-titles`)
  await expect(bar.locator('a')).toHaveText(['Call', 'Schedule a visit'])
  await expect(page.locator('.header-action')).toHaveText('Request a session')
  await page.goto(`${siteOrigin}/mobile-notary/schedule`)
  await expect(bar.getByRole('link')).toHaveText(['Call'])
})

test('an article lists its chapters beside the text, and print has the address', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${siteOrigin}/blog/online-or-mobile-notary`)
  const chapter = page.locator('.prose-contents a').nth(3)
  await chapter.click()
  await expect(page.locator('.prose-text h2').nth(3)).toBeInViewport()
  await expect(chapter).toBeInViewport()
  const address = page.locator('.printed-address')
  await expect(address).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(address).toHaveText(/^https:.*\/blog\/online-or-mobile-notary$/)
  await expect(address).toBeVisible()
})

/** Lists what is wider than the window. Blocks clip what sticks out, so that nothing scrolls. */
function listOverflowing(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const wide = [...document.querySelectorAll('main *')].filter(
    (element) =>
      element.getBoundingClientRect().right > clientWidth + 1 &&
      !element.closest('svg, [aria-hidden], .visually-hidden') &&
      getComputedStyle(element).position !== 'fixed',
  )
  const names = wide.map(({ tagName, className }) => `${tagName}.${className}`)
  return scrollWidth > clientWidth ? [`page: ${scrollWidth} px`, ...names] : names
}

const colorRules = ['color-contrast', 'link-in-text-block']
/** They need a layout, or the blocks that stand beside each other on a page. */
const pageRules = [
  ...['heading-order', 'landmark-unique', 'page-has-heading-one'],
  ...['scrollable-region-focusable', 'target-size'],
]

async function listAxeViolations(
  page: Page,
  part: 'html' | 'main',
  options: axe.RunOptions = {},
): Promise<string[]> {
  await loadAxe(page)
  const { violations } = await page.evaluate(
    ([include, given]) => (window as unknown as { axe: typeof axe }).axe.run(include, given),
    [part, { resultTypes: ['violations'], ...options } satisfies axe.RunOptions] as const,
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
  )
}
