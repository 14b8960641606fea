/** What a page loads without any interaction, and which interactions start hydration. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { budgets } from '../../scripts/prerender/budgets/budgets.ts'
import { waitForHydration, listLiveRoutes, triggerHydration } from './page-helpers.ts'
import { test, testInNewWindow, testWithClock } from './shared-tab.ts'
import { siteOrigin, siteWithServices } from './test-servers.ts'

const odessa = { latitude: 31.8457, longitude: -102.3676 }

/** `/assets/loader.Abc.js` → `loader`. Other requests are named by their path. */
const getRequestName = (url: string) =>
  /^\/assets\/([a-z-]+)\..*\.js$/.exec(new URL(url).pathname)?.[1] ?? new URL(url).pathname

/** Records the names and compressed sizes of all scripts and data that the page requests. */
async function watchRequests(page: Page) {
  const requested: string[] = []
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (!['script', 'fetch', 'xhr'].includes(response.request().resourceType())) return
    requested.push(getRequestName(response.url()))
    // The larger of both sizes, because hosts differ in their compression.
    sizes.push(
      response
        .body()
        .then((body) =>
          Math.max(brotliCompressSync(body).length, gzipSync(body, { level: 9 }).length),
        ),
    )
  })
  return {
    requested,
    measureBytes: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
  }
}

/** Sorted, without what reports and looks up the town. */
const listScripts = (requested: string[]) =>
  requested.filter((name) => !['measure', '/reverse', '/beacon'].includes(name)).sort()

const createPreloadCase = (name: string, pages: string[]) => ({ name, pages })
const preloadCases = [
  createPreloadCase('location', [
    '/book',
    '/mobile-notary',
    '/notary-near-me',
    '/mobile-notary-near-me',
    '/24-hour-notary-near-me',
  ]),
  createPreloadCase('dates', ['/mobile-notary/schedule', '/es/elegir-hora']),
]

test.describe('a page without interaction', () => {
  for (const { name, pages } of preloadCases)
    testInNewWindow(`${pages.join(', ')} load the loader and ${name}`, async ({ page }) => {
      // The others have the same blocks.
      for (const route of pages.slice(0, 2)) {
        const { requested, measureBytes } = await watchRequests(page)
        await page.goto(siteOrigin + route, { waitUntil: 'networkidle' })
        await expect.poll(() => requested.toSorted(), route).toEqual(['loader', name].sort())
        expect(await measureBytes(), route).toBeLessThanOrEqual(budgets.script + budgets.eager)
        page.removeAllListeners('response')
      }
    })

  testInNewWindow('every other page with a live block loads only the loader', async ({ page }) => {
    const preloadRoutes = preloadCases.flatMap(({ pages }) => pages)
    const routes = listLiveRoutes().filter((route) => !preloadRoutes.includes(route))
    expect(routes).toEqual([
      '/blog',
      '/book-online',
      '/es/pedir-en-linea',
      '/es/precios',
      '/faq',
      '/notary/cost',
      '/pricing',
      '/resources/document-prep',
      '/resources/notary-guide',
      '/resources/texas-laws',
      '/sitemap',
    ])
    // One for each live block.
    const others = ['/es/pedir-en-linea', '/es/precios', '/pricing']
    for (const route of routes.filter((each) => !others.includes(each))) {
      const { requested, measureBytes } = await watchRequests(page)
      await page.goto(siteOrigin + route, { waitUntil: 'networkidle' })
      await expect.poll(() => requested, route).toEqual(['loader'])
      expect(await measureBytes()).toBeLessThanOrEqual(budgets.script)
      page.removeAllListeners('response')
    }
  })

  for (const [route, scripts] of [
    ['/book', ['loader', 'location']],
    ['/mobile-notary', ['loader', 'location', 'visitor-marker']],
  ] as const) {
    testInNewWindow(
      `${route} shows the location without the application`,
      async ({ page, context }) => {
        await context.grantPermissions(['geolocation'])
        await context.setGeolocation(odessa)
        const { requested } = await watchRequests(page)
        await page.goto(siteWithServices.origin + route, { waitUntil: 'networkidle' })
        await expect(page.locator('.layer[data-shown] .visitor-place').first()).toHaveText(
          'Odessa, Texas, 20 miles',
        )
        expect(listScripts(requested)).toEqual(scripts)
      },
    )
  }

  testInNewWindow('a location button works without the application', async ({ page, context }) => {
    const { requested } = await watchRequests(page)
    await page.goto(`${siteWithServices.origin}/book`, { waitUntil: 'networkidle' })
    const chooser = page.locator('.service-chooser')
    await expect(chooser.locator('[data-when=idle]')).toHaveAttribute('data-shown')
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation(odessa)
    await chooser.getByRole('button', { name: 'Use my location' }).click()
    await expect(chooser.locator('.visitor-place')).toHaveText('Odessa, Texas, 20 miles')
    expect(listScripts(requested)).toEqual(['loader', 'location'])
  })
})

