/** The third-party booking widget, campaign parameters in links, and the measuring of visits. */
import { expect, type Locator, type Page } from '@playwright/test'
import { waitForHydration, openAndCollectMessages, triggerHydration } from './page-helpers.ts'
import { test, testInNewWindow, testWithClock } from './shared-tab.ts'
import { siteOrigin, servicesOrigin, siteWithServices } from './test-servers.ts'

const originWithServices = siteWithServices.origin
const getContact = (page: Page) => page.locator('.booking-contact')
const getPhoneLink = (page: Page) => getContact(page).getByRole('link', { name: /\(\d{3}\) / })

test.describe('the booking widget', () => {
  test('receives the service, is removed completely when the visitor leaves, and loads again on return', async ({
    page,
  }) => {
    await page.goto(`${originWithServices}/book-online`)
    await expect(page.locator('#widget')).toContainText('"serviceType":"online"')
    await expect(getPhoneLink(page)).toBeHidden()
    await expect(
      page.locator(`script[src^="${servicesOrigin}/widget.js?serviceType=online"]`),
    ).toHaveAttribute('async', '')
    await expect(page.locator('#widget-style, #widget-frame')).toHaveCount(2)
    await page.locator('.site-footer').getByRole('link', { name: 'Terms' }).click()
    await expect(page).toHaveTitle(/^Terms/)
    await expect(
      page.locator('#widget, #widget-style, #widget-frame, script[src*="widget.js"]'),
    ).toHaveCount(0)
    // The head elements of the new page are React's, and stay.
    await expect(page.locator('head > title')).toHaveCount(1)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/terms$/)
    await page.goBack()
    await expect(page.locator('#widget')).toBeVisible()
    await expect(page.locator('#widget-style')).toHaveCount(1)
  })

  // When it has failed is in tests/blocks/booking-widget.test.tsx.
  test('is replaced by phone and email if its script cannot be found', async ({ page }) => {
    await page.goto(`${originWithServices}/book-online?utm_campaign=missing`)
    await expect(getContact(page)).toContainText("The calendar isn't loading right now.")
    await expect(getPhoneLink(page)).toHaveAttribute('href', /^tel:/)
    await expect(getContact(page).getByRole('link', { name: /@/ })).toHaveAttribute(
      'href',
      /^mailto:/,
    )
  })

  test('has buttons that say so, and no request form beside it', async ({ page }) => {
    await page.goto(`${originWithServices}/online-notary`)
    await expect(page.getByText('Request a session')).toHaveCount(0)
    await expect(page.locator('main')).toContainText('or less until you start')
    await page.locator('.hero').getByRole('link', { name: 'Start online' }).click()
    await expect(page.locator('h1')).toHaveText('Book an online notary session')
    await expect(page.locator('form')).toHaveCount(0)
  })
})

