/** Scheduling, quotes, tabs and questions, used by mouse, keyboard, touch and script. */
import { expect, type Page } from '@playwright/test'
import {
  waitForHydration,
  readLayoutShifts,
  recordLayoutShifts,
  triggerHydration,
} from './page-helpers.ts'
import { test, testInNewWindow, testWithClock } from './shared-tab.ts'
import { siteOrigin, siteWithServices } from './test-servers.ts'

test.describe('the search', () => {
  testInNewWindow('forgives typing mistakes, and stays after Back', async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/sitemap')
    const field = page.getByRole('searchbox')
    const status = page.locator('.search-status')
    expect(requests.join()).not.toContain('search')
    await field.fill('affidavid')
    await expect(status).toHaveText(/^\d+ pages$/)
    const results = page.locator('.search-results li')
    await expect(results.first().locator('mark').first()).toHaveText(/affidavit/i)
    await field.press('Enter')
    await expect(page).toHaveURL(/\?q=affidavid$/)
    await field.press('Tab')
    await page.keyboard.press('Tab')
    await expect(results.first().getByRole('link')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/affidavit/)
    await page.goBack()
    await expect(field).toHaveValue('affidavid')
    await expect(results.first()).toBeVisible()
    await field.fill('qqqqqq')
    await expect(status).toHaveText(/^No page has these words/)
    await field.fill('')
    await expect(page).toHaveURL(/\/sitemap$/)
    await page.goto('/sitemap?q=hospital')
    await expect(results.first().getByRole('link')).toHaveText(/hospital/i)
  })
})