test.describe('hydration starts', () => {
  testInNewWindow('without what only other pages need', async ({ page }) => {
    const { requested } = await watchRequests(page)
    await page.goto(`${siteOrigin}/pricing`)
    await triggerHydration(page)
    await page.waitForLoadState('networkidle')
    expect(requested).toContain('hydrate')
    expect(requested).not.toContain('page-finder')
    expect(requested).not.toContain('/sitemap.xml')
  })

  test('when the pointer enters a live block', async ({ page }) => {
    await page.goto(`${siteOrigin}/notary/cost`)
    await page.locator('.quote h2').hover()
    await waitForHydration(page)
  })

  test('when a live block gets the focus', async ({ page }) => {
    await page.goto(`${siteOrigin}/resources/notary-guide`)
    await page.locator('.tab-link').nth(1).focus()
    await waitForHydration(page)
    await expect(page.locator('.tab-link').nth(1)).toBeFocused()
    await expect(page.getByRole('tab', { name: 'Acknowledgment' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })

  test('when a block depends on the address', async ({ page }) => {
    await page.goto(`${siteOrigin}/blog?category=comparison`)
    await waitForHydration(page)
  })

  test('when the browser restores a choice on return', async ({ page }) => {
    await page.goto(`${siteOrigin}/notary/cost`)
    await page.getByRole('radio', { name: /^Online session/ }).check()
    await expect(page.locator('.quote-total strong')).toHaveText('$35')
    await page.mouse.move(0, 0)
    await page.goto(`${siteOrigin}/terms`)
    await page.goBack()
    await expect(page.getByRole('radio', { name: /^Online session/ })).toBeChecked()
    await expect(page.locator('.quote-total strong')).toHaveText('$35')
  })

  testInNewWindow('neither by a pointer elsewhere nor by scrolling', async ({ page }) => {
    const { requested } = await watchRequests(page)
    await page.goto(`${siteOrigin}/notary/cost`, { waitUntil: 'networkidle' })
    await page.locator('h1').hover()
    await page.mouse.wheel(0, 50)
    await page.waitForLoadState('networkidle')
    expect(requested).toEqual(['loader'])
  })
})

test.describe('a click before hydration', () => {
  const holdApplication = async (page: Page) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/hydrate*', async (route) => {
      await released
      await route.continue()
    })
    return () => release()
  }

  testWithClock('is replayed after hydration', async ({ page }) => {
    const release = await holdApplication(page)
    await page.clock.setFixedTime(new Date('2027-03-12T05:30:00-06:00'))
    await page.goto(`${siteOrigin}/mobile-notary/schedule`)
    await page.getByRole('radio', { name: '9 AM', exact: true }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    release()
    await expect(page.locator('.composed-message')).toHaveText(/at 9 AM/)
  })

  testWithClock('is left to the browser if the application fails to load', async ({ page }) => {
    await page.route('**/assets/hydrate*', (route) => route.abort())
    await page.clock.setFixedTime(new Date('2027-03-12T05:30:00-06:00'))
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