test.describe('without a booking provider', () => {
  const answers = { name: 'Ana', contact: 'ana@example.org', document: 'A deed', when: 'At noon' }
  const field = (page: Page, name: string) => page.locator(`#request [name=${name}]`)
  const submit = (page: Page) => page.locator('#request button[type=submit]')
  const fillIn = async (page: Page) => {
    for (const [name, answer] of Object.entries(answers)) await field(page, name).fill(answer)
  }

  test('the request form is in the first screen of a phone, and nothing promises a start', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const messages = await openAndCollectMessages(page, '/book-online')
    const bar = (await page.locator('.phone-bar').boundingBox())!.y
    for (const name of Object.keys(answers)) {
      const { y, height } = (await field(page, name).boundingBox())!
      expect(y + height).toBeLessThanOrEqual(bar)
    }
    await expect(page.locator('main')).not.toContainText(/24\/7|calendar|start\w* within/)
    await page.goto('/online-notary')
    await expect(page.getByRole('link', { name: /^Start/ })).toHaveCount(0)
    await page.goto('/es/en-linea')
    await expect(
      page.locator('.hero').getByRole('link', { name: 'Pedir una sesión' }),
    ).toBeVisible()
    expect(messages).toEqual([])
  })

  test('the request is composed offline, and survives a reload and Back', async ({ page }) => {
    await page.goto('/book-online')
    await triggerHydration(page)
    await submit(page).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
    await fillIn(page)
    await field(page, 'contact').fill('ana@example')
    await submit(page).click()
    await expect(page.getByRole('alert')).toContainText('a phone number with its area code, or')
    await field(page, 'contact').fill(answers.contact)
    await page.context().setOffline(true)
    await submit(page).click()
    await expect(page.getByRole('heading', { name: 'Ready to send' })).toBeFocused()
    await page.context().setOffline(false)
    const sms = await page.getByRole('link', { name: 'Send as a text' }).getAttribute('href')
    expect(decodeURIComponent(sms!)).toMatch(
      /^sms:\+1\d{10}\?&body=Online session, \$35\nName: Ana\n/,
    )
    const mail = await page.getByRole('link', { name: 'Send by email' }).getAttribute('href')
    expect(new URL(mail!).searchParams.get('body')).toContain('Document: A deed\r\nWhen: At noon')
    // What is changed afterwards is in the message, too.
    await field(page, 'document').fill('A will')
    await expect(page.locator('.composed-message')).toContainText('Document: A will')
    await page.reload()
    await expect(field(page, 'document')).toHaveValue('A will')
    await page.locator('.logo').click()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(field(page, 'name')).toHaveValue('Ana')
    await expect(field(page, 'when')).toHaveValue('At noon')
  })

  testWithClock('a quote comes along to the schedule, as its only total', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2027-03-12T18:30:00-06:00'))
    await page.goto(`${siteOrigin}/pricing`)
    await triggerHydration(page)
    const quote = page.locator('#quote')
    await quote.getByLabel('Which town?').selectOption('Big Spring')
    await quote.getByLabel('Documents').fill('3')
    await quote.getByLabel('Weekday evening').check()
    await expect(quote.locator('.quote-total strong')).toHaveText('$175')
    await quote.getByRole('link', { name: 'Request this' }).click()
    await expect(page).toHaveURL(/\/mobile-notary\/schedule\?quote=/)
    const schedule = page.locator('#choose')
    const expectTotal = async (total: string) => {
      await expect(schedule.locator('.schedule-total strong')).toHaveText(total)
      const printed = (await schedule.textContent())!.match(/\$\d+/g)
      expect(new Set(printed)).toEqual(new Set([total.replace(/^from /, '')]))
    }
    // An evening is left today. Its hour is for the visitor to choose.
    await expect(schedule.locator('[name=day]:checked')).toHaveValue('Today')
    await expect(schedule.locator('[name=time]:checked')).toHaveCount(0)
    // Nobody gets there within two hours for the usual price.
    await expect(page.getByRole('radio', { name: '8 PM', exact: true })).toBeDisabled()
    await expect(page.getByRole('radio', { name: '9 PM', exact: true })).toBeEnabled()
    await expect(schedule.locator('[name=service]:checked')).toHaveValue('After-Hours')
    await expectTotal('$175')
    await page.getByRole('radio', { name: /^Emergency/ }).check()
    await expectTotal('$200')
    await page.reload()
    await expectTotal('$200')
    await page.getByRole('radio', { name: 'In 3 days' }).check()
    await page.getByRole('radio', { name: '2 PM', exact: true }).check()
    await expectTotal('$150')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.locator('.composed-message')).toContainText(
      /^Details: Mobile visit, Documents in all: 3, .*Big Spring, .*Weekday, 8 AM to 6 PM\.\n.*Standard \(\$150\) on Monday/,
    )
    await expectTotal('$150')

    // A button asks for what its page is about.
    await page.goto(`${siteOrigin}/services/hospital`)
    await page.getByRole('link', { name: 'Schedule a visit' }).first().click()
    await expect(page.locator('.requested-quote')).toContainText('Hospital or nursing home')
    await page.getByRole('radio', { name: 'In 3 days' }).check()
    await page.getByRole('radio', { name: '2 PM', exact: true }).check()
    await expectTotal('$80')

    // A total that somebody has written into the address is not printed.
    await page.goto(`${siteOrigin}/mobile-notary/schedule?quote=Total+$1&choice={"distance":0}`)
    await expectTotal('from $85')
  })

  test('a quote comes along to the request', async ({ page }) => {
    const quote = page.locator('#quote')
    await page.goto('/pricing')
    await triggerHydration(page)
    await quote.getByLabel('Online session').check()
    await quote.getByRole('link', { name: 'Request this' }).click()
    await expect(page.locator('.requested-quote')).toHaveText(
      'From your quote: Online session, Total $35.',
    )
    await fillIn(page)
    await submit(page).click()
    await expect(page.locator('.composed-message')).toContainText('Online session, Total $35.')
  })
})

