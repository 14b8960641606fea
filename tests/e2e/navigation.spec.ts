/**
 * Loading before the first interaction, client-side navigation, and pages without JavaScript. What
 * the loader does with a link is in tests/renderer/loader.test.ts.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import {
  waitForHydration,
  listUsedFonts,
  observeLayoutShifts,
  openAndCollectMessages,
  readLayoutShifts,
  recordLayoutShifts,
  triggerHydration,
} from './page-helpers.ts'
import { test, testInNewWindow } from './shared-tab.ts'
import { siteOrigin } from './test-servers.ts'

/** Whether the document is still the marked one. A reload or a full navigation loses the mark. */
const markDocument = (page: Page) =>
  page.evaluate(() => void Object.assign(window, { marked: true }))
const isDocumentMarked = (page: Page) => page.evaluate(() => 'marked' in window)
const getFooterLink = (page: Page, name: string) =>
  page.locator('.site-footer').getByRole('link', { name, exact: true })

/** Follows a link, and expects the browser to load the document of its page. */
async function expectDocumentOfTerms(page: Page): Promise<void> {
  await markDocument(page)
  await getFooterLink(page, 'Terms').click()
  await expect(page.locator('h1')).toHaveText('Terms of service')
  expect(await isDocumentMarked(page)).toBe(false)
}

test.describe('before the first interaction', () => {
  testInNewWindow(
    'a page loads only its document, fonts, drawing and the loader, from its own origin',
    async ({ page }) => {
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.goto(`${siteOrigin}/documents/legal`)
      await page.waitForLoadState('networkidle')
      // The browser may request the icon at any time, and decides how far ahead of the visitor it
      // loads the portrait in the footer.
      const optional = ['/favicon.svg', '/people/portrait.svg'].map((path) => siteOrigin + path)
      const listLoaded = () =>
        requests
          .filter((url) => !optional.includes(url))
          .map((url) => url.replace(/\.[\w-]+\.(css|js|svg|woff2)$/, '.$1'))
          .sort()
      await expect
        .poll(listLoaded)
        .toEqual([
          `${siteOrigin}/assets/besley.woff2`,
          `${siteOrigin}/assets/figtree.woff2`,
          `${siteOrigin}/assets/loader.js`,
          `${siteOrigin}/documents/legal`,
          `${siteOrigin}/scenes/courthouse.svg`,
        ])
    },
  )
})

test.describe('a page that the browser paints while it is loading', () => {
  for (const [width, address] of [
    [360, '/pricing'],
    [1280, '/'],
  ] as const)
    testInNewWindow(
      `${address} at ${width} px moves nothing as the rest arrives`,
      async ({ page }) => {
        await page.setViewportSize({ width, height: 800 })
        await recordLayoutShifts(page)
        await page.goto('/robots.txt')
        await page.evaluate(async (route) => {
          const text = await (await fetch(route)).text()
          // The policy of a page forbids document.write.
          const html = text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
          const start = html.indexOf('<body>')
          document.open()
          document.write(html.slice(0, start))
          for (let from = start; from < html.length; from += 700) {
            document.write(html.slice(from, from + 700))
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
          }
          document.close()
        }, address)
        expect(await readLayoutShifts(page)).toEqual([])
        for (const part of ['.site-header .logo', 'main > :first-child', 'main > :last-child'])
          await expect(page.locator(part).first()).toBeVisible()
      },
    )
})

test.describe('a first visit on a slow line', () => {
  // The largest shift that Core Web Vitals rate as good.
  const goodLayoutShift = 0.1
  for (const [width, height, address] of [
    [390, 844, '/'],
    [1280, 800, '/mobile-notary'],
  ] as const)
    testInNewWindow(
      `shows ${address} in fallback fonts, and then in its own, at ${width} px`,
      async ({ page }) => {
        await page.setViewportSize({ width, height })
        let painted = () => {}
        const firstPaint = new Promise<void>((resolve) => (painted = resolve))
        await page.route('**/*.woff2', async (route) => {
          await firstPaint
          await route.continue()
        })
        await observeLayoutShifts(page)
        await page.goto(siteOrigin + address, { waitUntil: 'domcontentloaded' })
        await expect
          .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length))
          .toBeGreaterThan(0)
        expect(await listUsedFonts(page, 'h1')).not.toEqual(['Besley'])
        painted()
        await expect.poll(() => listUsedFonts(page, 'h1')).toEqual(['Besley'])
        await expect.poll(() => listUsedFonts(page, '.lead p')).toEqual(['Figtree'])
        expect(await readLayoutShifts(page, goodLayoutShift)).toEqual([])
      },
    )
})

