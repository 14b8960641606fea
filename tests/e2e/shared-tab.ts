/**
 * Tests that share a tab: opening its own tab takes most of the time of a test. All three kinds of
 * tests run in the same workers.
 */
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
  expect,
  test as base,
} from '@playwright/test'
import { unblockFonts } from './page-helpers.ts'
import { siteOrigin } from './test-servers.ts'

type Window = 'shared' | 'clock' | 'own'
type SharedTab = { context: BrowserContext; page: Page; session: CDPSession }

/**
 * Without a GPU, drawing the frames of a transition takes longer than loading its page, so only
 * the tests of transitions in navigation.spec.ts have them.
 */
const reducedMotion = 'reduce'

async function openTab(browser: Browser): Promise<SharedTab> {
  const context = await browser.newContext({ baseURL: siteOrigin, timezoneId: 'UTC' })
  const page = await context.newPage()
  return { context, page, session: await context.newCDPSession(page) }
}

/** Leaves a tab as a new one, except for its cache, and for scripts and a clock if it has them. */
async function resetTab({ page, context, session }: SharedTab): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await unblockFonts(page)
  page.removeAllListeners()
  await context.clearPermissions()
  await context.setGeolocation(null)
  await page.mouse.move(0, 0)
  // An empty tab has no storage.
  if (page.url() === 'about:blank') return
  // Nothing but the studio may run at its origin, and it keeps its token there.
  if (new URL(page.url()).hostname.endsWith('.localhost')) {
    await page.goto('about:blank')
    return
  }
  // A page saves what its visitor has chosen when it is left, so leave it before the storage is
  // cleared. A page of the development server may load itself again at that moment: leaving it then
  // fails, or never ends.
  const leave = () => page.goto(new URL('/robots.txt', page.url()).href, { timeout: 10_000 })
  await expect(leave).toPass()
  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.clear()
  })
  // A full history would not grow any further.
  await session.send('Page.resetNavigationHistory')
}

/** Like Playwright's own `test`, but `page` and `context` are shared and left as found. */
export const test = base.extend<
  { window: Window },
  { getTab: (window: Window) => Promise<SharedTab> }
>({
  window: ['shared', { option: true }],
  getTab: [
    async ({ browser }, use) => {
      const tabs = new Map<Window, Promise<SharedTab>>()
      await use((window) => {
        const tab = tabs.get(window) ?? openTab(browser)
        tabs.set(window, tab)
        return tab
      })
      for (const tab of tabs.values()) await (await tab).context.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      window,
      getTab,
      browser,
      baseURL,
      timezoneId,
      viewport,
      javaScriptEnabled,
      hasTouch,
      isMobile,
    },
    use,
  ) => {
    if (window !== 'own') return use((await getTab(window)).context)
    const context = await browser.newContext({
      ...{ baseURL, timezoneId, viewport, javaScriptEnabled, hasTouch, isMobile, reducedMotion },
    })
    await use(context)
    await context.close()
  },
  page: async ({ window, getTab, context, viewport }, use) => {
    if (window === 'own') return use(await context.newPage())
    const tab = await getTab(window)
    await tab.page.setViewportSize(viewport!)
    await tab.page.emulateMedia({ colorScheme: null, reducedMotion, media: null })
    await use(tab.page)
    await resetTab(tab)
  },
})

/**
 * For tests that install scripts or a running clock, or whose visitor denies a permission, none of
 * which can be removed from a tab; that list the requests of a first visit; or that need another
 * kind of browser.
 */
export const testInNewWindow = test.extend({ window: 'own' })

/** For tests that fix the time. They share another tab. */
export const testWithClock = test.extend({ window: 'clock' })