test.describe('the schedule', () => {
  /** Opens the schedule on Friday, March 12, at 5:30 AM or the given time in Midland. */
  const open = async (page: Page, time = '05:30') => {
    await page.clock.setFixedTime(new Date(`2027-03-12T${time}:00-06:00`))
    await page.goto(`${siteOrigin}/mobile-notary/schedule`)
    await triggerHydration(page)
  }
  const time = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
  const submit = (page: Page) => page.getByRole('button', { name: 'Continue' })
  const message = (page: Page) => page.locator('.composed-message')

  testWithClock(
    'lists the next seven days of the business, wherever the visitor is',
    async ({ page }) => {
      // Already Saturday in the time zone of the browser, which is UTC.
      await open(page, '18:30')
      // Nobody gets there within two hours for the usual price.
      await expect(time(page, '8 PM')).toBeDisabled()
      await expect(time(page, '9 PM')).toBeEnabled()
      await expect(page.locator('.schedule-date')).toHaveText([
        'Fri, Mar 12',
        'Sat, Mar 13',
        'Sun, Mar 14',
        'Mon, Mar 15',
        'Tue, Mar 16',
        'Wed, Mar 17',
        'Thu, Mar 18',
      ])
      expect(
        await page
          .locator(
            '.schedule-tiles .level-high, .schedule-tiles .level-medium, .schedule-tiles .level-low',
          )
          .count(),
      ).toBe(7)
      await time(page, '9 PM').check()
      await page.getByRole('radio', { name: 'Tomorrow' }).check()
      await time(page, '11 AM').check()
      // Back on today, that time is over.
      await page.getByRole('radio', { name: /Today/ }).check()
      await expect(page.locator('[name=time]:checked')).toHaveCount(0)
      await open(page, '21:30')
      // Tonight, only an emergency is possible.
      await expect(page.getByRole('radio', { name: 'Today Call for tonight' })).toBeChecked()
      await expect(page.locator('[name=time]:enabled')).toHaveCount(0)
      await expect(page.getByRole('radio', { name: /^Emergency/ })).toBeChecked()
      await expect(page.getByRole('radio', { name: /^Standard/ })).toBeDisabled()
      await page.getByRole('radio', { name: 'Tomorrow' }).check()
      await expect(page.getByRole('radio', { name: /^Emergency/ })).toBeDisabled()
    },
  )

  testWithClock('asks for a time, prepares a message, and sends nothing', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await open(page)
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Pick a time for your visit first.')
    await expect(page.locator('.composed-request')).toHaveCount(0)
    await expect(time(page, '8 AM')).toBeFocused()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await time(page, '2 PM').check()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('radio', { name: /^Express/ }).check()
    await submit(page).click()
    await expect(page.getByRole('heading', { name: 'Ready to send' })).toBeFocused()
    await expect(message(page)).toHaveText(/Express \(\$85\) on Friday, March 12 at 2 PM/)
    const sms = await page.getByRole('link', { name: 'Send as a text' }).getAttribute('href')
    expect(sms).toMatch(/^sms:\+1\d{10}\?&body=/)
    expect(decodeURIComponent(sms!)).toContain('Express ($85) on Friday, March 12 at 2 PM')
    const mail = new URL(
      (await page.getByRole('link', { name: 'Send by email' }).getAttribute('href'))!,
    )
    expect(mail.searchParams.get('subject')).toBe('Visit on Friday, March 12, 2 PM')
    expect(mail.searchParams.get('body')).toContain('Express ($85)')
    await expect(
      page.locator('.composed-request').getByRole('link', { name: /^Call/ }),
    ).toHaveAttribute('href', /^tel:/)
    expect(requests).toEqual([])
    // A changed choice updates the request.
    await time(page, '5 PM').check()
    await expect(message(page)).toHaveText(/at 5 PM/)
    await submit(page).click()
    await expect(page.getByRole('heading', { name: 'Ready to send' })).toBeFocused()
    const bar = (await page.locator('.phone-bar').boundingBox())!.y
    for (const button of await page.locator('.composed-request :is(a, button)').all()) {
      const { y, height } = (await button.boundingBox())!
      expect(y + height).toBeLessThanOrEqual(bar)
    }
  })

  testWithClock(
    'allows one time, and no unavailable one, by mouse, keyboard or script',
    async ({ page }) => {
      await open(page)
      await time(page, '9 AM').check()
      await time(page, '6 PM').check()
      await expect(page.locator('[name=time]:checked')).toHaveCount(1)
      for (const taken of ['10 AM Unavailable', '3 PM Unavailable']) {
        await expect(time(page, taken)).toBeDisabled()
        await time(page, taken).click({ force: true })
        await expect(page.locator('[name=time]:checked')).toHaveValue('6 PM')
      }
      // The arrow keys skip unavailable times.
      await time(page, '9 AM').focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowRight')
      await expect(page.locator('[name=time]:checked')).toHaveValue('11 AM')
      // Enabling and clicking an unavailable time by script does not select it.
      await time(page, '10 AM Unavailable').evaluate((input: HTMLInputElement) => {
        input.disabled = false
        input.click()
      })
      await expect(page.locator('[name=time]:checked')).toHaveCount(0)
      await submit(page).click()
      await expect(page.locator('.composed-request')).toHaveCount(0)
      // Nor does checking it by script.
      await time(page, '4 PM').check()
      await page
        .locator('[value="3 PM"]')
        .evaluate((input: HTMLInputElement) => void (input.checked = true))
      await submit(page).click()
      await expect(page.locator('[name=time]:checked')).toHaveCount(0)
      await expect(page.locator('.composed-request')).toHaveCount(0)
    },
  )

  testWithClock('offers the services of the hour', async ({ page }) => {
    await open(page)
    const service = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
    await time(page, '7 PM').check()
    await expect(service('After-Hours')).toBeChecked()
    await expect(service('Standard')).toBeDisabled()
    // A visit at once has no hour, and the visitor calls.
    await service('Emergency').check()
    await expect(time(page, '9 AM')).toBeHidden()
    const mainButtons = page.locator('#choose .button.primary')
    await expect(mainButtons).toHaveText(/^Call /)
    await submit(page).click()
    await expect(message(page)).toHaveText(/Emergency \(\$\d+\), as soon as possible today\. My/)
    await expect(mainButtons).toHaveText([/^Call /, /^Call /])
    await service('Standard').check()
    await expect(page.locator('.composed-request')).toHaveCount(0)
    await expect(page.getByText('1–2 hours')).toBeVisible()
    await time(page, '8 PM').check()
    await expect(service('After-Hours')).toBeChecked()
    await time(page, '9 AM').check()
    await expect(service('Standard')).toBeChecked()
    await expect(service('After-Hours')).toBeDisabled()
    // A weekend has no weekday price, and nobody comes at once on another day.
    await page.getByRole('radio', { name: 'Tomorrow' }).check()
    await expect(page.getByText('weekdays, 8 AM to 6 PM')).toBeVisible()
    await expect(page.getByText('1–2 hours')).toBeHidden()
    await expect(service('Standard')).toHaveAccessibleName(/\$60/)
    await expect(service('After-Hours')).toBeChecked()
    for (const other of ['Standard', 'Express', 'Emergency'])
      await expect(service(other)).toBeDisabled()
    // Visits have hours of their own on the weekend.
    await page.getByRole('radio', { name: 'In 2 days' }).check()
    for (const hour of ['8 AM', '6 PM', '9 PM']) await expect(time(page, hour)).toBeDisabled()
    await expect(time(page, '11 AM')).toBeEnabled()
  })

  testWithClock('knows the holidays of the country', async ({ page }) => {
    // The site knows those of the year in which it is built, and of the next.
    const year = new Date().getFullYear() + 1
    await page.clock.setFixedTime(new Date(`${year}-01-01T05:30:00-06:00`))
    await page.goto(`${siteOrigin}/mobile-notary/schedule`)
    await expect(page.getByRole('radio', { name: "Today New Year's Day" })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^Standard/ })).toBeDisabled()
    await expect(page.getByRole('radio', { name: /^After-Hours/ })).toBeChecked()
  })

  testInNewWindow(
    'copies the text, and confirms it for five seconds or until dismissed',
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.clock.install({ time: new Date('2027-03-12T05:30:00-06:00') })
      await page.goto(`${siteOrigin}/mobile-notary/schedule`)
      await triggerHydration(page)
      await time(page, '9 AM').check()
      await submit(page).click()
      const notice = page.locator('.notification')
      const copy = page.getByRole('button', { name: 'Copy the message' })
      // From here on, a busy machine adds no time of its own.
      await page.clock.pauseAt(new Date('2027-03-12T05:40:00-06:00'))
      await copy.click()
      await expect(page.locator('.notifications[role=status]')).toContainText('Copied')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Standard ($60)')
      await page.clock.runFor(4_500)
      await expect(notice).toHaveCount(1)
      await page.clock.runFor(1_000)
      await expect(notice).toHaveCount(0)
      await copy.click()
      await copy.click()
      await expect(notice).toHaveCount(1)
      await notice.getByRole('button', { name: 'Dismiss' }).click()
      await expect(notice).toHaveCount(0)
    },
  )

  testWithClock(
    'explains its levels after the pointer has hovered for 700 ms',
    async ({ page }) => {
      await open(page)
      const tile = page.locator('.schedule-tiles > .choice').first()
      const tip = tile.getByRole('tooltip', { includeHidden: true })
      await expect(tip).toBeHidden()
      await tile.hover()
      expect(await tip.evaluate((element) => getComputedStyle(element).transitionDelay)).toBe(
        '0.7s',
      )
      await expect(tip).toBeVisible()
      await expect(page.getByRole('radio', { name: /Today/ })).toHaveAccessibleDescription(
        'Only a few times are left, so call to get one.',
      )
      await page.keyboard.press('Escape')
      await expect(tip).toBeHidden()
    },
  )
})