test('a page loads no stylesheet before a navigation', async ({ page }) => {
  await page.goto(`${siteOrigin}/book-online`)
  await triggerHydration(page)
  await expect(page.locator('head > link[rel=stylesheet]')).toHaveCount(0)
  await getFooterLink(page, 'Terms').click()
  await expect(page.locator('h1')).toHaveText('Terms of service')
  await expect(page.locator('head > link[rel=stylesheet]')).toHaveCount(1)
  await expect.poll(() => listUsedFonts(page, 'h1')).toEqual(['Besley'])
})

test.describe('client-side navigation', () => {
  test('replaces the head, moves the focus to the heading, and announces the title', async ({
    page,
  }) => {
    const messages = await openAndCollectMessages(page, '/ppc/same-day-notary-midland-tx')
    const head = () =>
      page.evaluate(() => ({
        title: document.title,
        titles: document.querySelectorAll('title').length,
        descriptions: document.querySelectorAll('meta[name=description]').length,
        description: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content,
        canonicals: [...document.querySelectorAll<HTMLLinkElement>('link[rel=canonical]')].map(
          ({ href }) => new URL(href).pathname,
        ),
        robots: [...document.querySelectorAll<HTMLMetaElement>('meta[name=robots]')].map(
          ({ content }) => content,
        ),
        things: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
          ({ textContent }) => JSON.parse(textContent!)['@type'],
        ),
      }))
    expect((await head()).robots).toEqual(['noindex, nofollow'])
    await triggerHydration(page)
    await markDocument(page)
    await getFooterLink(page, 'Prices').click()
    await expect(page).toHaveURL(`${siteOrigin}/pricing`)
    await expect(page).toHaveTitle(/^Notary prices/)
    await expect(page.locator('h1')).toBeFocused()
    await expect(page.locator('#announcer')).toHaveText(/^Notary prices/)
    expect(await isDocumentMarked(page)).toBe(true)
    expect(await head()).toMatchObject({
      titles: 1,
      descriptions: 1,
      canonicals: ['/pricing'],
      robots: [],
      things: ['FAQPage', 'BreadcrumbList'],
    })
    expect((await head()).description).toContain('What a notary costs, fee by fee')
    expect(messages).toEqual([])
  })

  testInNewWindow('goes back and forward and restores the scroll position', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const messages = await openAndCollectMessages(page, '/pricing')
    await triggerHydration(page)
    await markDocument(page)
    // As on a slow device: each navigation interrupts the transition of the one before it.
    const animations = await page.context().newCDPSession(page)
    await animations.send('Animation.enable')
    await animations.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
    await getFooterLink(page, 'Privacy').scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(500)
    await getFooterLink(page, 'Privacy').click()
    await expect(page.locator('h1')).toHaveText('Privacy policy')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page.locator('h1')).toHaveText('Notary prices in Midland, TX')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    await page.goForward()
    await expect(page.locator('h1')).toHaveText('Privacy policy')
    expect(await isDocumentMarked(page)).toBe(true)
    expect(messages).toEqual([])
  })

  test('scrolls to an anchor of another page', async ({ page }) => {
    await page.goto(`${siteOrigin}/faq`)
    await page.getByText('What does a visit cost?').click()
    await page.getByRole('link', { name: 'All fees' }).click()
    await expect(page).toHaveURL(`${siteOrigin}/pricing#fees`)
    await expect(page.locator('#fees')).toBeInViewport()
  })

  test('loads the document if data, scripts or styles of a page are missing or of a later release', async ({
    page,
  }) => {
    const open = async () => {
      await page.goto(`${siteOrigin}/`)
      await triggerHydration(page)
    }
    await page.route('**/terms/page.json', (route) => route.abort())
    await open()
    await expectDocumentOfTerms(page)
    await page.unroute('**/terms/page.json')

    const data = (await (await page.request.get(`${siteOrigin}/terms/page.json`)).json()) as object
    const released = { ...data, release: 'later', blocks: [{ type: 'new-block' }] }
    await page.route('**/terms/page.json', (route) => route.fulfill({ json: released }))
    await open()
    await expectDocumentOfTerms(page)
    await page.unroute('**/terms/page.json')

    await page.route('**/assets/blocks.*.css', (route) => route.fulfill({ status: 404 }))
    await open()
    await expectDocumentOfTerms(page)
  })

  test("shows React Router's heading and the message if rendering fails", async ({ page }) => {
    // Created in advance, because the second request may outlast the test.
    const data = (await (await page.request.get(`${siteOrigin}/terms/page.json`)).json()) as object
    await page.route('**/terms/page.json', (route) =>
      route.fulfill({
        json: { ...data, blocks: [{ type: 'faq', heading: 'Broken', items: null }] },
      }),
    )
    await page.goto(`${siteOrigin}/`)
    await triggerHydration(page)
    await getFooterLink(page, 'Terms').click()
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page.getByText(/Cannot read properties of null/).first()).toBeVisible()
  })
})