testInNewWindow.describe('without JavaScript', () => {
  testInNewWindow.use({ javaScriptEnabled: false })

  testInNewWindow('phone and email are shown instead of the widget', async ({ page }) => {
    await page.goto(`${originWithServices}/book-online`)
    await expect(getPhoneLink(page)).toBeVisible()
    await expect(getContact(page).getByText('The calendar is loading')).toBeHidden()
  })
})

/**
 * What visitors come for, once for each way to a total: what other errands cost is added up in
 * visitor-totals.test.ts. Each begins on the home page; a tap is a link, a button or a field.
 */
type Tap = (target: Locator, value?: string) => Promise<void>
type Task = {
  name: string
  /** Leads to the total. */
  price: (page: Page, tap: Tap) => Promise<void>
  total: string
  /** Leads on to a message that is ready to send, or to a form. */
  request?: (page: Page, tap: Tap) => Promise<void>
}
const openQuote = async (page: Page, tap: Tap) => {
  await tap(page.getByRole('link', { name: 'Price your visit' }))
  // Until it has scrolled to the quote, its buttons move.
  await expect(page).toHaveURL(/\/pricing/)
  await expect(page.locator('html')).not.toHaveAttribute('data-busy')
}
const addUp = (taps: (quote: Locator) => [Locator, string?][]) => async (page: Page, tap: Tap) => {
  await openQuote(page, tap)
  for (const [target, value] of taps(page.locator('#quote'))) await tap(target, value)
}
const choose = (name: RegExp) => (quote: Locator) => quote.getByRole('radio', { name })
const requestAt = (time: string) => async (page: Page, tap: Tap) => {
  await tap(page.getByRole('link', { name: 'Request this' }))
  await tap(page.getByRole('radio', { name: time, exact: true }))
  await tap(page.getByRole('button', { name: 'Continue' }))
}
const tasks: Task[] = [
  {
    name: 'three documents at 8 PM in Big Spring',
    price: addUp((quote) => [
      [quote.getByLabel('Documents'), '3'],
      [quote.getByLabel('Which town?'), 'Big Spring'],
      [choose(/^Weekday evening/)(quote)],
    ]),
    total: '$175',
    request: requestAt('8 PM'),
  },
  { name: 'a car title', price: openQuote, total: '$60', request: requestAt('2 PM') },
  {
    name: 'online, now',
    price: (page, tap) =>
      tap(page.locator('main').getByRole('link', { name: 'Request a session' }).first()),
    total: '$35',
  },
  {
    name: 'to cancel',
    price: (page, tap) => tap(page.getByRole('link', { name: 'Change or cancel' })),
    total: 'Free up to 2 hours before',
  },
  {
    // Last, because the logo of its pages leads to the Spanish home page.
    name: 'in Spanish',
    price: (page, tap) => tap(page.getByRole('link', { name: 'Español' })),
    total: '$35',
    request: (page, tap) => tap(page.locator('.hero').getByRole('link', { name: /^En línea/ })),
  },
]

test.describe('on a phone', () => {
  testWithClock(
    'five tasks have a total in four taps, and the same one in the request',
    async ({ page }) => {
      await page.clock.setFixedTime(new Date('2027-03-12T07:30:00-06:00'))
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${siteOrigin}/pricing`)
      await triggerHydration(page)
      for (const { name, price, total, request } of tasks)
        await test.step(name, async () => {
          let taps = 0
          const tap: Tap = async (target, value) => {
            taps++
            if (value === undefined) await target.click()
            else if (Number(value)) await target.fill(value)
            else await target.selectOption(value)
          }
          await page.goto(`${siteOrigin}/`)
          await triggerHydration(page)
          await price(page, tap)
          const printed = page.locator(
            '.quote-total strong, .hero .lead strong, .hero .lead, #change dd',
          )
          await expect(printed.filter({ hasText: total }).first()).toBeVisible()
          expect(taps).toBeLessThanOrEqual(4)
          if (!request) return
          await request(page, tap)
          const ready = page.locator('.composed-message, form.form-fields')
          await expect(ready).toBeVisible()
          if (await page.locator('.composed-message').count())
            await expect(ready).toContainText(`(${total})`)
          expect(taps).toBeLessThanOrEqual(7)
        })
    },
  )

  test('both choices of /book, and the calculator of /pricing, are near the top', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${siteOrigin}/book`)
    const bar = (await page.locator('.phone-bar').boundingBox())!.y
    for (const name of ['Request a session', 'Choose a time']) {
      const button = page.locator('#choose').getByRole('link', { name, exact: true })
      const { y, height } = (await button.boundingBox())!
      expect(y + height).toBeLessThanOrEqual(bar)
    }
    await expect(page.locator('main').getByText(/up to 60 miles/)).toHaveCount(1)
    await page.goto(`${siteOrigin}/pricing`)
    const { y } = (await page.getByLabel('Which town?').boundingBox())!
    expect(y).toBeLessThanOrEqual(2 * 800)
  })
})