test.describe('the quote', () => {
  const parts = (page: Page) =>
    page
      .locator('.quote-receipt dl > div')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [row.querySelector('a')?.textContent, row.querySelector('dd')?.textContent].join(' = '),
        ),
      )
  const total = (page: Page) => page.locator('.quote-total strong')
  const open = async (page: Page, route = '/notary/cost') => {
    await page.goto(siteOrigin + route)
    await triggerHydration(page)
  }

  test('has one total for an errand, with a link for each part', async ({ page }) => {
    await open(page, '/pricing')
    await expect(total(page)).toHaveText('$60')
    // Nothing is kept that the visitor has not chosen.
    expect(await page.evaluate(() => history.state?.kept)).toBeUndefined()
    await page.getByLabel('Documents').fill('3')
    await page.getByLabel('Which town?').selectOption('Big Spring')
    await page.getByRole('radio', { name: /^Weekday evening/ }).check()
    expect(await parts(page)).toEqual([
      'Mobile visit = $60',
      'Documents in all: 3 = $70',
      'Travel: Big Spring = $20',
      'Weekday evening, night or early morning = $25',
    ])
    await expect(total(page)).toHaveText('$175')
    await expect(
      page.getByRole('row', {
        name: /^Three documents in Big Spring at 8 PM/,
        includeHidden: true,
      }),
    ).toContainText('$175')
    await expect(page.locator('.quote-receipt')).toContainText(
      'notary fee, which Texas law caps at $6',
    )
    const receipt = page.locator('.quote-receipt')
    await expect(receipt.getByRole('link', { name: 'Travel: Big Spring' })).toHaveAttribute(
      'href',
      '/locations/big-spring',
    )
    await expect(page.locator('.quote-unknown')).toContainText('Waiting time, if any')
    await page.getByRole('radio', { name: /^Hospital/ }).check()
    await expect(page.locator('.quote-unknown')).toContainText('A group of 3+ residents')
    await page.getByRole('checkbox', { name: /^Senior discount/ }).check()
    await expect(total(page)).toHaveText('$175.50')
    await page.getByRole('radio', { name: /^Online session/ }).check()
    await expect(total(page)).toHaveText('$35')
    await expect(page.locator('.quote-unknown')).toBeHidden()
    await expect(page.getByLabel('Which town?')).toHaveCount(0)
  })

  test('starts with what a link asks for, and keeps what is chosen since', async ({ page }) => {
    const choice = { town: 'Big Spring', units: { documents: 3 } }
    await page.goto(`${siteOrigin}/notary/cost?choice=${JSON.stringify(choice)}`)
    await expect(total(page)).toHaveText('$150')
    await page.getByRole('radio', { name: /^Weekday evening/ }).check()
    await expect(total(page)).toHaveText('$175')
    await page.reload()
    await expect(total(page)).toHaveText('$175')
  })

  test('says when it is too far or too much, and tolerates invalid numbers', async ({ page }) => {
    await open(page)
    await page.getByLabel('Which town?').selectOption('Somewhere else')
    await expect(total(page)).toHaveText('from $60')
    await expect(page.locator('.quote-receipt')).toContainText('plus $1 a mile beyond 20 miles')
    await page.getByLabel('Miles from us').fill('61')
    await expect(page.getByRole('alert')).toContainText('Past 60 miles, we only go by arrangement')
    await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', '/book-online')
    await expect(total(page)).toHaveText('Ask us')
    await page.getByLabel('Miles from us').fill('35')
    await expect(total(page)).toHaveText('$75')
    await page.getByLabel('People who sign').fill('5')
    await expect(total(page)).toHaveText('Ask us')
    await expect(page.getByRole('link', { name: 'Request this' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Call for a price' })).toHaveAttribute(
      'href',
      /^tel:/,
    )
    await expect(page.getByLabel('People who sign')).toHaveAccessibleDescription(
      "For 5+ people, call and we'll quote you a price.",
    )
    await page.getByLabel('People who sign').fill('1.5')
    await expect(page.getByRole('alert')).toHaveText('Please enter a whole number, such as 2.')
    await expect(total(page)).toHaveText('$75')
  })

  test('fills in where the visitor is on request, but not on arrival', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 31.8457, longitude: -102.3676 })
    await page.goto(`${siteWithServices.origin}/notary/cost`)
    await triggerHydration(page)
    await expect(page.getByLabel('Which town?')).toHaveValue('Midland')
    await page.getByRole('button', { name: 'Use my location' }).click()
    await expect(page.getByLabel('Which town?')).toHaveValue('Odessa')
    await expect(page.getByRole('button', { name: 'Use my location' })).toHaveCount(0)
    await expect(page.getByLabel('Which town?')).toBeFocused()
  })

  test('is in Spanish on a Spanish page, and links to Spanish pages', async ({ page }) => {
    await open(page, '/es/precios')
    await page.getByLabel('¿En qué ciudad?').selectOption('Big Spring')
    await expect(total(page)).toHaveText('$80')
    await expect(
      page.locator('.quote-receipt').getByRole('link', { name: 'Visita a domicilio' }),
    ).toHaveAttribute('href', '/es/a-domicilio')
  })
})