test.describe('addresses', () => {
  test('an unknown path shows the not-found page and logs the path', async ({ page }) => {
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    const response = await page.goto(`${siteOrigin}/mobile-notery`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    expect(messages.some((text) => text.includes('/mobile-notery'))).toBe(true)
    await expect(page.locator('.finder-nearest a')).toHaveAttribute('href', '/mobile-notary')
    await page.getByLabel('Search this site').fill('deeds')
    await expect(page.locator('.search-results a').first()).toBeVisible()
    await expect(page.locator('.finder-nearest a')).toHaveAttribute('href', '/mobile-notary')
    await page.getByLabel('Search this site').fill('')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(`${siteOrigin}/`)
  })
})

test.describe('the header', () => {
  test('opens its menus on hover and by keyboard, and closes them on Escape', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${siteOrigin}/`)
    const link = page.locator('.menu-items').getByRole('link', { name: 'Same-day' })
    await expect(link).toBeHidden()
    await page.locator('.menu-label', { hasText: 'Mobile' }).hover()
    await expect(link).toBeVisible()
    await page.mouse.move(700, 700)
    await expect(link).toBeHidden()
    await page.locator('.menu-label', { hasText: 'Mobile' }).focus()
    await expect(link).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.locator('.menu-items a').filter({ hasText: 'Mobile notary' })).toBeFocused()
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(link).toBeHidden({ timeout: 200 })
    }).toPass()
  })

  test('has a mobile menu that closes when one of its links is followed', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${siteOrigin}/`)
    const menu = page.locator('#site-menu')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('link', { name: 'All prices' })).toBeHidden()
    await menu.locator('summary', { hasText: 'Documents' }).click()
    await expect(menu.getByRole('link', { name: 'Affidavits' })).toBeVisible()
    await menu.locator('summary', { hasText: 'Prices' }).click()
    await expect(menu.getByRole('link', { name: 'Affidavits' })).toBeHidden()
    await menu.getByRole('link', { name: 'All prices' }).click()
    await expect(page.locator('h1')).toHaveText('Notary prices in Midland, TX')
    await expect(menu).toBeHidden()
  })
})

