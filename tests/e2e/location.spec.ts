/**
 * The visitor's location: each state, on pages that differ in it. What the device and the geocoder
 * can answer is in tests/blocks/visitor-location.test.tsx.
 */
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { readLayoutShifts, triggerHydration, recordLayoutShifts } from './page-helpers.ts'
import { test, testInNewWindow } from './shared-tab.ts'
import { siteWithServices } from './test-servers.ts'

const { origin } = siteWithServices
const odessa = { latitude: 31.8457, longitude: -102.3676 }
const houston = { latitude: 29.7604, longitude: -95.3698 }

async function grantLocation(
  context: BrowserContext,
  position: { latitude: number; longitude: number },
) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(position)
}

function collectConsoleMessages(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(error.message))
  return messages
}

const getServiceChooser = (page: Page) => page.locator('.service-chooser')
const getMobileCard = (page: Page) => getServiceChooser(page).locator('.card').nth(1)
/** A disabled card must still offer contact links. */
async function expectContactLinks(page: Page) {
  for (const [name, href] of [
    ['(432) 555-0142', 'tel:+14325550142'],
    ['Text us', 'sms:+14325550142'],
  ] as const) {
    const link = getMobileCard(page).getByRole('link', { name })
    await expect(link).toBeVisible()
    await expect(link).toHaveAttribute('href', href)
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
}
const getDetectButton = (page: Page) =>
  getServiceChooser(page).getByRole('button', { name: 'Use my location' })
const getUnavailableButton = (page: Page) =>
  getMobileCard(page).getByRole('button', { name: 'Not Available in Your Area' })

test.describe('inside the area', () => {
  test('/book shows the badge, the town, the distance and the savings of online service', async ({
    page,
    context,
  }) => {
    await grantLocation(context, odessa)
    const messages = collectConsoleMessages(page)
    await page.goto(`${origin}/book`)
    await expect(getServiceChooser(page).getByText('In Service Area')).toBeVisible()
    await expect(getServiceChooser(page).getByText('Odessa, Texas, 20 miles')).toBeVisible()
    await expect(getServiceChooser(page).getByText('Save $25+ and 3 hours')).toBeVisible()
    await expect(getMobileCard(page).getByRole('link', { name: 'Choose a time' })).toBeVisible()
    await expect(getUnavailableButton(page)).toBeHidden()
    expect(messages).toEqual([])
  })
})

test.describe('outside the area', () => {
  test('/book dims the mobile card, disables its button and shows the distance', async ({
    page,
    context,
  }) => {
    await grantLocation(context, houston)
    await page.goto(`${origin}/book`)
    await expect(getUnavailableButton(page)).toBeDisabled()
    await expect(getMobileCard(page)).toHaveCSS('box-shadow', 'none')
    await expect(getMobileCard(page).getByText('You are 427 miles away')).toBeVisible()
    await expect(getMobileCard(page).getByRole('link', { name: 'Choose a time' })).toBeHidden()
    await expectContactLinks(page)
    await expect(
      getServiceChooser(page).getByText(
        'Mobile notary service is only available within 60 miles of Midland, TX.',
      ),
    ).toBeVisible()
    await expect(
      getServiceChooser(page).getByRole('status').getByRole('link', { name: 'Book online' }),
    ).toHaveAttribute('href', '/book-online')
  })

  test('/mobile-notary warns and links to online service and the service areas', async ({
    page,
    context,
  }) => {
    await grantLocation(context, houston)
    await page.goto(`${origin}/mobile-notary`)
    const warning = page.locator('.location-warning')
    await expect(warning).toContainText('only available within 60 miles of Midland, TX')
    await expect(warning).toContainText('You are 427 miles away')
    // The map points to where that is.
    await expect(page.locator('.map-visitor text')).toHaveText('You, 427 miles')
    await expect(warning.getByRole('link', { name: 'Start online' })).toHaveAttribute(
      'href',
      '/book-online',
    )
    await expect(warning.getByRole('link', { name: 'Service areas' })).toHaveAttribute(
      'href',
      '/mobile-notary/service-areas',
    )
    await expect(warning.getByRole('link', { name: 'online notary' })).toHaveAttribute(
      'href',
      '/online-notary',
    )
  })
})

test.describe('the location is unknown', () => {
  testInNewWindow(
    'after a refusal, which is logged, a town opens the card, and visitors can call',
    async ({ page }) => {
      const messages = collectConsoleMessages(page)
      await page.goto(`${origin}/book`)
      await getDetectButton(page).click()
      const status = getServiceChooser(page).getByRole('status')
      await expect(status.getByText('Location unknown. Tell us your town')).toBeVisible()
      await expect(status.getByRole('link', { name: '(432) 555-0142' })).toBeVisible()
      await expect(getDetectButton(page)).toBeHidden()
      await expect(getUnavailableButton(page)).toBeDisabled()
      await expect(getMobileCard(page)).toContainText('Location unknown')
      await expect(getMobileCard(page).getByRole('link', { name: 'Choose a time' })).toBeHidden()
      await expectContactLinks(page)
      const town = getMobileCard(page).getByRole('combobox', { name: 'Or choose your town' })
      await town.click()
      await town.selectOption('Big Spring')
      await expect(getServiceChooser(page).getByText('In Service Area')).toBeVisible()
      await expect(getServiceChooser(page).getByText('Big Spring, 39 miles')).toBeVisible()
      await expect(getMobileCard(page).getByRole('link', { name: 'Choose a time' })).toBeVisible()
      expect(messages.some((text) => text.startsWith('Failed to get location'))).toBe(true)
    },
  )

  testInNewWindow(
    'after an earlier refusal, without asking again, and reported once on a page',
    async ({ page }) => {
      await page.addInitScript(() => {
        navigator.permissions.query = async () => ({ state: 'denied' }) as PermissionStatus
      })
      await page.goto(`${origin}/24-hour-notary-near-me`)
      await expect(page.getByText('Tell us your town').filter({ visible: true })).toHaveCount(1)
      await expect(getUnavailableButton(page)).toBeDisabled()
    },
  )

  testInNewWindow('/mobile-notary then shows Schedule, Call and the limit', async ({ page }) => {
    await page.goto(`${origin}/mobile-notary`)
    await page.getByRole('button', { name: 'Use my location' }).click()
    const notice = page.locator('.location-notice .layer[data-shown]')
    await expect(notice).toContainText(
      'Location unknown. Tell us your town. We drive up to 60 miles from Midland.',
    )
    const schedule = notice.getByRole('link', { name: 'Schedule' })
    await expect(schedule).toBeVisible()
    await expect(notice.getByRole('link', { name: /^Call/ })).toBeVisible()
    // The button is gone, and leaves no hole between the text and the actions.
    const text = (await notice.locator('p').boundingBox())!
    expect((await schedule.boundingBox())!.y - (text.y + text.height)).toBeLessThan(24)
  })
})

testInNewWindow('is called once for all blocks and pages of a visit', async ({ page, context }) => {
  await grantLocation(context, odessa)
  await page.addInitScript(() => {
    const { geolocation } = navigator
    const ask = geolocation.getCurrentPosition.bind(geolocation)
    Object.assign(window, { asked: 0 })
    geolocation.getCurrentPosition = (...call) => {
      ;(window as unknown as { asked: number }).asked++
      ask(...call)
    }
  })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/reverse') && asked.push(request.url()))
  await page.goto(`${origin}/mobile-notary-near-me`)
  await expect(page.locator('.location-good')).toContainText('Odessa')
  await expect(getServiceChooser(page)).toContainText('Odessa')
  await triggerHydration(page)
  await expect(getServiceChooser(page)).toContainText('Odessa')
  await page.locator('.site-footer').getByRole('link', { name: 'Book a notary' }).click()
  await expect(page).toHaveURL(`${origin}/book`)
  await expect(getServiceChooser(page).getByText('Odessa, Texas, 20 miles')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(1)
  expect(asked).toHaveLength(1)
})

const newYork = { latitude: 40.71, longitude: -74 }

test.describe('hydration and the location move nothing', () => {
  // A page for each live block, on a phone or on a screen. The list of articles is in blog.spec.ts.
  for (const [width, position, routes] of [
    [360, odessa, ['/book', '/mobile-notary/schedule', '/resources/document-prep']],
    [1440, newYork, ['/book', '/mobile-notary', '/notary/cost', '/book-online']],
  ] as const)
    test(`of ${routes.join(', ')} at ${width} px`, async ({ page, context }) => {
      await grantLocation(context, position)
      // High enough to show the whole page, because shifts outside the viewport do not count.
      await page.setViewportSize({ width, height: 5000 })
      const today = new Date().toISOString().slice(0, 10)
      // Noon and, after the last hour of a schedule, 11:30 PM of the business.
      for (const time of ['18:00', '05:30']) {
        await page.clock.setFixedTime(`${today}T${time}:00Z`)
        for (const route of routes) await expectNoShift(page, route)
      }
    })

  // Only what moves within the viewport counts, and here the location is near its edge.
  test('of what an address leads to, on a phone', async ({ page, context }) => {
    await grantLocation(context, newYork)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const address of [
      '/24-hour-notary-near-me#tonight',
      '/resources/texas-laws#records',
      '/blog?category=comparison',
    ])
      await expectNoShift(page, address)
  })
})

async function expectNoShift(page: Page, address: string): Promise<void> {
  await recordLayoutShifts(page)
  await page.goto(origin + address, { waitUntil: 'networkidle' })
  await triggerHydration(page)
  expect(await readLayoutShifts(page), address).toEqual([])
}

testInNewWindow.describe('without JavaScript', () => {
  testInNewWindow.use({ javaScriptEnabled: false })

  testInNewWindow(
    'both ways to book are available, and no location state is shown',
    async ({ page }) => {
      await page.goto(`${origin}/book`)
      await expect(getMobileCard(page).getByRole('link', { name: 'Choose a time' })).toBeVisible()
      await expect(getUnavailableButton(page)).toBeHidden()
      for (const text of ['Detecting your location', 'In Service Area', 'Location unknown'])
        await expect(getServiceChooser(page).getByText(text).first()).toBeHidden()
    },
  )
})