test.describe('tabs', () => {
  const tab = (page: Page, name: string) => page.getByRole('tab', { name })

  test('follow the ARIA pattern by mouse and keyboard', async ({ page }) => {
    await page.goto(`${siteOrigin}/resources/notary-guide`)
    await triggerHydration(page)
    await expect(page.getByRole('tablist')).toHaveCount(1)
    await expect(tab(page, 'Acknowledgment')).toHaveAttribute('aria-selected', 'true')
    await tab(page, 'Jurat').click()
    await expect(tab(page, 'Jurat')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
    await expect(page.getByRole('tabpanel', { name: 'Jurat' })).toBeVisible()
    await expect(page).toHaveURL(/#jurat$/)
    for (const [key, name] of [
      ['ArrowRight', 'Copy certification'],
      ['End', 'Witnessing'],
      ['ArrowRight', 'Acknowledgment'],
      ['ArrowLeft', 'Witnessing'],
      ['Home', 'Acknowledgment'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(tab(page, name)).toBeFocused()
      await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    }
    // The Tab key moves into the tabs once, and then into the panel.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tabpanel')).toBeFocused()
    await expect(page.locator('[role=tab][tabindex="0"]')).toHaveCount(1)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.tab-panel:visible')).toHaveCount(4)
  })

  test('can be linked, from outside and from another page', async ({ page }) => {
    await page.goto(`${siteOrigin}/resources/notary-guide#copy-certification`)
    await expect(page.locator('#copy-certification')).toBeVisible()
    await expect(page.locator('#acknowledgment')).toBeHidden()
    await triggerHydration(page)
    await expect(tab(page, 'Copy certification')).toHaveAttribute('aria-selected', 'true')
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/notary/cost#packages'
      link.textContent = 'Packages elsewhere'
      document.querySelector('main')!.append(link)
    })
    await page.getByRole('link', { name: 'Packages elsewhere' }).click()
    await expect(tab(page, 'Package Deals')).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('#packages')).toBeInViewport()
    await expect(page.locator('#packages')).toBeFocused()
  })

  test('show one panel at a time before hydration', async ({ page }) => {
    await page.route('**/assets/hydrate*', (route) => route.abort())
    await page.goto(`${siteOrigin}/resources/notary-guide`)
    await expect(page.locator('.tab-panel:visible')).toHaveCount(1)
    await page.getByRole('link', { name: 'Jurat' }).first().click()
    await expect(page.locator('#jurat')).toBeVisible()
    await expect(page.locator('.tab-panel:visible')).toHaveCount(1)
  })
})

testInNewWindow.describe('without JavaScript', () => {
  testInNewWindow.use({ javaScriptEnabled: false })

  testInNewWindow(
    'the schedule is a form, the quote is a table, and every tab is readable',
    async ({ page }) => {
      await page.goto(`${siteOrigin}/mobile-notary/schedule`)
      const form = page.locator('form')
      await expect(form).toHaveAttribute('action', /^mailto:/)
      await expect(form).toHaveAttribute('enctype', 'text/plain')
      await page.getByRole('radio', { name: '9 AM' }).check()
      await expect(page.getByRole('radio', { name: '10 AM' })).toBeDisabled()
      await expect(page.locator('.schedule-date').first()).toBeHidden()

      await page.goto(`${siteOrigin}/pricing`)
      await expect(page.getByRole('row', { name: /^Three documents in Big Spring/ })).toContainText(
        '$175',
      )
      await expect(page.locator('.quote-receipt')).toBeHidden()
      await expect(page.locator('.quote-unknown')).toBeVisible()

      await page.goto(`${siteOrigin}/resources/notary-guide`)
      await expect(page.locator('.tab-panel:visible')).toHaveCount(4)
    },
  )
})

test.describe('a link to a question', () => {
  const answer = (page: Page, name: string) => page.locator(`details #${name}`)

  test('opens it, on arrival and on the page, and closes the previous one', async ({ page }) => {
    await page.goto(`${siteOrigin}/faq#what-id-do-i-need`)
    await expect(answer(page, 'what-id-do-i-need')).toBeVisible()
    await page.evaluate(() => (location.hash = 'what-does-a-visit-cost'))
    await expect(answer(page, 'what-does-a-visit-cost')).toBeVisible()
    await expect(answer(page, 'what-id-do-i-need')).toBeHidden()
  })

  test('opens it after a client-side navigation', async ({ page }) => {
    await page.goto(`${siteOrigin}/`)
    await triggerHydration(page)
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/faq#what-does-a-visit-cost'
      link.textContent = 'The price of a visit'
      document.querySelector('main')!.append(link)
    })
    await page.getByRole('link', { name: 'The price of a visit' }).click()
    await expect(answer(page, 'what-does-a-visit-cost')).toBeVisible()
    await expect(answer(page, 'what-does-a-visit-cost')).toBeInViewport()
  })
})