test.describe('a campaign', () => {
  test('is passed through booking links to the widget', async ({ page }) => {
    await page.goto(
      `${originWithServices}/ppc/same-day-notary-midland-tx?utm_source=ads&utm_medium=cpc&gclid=abc123&other=1`,
    )
    const link = page.locator('.site-header').getByRole('link', { name: 'Start Now' })
    await expect(link).toHaveAttribute(
      'href',
      '/book-online?utm_source=ads&utm_medium=cpc&gclid=abc123',
    )
    // Other links are unchanged.
    await expect(
      page.locator('.site-footer').getByRole('link', { name: 'Prices' }),
    ).toHaveAttribute('href', '/pricing')
    await link.click()
    await expect(page).toHaveURL(
      `${originWithServices}/book-online?utm_source=ads&utm_medium=cpc&gclid=abc123`,
    )
    await expect(page.locator('#widget')).toContainText('"utmSource":"ads"')
    await expect(page.locator('#widget')).toContainText('"gclid":"abc123"')
    await expect(page.locator('script[src*="widget.js"]')).toHaveAttribute(
      'src',
      /utm_source=ads&utm_medium=cpc&gclid=abc123/,
    )
  })
})

type Visit = { event: string; page: string; kind: string; utm_source?: string }

/** Lists the events recorded for this test's visitor. Every test has a separate campaign. */
async function listRecordedVisits(page: Page, source: string): Promise<Visit[]> {
  const all = (await (await page.request.get(`${servicesOrigin}/beacon`)).json()) as Visit[]
  return all.filter(({ utm_source }) => utm_source === source)
}

/** Clicks a link without following it. */
const clickWithoutNavigating = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((link) => {
      link.addEventListener('click', (event) => event.preventDefault(), { once: true })
      ;(link as HTMLElement).click()
    })

test.describe('measuring', () => {
  test('records each event once, with page kind and campaign', async ({ page }) => {
    await page.goto(`${originWithServices}/ppc/same-day-notary-midland-tx?utm_source=counted`)
    await expect.poll(() => listRecordedVisits(page, 'counted')).toHaveLength(1)
    await clickWithoutNavigating(page, 'a[href^="tel:"]')
    await clickWithoutNavigating(page, 'a[href^="mailto:"]')
    await clickWithoutNavigating(page, 'a[data-event=book]')
    // Events that follow each other closely may arrive in another order.
    await expect
      .poll(async () =>
        (await listRecordedVisits(page, 'counted'))
          .map(({ event, kind }) => `${event} ${kind}`)
          .sort(),
      )
      .toEqual(['book ppc', 'call ppc', 'email ppc', 'pageview ppc'])
    await page.locator('.site-footer').getByRole('link', { name: 'Prices' }).click()
    await expect(page).toHaveURL(/\/pricing$/)
    await expect
      .poll(async () => (await listRecordedVisits(page, 'counted')).at(-1))
      .toEqual({ event: 'pageview', page: '/pricing', kind: 'info', utm_source: 'counted' })
    // The web vitals of the first page may have been sent meanwhile.
    const visits = await listRecordedVisits(page, 'counted')
    expect(visits.filter(({ event }) => event !== 'vitals')).toHaveLength(5)
  })

  testInNewWindow(
    'is off unless the settings enable it: every request goes to this site',
    async ({ page }) => {
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.goto(`${siteOrigin}/ppc/same-day-notary-midland-tx`)
      await page.locator('.logo').focus()
      await waitForHydration(page)
      await clickWithoutNavigating(page, 'a[href^="tel:"]')
      await page.waitForLoadState('networkidle')
      expect(
        requests.filter((url) => !url.startsWith(siteOrigin) || url.includes('measure')),
      ).toEqual([])
      expect(requests.length).toBeGreaterThan(3)
    },
  )
})
