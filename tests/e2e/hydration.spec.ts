/** What a page loads though the visitor does nothing, as the browser asks for it; and what counts as an intent. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test, type Page } from '@playwright/test'
import { budgets } from '../../scripts/prerender/budgets/budgets.ts'
import { isHydrated, listBuiltRoutes } from './page-helpers.ts'
import { distDir, siteOrigin, variants } from './test-servers.ts'

const odessa = { latitude: 31.8457, longitude: -102.3676 }

/** `/assets/loader.Abc.js` → `loader`; what is no script is named by its path. */
const getRequestName = (url: string) =>
  /^\/assets\/([a-z-]+)\..*\.js$/.exec(new URL(url).pathname)?.[1] ?? new URL(url).pathname

/** Every script and every piece of data that the page asks for, and what they weigh, while nobody does anything. */
async function watchRequests(page: Page) {
  const asked: string[] = []
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (!['script', 'fetch', 'xhr'].includes(response.request().resourceType())) return
    asked.push(getRequestName(response.url()))
    // Hosts differ in how they compress.
    sizes.push(
      response
        .body()
        .then((body) =>
          Math.max(brotliCompressSync(body).length, gzipSync(body, { level: 9 }).length),
        ),
    )
  })
  return {
    asked,
    weigh: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
  }
}

const createPreloadCase = (name: string, pages: string[]) => ({ name, pages })
const preloadCases = [
  createPreloadCase('location', [
    '/book',
    '/mobile-notary',
    '/notary-near-me',
    '/mobile-notary-near-me',
    '/24-hour-notary-near-me',
  ]),
  createPreloadCase('dates', ['/mobile-notary/schedule']),
]
const readDocument = (route: string) => readFileSync(join(distDir, route, 'index.html'), 'utf8')
const listLiveRoutes = () =>
  listBuiltRoutes().filter((route) =>
    /^<!doctype html><html[^>]* data-live=/.test(readDocument(route)),
  )

test.describe('a visitor who does nothing', () => {
  for (const { name, pages } of preloadCases) {
    for (const route of pages) {
      test(`${route} loads the loader and ${name}`, async ({ page }) => {
        const { asked, weigh } = await watchRequests(page)
        await page.goto(siteOrigin + route, { waitUntil: 'networkidle' })
        expect(asked.sort()).toEqual(['loader', name].sort())
        expect(await weigh()).toBeLessThanOrEqual(budgets.script + budgets.eager)
      })
    }
  }

  test('every other page with a live block loads the loader alone', async ({ page }) => {
    const early = preloadCases.flatMap(({ pages }) => pages)
    const routes = listLiveRoutes().filter((route) => !early.includes(route))
    expect(routes).toEqual([
      '/blog',
      '/book-online',
      '/notary/cost',
      '/resources/document-prep',
      '/resources/notary-guide',
      '/resources/texas-laws',
    ])
    for (const route of routes) {
      const { asked, weigh } = await watchRequests(page)
      await page.goto(siteOrigin + route, { waitUntil: 'networkidle' })
      expect(asked, route).toEqual(['loader'])
      expect(await weigh()).toBeLessThanOrEqual(budgets.script)
      page.removeAllListeners('response')
    }
  })

  for (const [route, scripts] of [
    ['/book', ['loader', 'location']],
    ['/notary-near-me', ['loader', 'location', 'visitor-marker']],
    ['/mobile-notary', ['loader', 'location', 'visitor-marker']],
  ] as const) {
    test(`reads where they are on ${route} without the application`, async ({ page, context }) => {
      await context.grantPermissions(['geolocation'])
      await context.setGeolocation(odessa)
      const { asked } = await watchRequests(page)
      await page.goto(variants.wired.origin + route, { waitUntil: 'networkidle' })
      await expect(page.locator('.layer[data-shown] .visitor-place').first()).toHaveText(
        'Odessa, Texas, 20 miles',
      )
      expect(
        asked.filter((name) => !['measure', '/reverse', '/beacon'].includes(name)).sort(),
      ).toEqual(scripts)
    })
  }

  test('is asked nothing by a page whose site asks by a button, and answered without the application', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation(odessa)
    const { asked } = await watchRequests(page)
    await page.goto(`${variants.asking.origin}/book`, { waitUntil: 'networkidle' })
    const chooser = page.locator('.service-chooser')
    await expect(chooser.locator('[data-when=idle]')).toHaveAttribute('data-shown')
    await chooser.getByRole('button', { name: 'Use my location' }).click()
    await expect(chooser.locator('.visitor-place')).toHaveText('20 miles')
    expect(asked.sort()).toEqual(['loader', 'location'])
  })
})

test.describe('an intent', () => {
  const alive = (page: Page) => expect.poll(() => isHydrated(page)).toBe(true)

  test('is a pointer on a live block', async ({ page }) => {
    await page.goto(`${siteOrigin}/notary/cost`)
    await page.locator('.estimator h2').hover()
    await alive(page)
  })

  test('is the focus in a live block', async ({ page }) => {
    await page.goto(`${siteOrigin}/resources/notary-guide`)
    await page.locator('.tab-link').nth(1).focus()
    await alive(page)
    await expect(page.locator('.tab-link').nth(1)).toBeFocused()
    await expect(page.getByRole('tab', { name: 'Acknowledgment' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })

  test('is an address that a block has to follow', async ({ page }) => {
    await page.goto(`${siteOrigin}/blog?category=comparison`)
    await alive(page)
  })

  test('is what was chosen before the visitor went away and came back', async ({ page }) => {
    await page.goto(`${siteOrigin}/notary/cost`)
    await page.getByRole('radio', { name: /^Mobile visit/ }).check()
    await expect(page.locator('.estimate-total strong')).toHaveText('$60')
    await page.mouse.move(0, 0)
    await page.goto(`${siteOrigin}/terms`)
    await page.goBack()
    await expect(page.getByRole('radio', { name: /^Mobile visit/ })).toBeChecked()
    await expect(page.locator('.estimate-total strong')).toHaveText('$60')
  })

  test('is no pointer elsewhere, and no scrolling', async ({ page }) => {
    const { asked } = await watchRequests(page)
    await page.goto(`${siteOrigin}/notary/cost`, { waitUntil: 'networkidle' })
    await page.locator('h1').hover()
    await page.mouse.wheel(0, 50)
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual(['loader'])
  })
})

test.describe('a click that comes before the application', () => {
  const hold = async (page: Page) => {
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/hydrate*', async (route) => {
      await arrival
      await route.continue()
    })
    return () => arrive()
  }

  test('is kept, and done when it is there', async ({ page }) => {
    const arrive = await hold(page)
    await page.goto(`${siteOrigin}/mobile-notary/schedule`)
    await page.getByRole('radio', { name: '9 AM', exact: true }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    arrive()
    await expect(page.locator('.schedule-message')).toHaveText(/at 9 AM/)
  })

  test("is the browser's when it cannot be fetched", async ({ page }) => {
    await page.route('**/assets/hydrate*', (route) => route.abort())
    await page.goto(`${siteOrigin}/mobile-notary/schedule`)
    await page.evaluate(() =>
      addEventListener('submit', (event) => {
        event.preventDefault()
        Object.assign(window, {
          submitted: (event.target as HTMLFormElement).getAttribute('action'),
        })
      }),
    )
    await page.getByRole('radio', { name: '9 AM', exact: true }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect
      .poll(() => page.evaluate(() => (window as { submitted?: string }).submitted))
      .toMatch(/^mailto:/)
  })
})