test.describe('the mobile menu', () => {
  test('follows a link that is pressed while the application is loading', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/*.js', async (route) => {
      if (!route.request().url().includes('loader')) await released
      await route.continue()
    })
    await page.goto(`${siteOrigin}/`)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const link = page.locator('#site-menu').getByRole('link', { name: 'All prices' })
    await page.locator('#site-menu summary', { hasText: 'Prices' }).click()
    await link.scrollIntoViewIfNeeded()
    await link.hover()
    await page.mouse.down()
    release()
    await waitForHydration(page)
    await page.mouse.up()
    await expect(page).toHaveURL(`${siteOrigin}/pricing`)
  })

  const open = async (page: Page) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${siteOrigin}/`)
    await triggerHydration(page)
    await page.getByRole('button', { name: 'Menu', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('#site-menu')).toBeVisible()
  }
  const focusIsInside = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest('#site-menu') !== null)

  test('traps the focus in both directions', async ({ page }) => {
    await open(page)
    const close = page.getByRole('button', { name: 'Close', exact: true })
    await expect(close).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    expect(await focusIsInside(page)).toBe(true)
    await expect(close).not.toBeFocused()
    await page.keyboard.press('Tab')
    await expect(close).toBeFocused()
    const stops = await page.locator('#site-menu :is(a, summary)').filter({ visible: true }).count()
    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press('Tab')
      expect(await focusIsInside(page)).toBe(true)
    }
    await page.keyboard.press('Tab')
    await expect(close).toBeFocused()
  })

  test('closes on Escape and by its button, and restores the focus', async ({ page }) => {
    await open(page)
    await page.keyboard.press('Escape')
    await expect(page.locator('#site-menu')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.locator('#site-menu')).toBeHidden()
  })
})

testInNewWindow.describe('on a touch screen that goes offline', () => {
  testInNewWindow.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  testInNewWindow(
    'a visit is chosen by touch, and the open page keeps working',
    async ({ page, context }) => {
      await page.clock.setFixedTime(new Date('2027-03-12T05:30:00-06:00'))
      await page.goto(`${siteOrigin}/mobile-notary/schedule`)
      await triggerHydration(page)
      await context.setOffline(true)
      await page.getByText('9 AM', { exact: true }).tap()
      await page.getByText('Express', { exact: false }).first().tap()
      await page.getByRole('button', { name: 'Continue' }).tap()
      await expect(page.locator('.composed-message')).toContainText('Express ($85)')
      await page.getByRole('button', { name: 'Menu', exact: true }).tap()
      await page.locator('#site-menu summary', { hasText: 'Prices' }).tap()
      await page.locator('#site-menu').getByRole('link', { name: 'All prices' }).tap()
      // The page stays, and says why.
      const note = page.locator('.offline-note')
      await expect(note).toContainText("You're offline")
      await expect(note.getByRole('link')).toHaveAttribute('href', /^tel:/)
      await expect(page).toHaveURL(`${siteOrigin}/mobile-notary/schedule`)
      await context.setOffline(false)
      await expect(note).toBeHidden()
    },
  )
})

testInNewWindow.describe('without JavaScript', () => {
  testInNewWindow.use({ javaScriptEnabled: false })

  testInNewWindow('links, questions, menu and phone work', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${siteOrigin}/pricing`)
    const [first, second] = [0, 1].map((index) => page.locator('main details').nth(index)) as [
      Locator,
      Locator,
    ]
    await first.locator('summary').click()
    await expect(first.locator('.rich')).toBeVisible()
    await second.locator('summary').click()
    await expect(first.locator('.rich')).toBeHidden()
    await second.locator('summary').click()
    await expect(second.locator('.rich')).toBeHidden()
    expect(await page.locator('.header-phone').getAttribute('href')).toMatch(/^tel:\+/)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#site-menu summary', { hasText: 'About' }).click()
    await page.locator('#site-menu').getByRole('link', { name: 'FAQ', exact: true }).click()
    await expect(page.locator('h1')).toHaveText('Notary questions, answered')
  })
})

test.describe('prefetching', () => {
  testInNewWindow(
    'loads the data of a hovered link once, and no documents after hydration',
    async ({ page }) => {
      await page.goto(`${siteOrigin}/terms`)
      await expect(page.locator('script[type=speculationrules]')).toHaveCount(1)
      await triggerHydration(page)
      await expect(page.locator('script[type=speculationrules]')).toHaveCount(0)
      const fetched: string[] = []
      page.on(
        'request',
        (request) =>
          request.url().endsWith('/privacy/page.json') && fetched.push(request.resourceType()),
      )
      const link = page.locator('footer').getByRole('link', { name: 'Privacy' }).first()
      await link.hover()
      await expect.poll(() => fetched).toEqual(['fetch'])
      await link.click()
      await expect(page).toHaveURL(`${siteOrigin}/privacy`)
      await expect(page.locator('main h1')).toBeFocused()
      expect(fetched).toEqual(['fetch'])
    },
  )
})