test.describe('what a visitor has chosen', () => {
  const visits: [route: string, choose: (page: Page) => Promise<void>, chosen: string][] = [
    [
      '/blog',
      async (page) => {
        await page.getByRole('button', { name: 'Load more' }).click()
        await page.getByRole('searchbox', { name: 'Search' }).fill('notary')
      },
      '.posts-status:has-text("3 of 5 articles")',
    ],
    [
      '/mobile-notary/schedule',
      async (page) => {
        await page.getByRole('radio', { name: 'Tomorrow' }).check()
        await page.getByRole('radio', { name: '5 PM' }).check()
      },
      'form:has([value=Tomorrow]:checked):has([value="5 PM"]:checked)',
    ],
    [
      '/faq',
      (page) => page.locator('.faq summary').nth(2).click(),
      '.faq-items > :nth-child(3)[open] .rich',
    ],
  ]
  for (const [route, choose, chosen] of visits) {
    test(`is there again on ${route}, and nothing moves`, async ({ page }) => {
      await recordLayoutShifts(page)
      await page.goto(siteOrigin + route)
      await triggerHydration(page)
      await choose(page)
      await expect(page.locator(chosen).first()).toBeVisible()
      await page.reload()
      await waitForHydration(page)
      await expect(page.locator(chosen).first()).toBeVisible()
      expect(await readLayoutShifts(page)).toEqual([])
      await page.locator('.site-footer').getByRole('link', { name: 'Terms' }).click()
      await expect(page.locator('h1')).toHaveText('Terms of service')
      await page.goBack()
      await expect(page.locator(chosen).first()).toBeVisible()
    })
  }
})
