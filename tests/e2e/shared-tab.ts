/**
 * Tests that share one tab: a window of its own costs a test more than half of its time, because it
 * has no cached files and no compiled scripts. Tests that install scripts or a clock, which stay in
 * a tab, and tests of what is requested need Playwright's own `test`.
 */
import { type BrowserContext, type Page, test as base } from '@playwright/test'
import { siteOrigin } from './test-servers.ts'

/** Like Playwright's own `test`, but `page` and `context` are shared and left as found. */
export const test = base.extend<object, { visitor: BrowserContext; tab: Page }>({
  visitor: [
    async ({ browser }, use) => {
      const visitor = await browser.newContext({ baseURL: siteOrigin, timezoneId: 'UTC' })
      await use(visitor)
      await visitor.close()
    },
    { scope: 'worker' },
  ],
  tab: [async ({ visitor }, use) => use(await visitor.newPage()), { scope: 'worker' }],
  context: async ({ visitor }, use) => {
    await use(visitor)
    await visitor.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.clearPermissions()
    await visitor.setGeolocation(null)
  },
  page: async ({ context: _context, tab, viewport }, use) => {
    await tab.setViewportSize(viewport!)
    await tab.emulateMedia({ colorScheme: null, reducedMotion: null, media: null })
    await use(tab)
    await tab.unrouteAll({ behavior: 'ignoreErrors' })
    tab.removeAllListeners()
    // An empty tab has no storage.
    if (tab.url() === 'about:blank') return
    // Such as the visitor's place.
    await tab.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
  },
})
