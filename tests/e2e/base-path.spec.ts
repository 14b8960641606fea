/**
 * Two sites beside each other on one origin, each below a path of its own, with their forms and
 * opening hours.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { runNpmScript } from '../helpers/run-npm-script.ts'
import { createInfoPage, readYaml, writeYaml } from '../helpers/site-yaml.ts'
import { openAndCollectMessages, triggerHydration } from './page-helpers.ts'

// All tests use the same servers.
test.describe.configure({ mode: 'default' })

const bases = ['/client-a', '/client-b']

const endpoint = 'https://forms.example.com/order'
const fields = [
  { label: 'Your name' },
  { label: 'Your email address', name: 'email', kind: 'email', missing: 'We need it to answer.' },
]
const formBlocks = [
  { type: 'hero', heading: 'Forms', actions: [{ label: 'Our hours', href: '/hours' }] },
  {
    ...{ type: 'form', id: 'order', heading: 'Order a cake', fields },
    service: { endpoint, service: 'status' },
    sent: { heading: 'We have your order' },
  },
  { type: 'form', id: 'ask', heading: 'Ask us', fields },
]

/** Open on Fridays until 2 AM. */
const hours = [
  { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'], times: '05:00-12:00, 13:00-14:00' },
  { days: ['Friday'], times: '18:00-02:00' },
]
const specialDays = [{ on: '2099-12-24', until: '2099-12-26', times: 'closed', reason: 'Holidays' }]
const hoursBlocks = [
  { type: 'hero', heading: 'Hours' },
  { type: 'opening-hours', heading: 'When the door is open' },
]

let work: string
let servers: Server[]
let origin: string
test.beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'signpost-clients-'))
  const site = join(work, 'site')
  cpSync(join(import.meta.dirname, '../sites/bakery'), site, { recursive: true })
  await writeYaml(join(site, 'pages/forms.yaml'), {
    pages: {
      '/forms': { ...createInfoPage('Forms', 'Two of them.'), blocks: formBlocks },
      '/hours': { ...createInfoPage('Hours', 'When we open.'), blocks: hoursBlocks },
    },
  })
  const settings = await readYaml(join(site, 'pages.yaml'))
  Object.assign(settings.site, { timeZone: 'Europe/London' })
  Object.assign(settings.site.business, { hours, specialDays })
  Object.assign(settings.site.theme, { headingFont: 'fonts/regular.woff2' })
  cpSync(join(import.meta.dirname, '../cases/own-fonts/fonts'), join(site, 'fonts'), {
    recursive: true,
  })
  await writeYaml(join(site, 'pages.yaml'), settings)
  for (const base of bases) {
    const address = ['--origin', `https://agency.example${base}/`]
    const built = runNpmScript('build', ['--site', site, '--out', work + base, ...address])
    expect(built.code, built.stderr).toBe(0)
  }
  const [first, second] = await Promise.all(bases.map((base) => serveFolder(work + base, 0)))
  // One origin, where the path decides which site answers.
  const front = createServer((request, response) => {
    const server = request.url?.startsWith(`${bases[1]}/`) ? second! : first!
    server.emit('request', request, response)
  })
  await new Promise<void>((resolve) => front.listen(0, 'localhost', resolve))
  origin = `http://localhost:${(front.address() as AddressInfo).port}`
  servers = [front, first!, second!]
})
test.afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(work, { recursive: true, force: true })
})

test('navigation in the page stays below the path of the site', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const messages = await openAndCollectMessages(page, `${origin}/client-a/`)
  await triggerHydration(page)
  await page.evaluate(() => void Object.assign(window, { marked: true }))
  await page.locator('.site-footer').getByRole('link', { name: 'Bread' }).click()
  await expect(page).toHaveURL(`${origin}/client-a/bread`)
  await expect(page.locator('h1')).toHaveText('Two kinds, both good')
  await expect(page.locator('.site-header [aria-current=page]')).toHaveText('Bread')
  await page.locator('.logo').click()
  await expect(page).toHaveURL(`${origin}/client-a/`)
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('Two kinds, both good')
  expect(await page.evaluate(() => 'marked' in window)).toBe(true)
  expect(requested.filter((path) => !path.startsWith('/client-a/'))).toEqual([])
  const [figtree, own, ...others] = requested.filter((path) => path.endsWith('.woff2'))
  expect([figtree, own]).toEqual([
    expect.stringMatching(/^\/client-a\/assets\/figtree\./),
    expect.stringMatching(/^\/client-a\/assets\/fonts\/regular-/),
  ])
  expect(others).toEqual([])
  const isLoaded = () =>
    [...document.fonts].some((font) => font.family === 'regular' && font.status === 'loaded')
  expect(await page.evaluate(isLoaded)).toBe(true)
  expect(messages).toEqual([])
})

test('a link to the other site loads its document, and the browser keeps them apart', async ({
  page,
}) => {
  await page.goto(`${origin}/client-a/?utm_source=paper`)
  await triggerHydration(page)
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('.site-footer a[href$="/bread"]')!
    link.href = '/client-b/bread'
    Object.assign(window, { marked: true })
  })
  await page.locator('.site-footer').getByRole('link', { name: 'Bread' }).click()
  await expect(page).toHaveURL(`${origin}/client-b/bread`)
  await expect(page.locator('h1')).toHaveText('Two kinds, both good')
  expect(await page.evaluate(() => 'marked' in window)).toBe(false)
  const keys = await page.evaluate(() => Object.keys(sessionStorage))
  expect(keys.filter((key) => key.includes('campaign'))).toEqual(['/client-asignpost.campaign'])
})

test.describe('a form', () => {
  const fillIn = async (form: Locator) => {
    await form.getByLabel('Your name').fill('Jo Baker')
    await form.getByLabel('Your email address').fill('jo@example.com')
  }
  const posted = 'form=order&website=&Your+name=Jo+Baker&email=jo%40example.com'

  test('is posted by the browser without JavaScript, or opens an email', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await context.route(endpoint, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Received</h1>' }),
    )
    await page.goto(`${origin}/client-a/forms`)
    await expect(page.locator('#ask form')).toHaveAttribute(
      'action',
      /^mailto:.*\?subject=Ask%20us$/,
    )
    const form = page.locator('#order form')
    // The browser itself reports missing answers.
    await form.getByRole('button').click()
    await expect(page).toHaveURL(/forms$/)
    await fillIn(form)
    // Only bots see this field.
    await expect(form.locator('[name=website]')).not.toBeInViewport()
    const sent = page.waitForRequest(endpoint)
    await form.getByRole('button').click()
    expect((await sent).postData()).toBe(posted)
    await expect(page.locator('h1')).toHaveText('Received')
    await context.close()
  })

  test('says what is missing, is sent by script, and offers an email if that fails', async ({
    page,
  }) => {
    const bodies: (string | null)[] = []
    let status = 500
    await page.route(endpoint, (route) => {
      bodies.push(route.request().postData())
      return route.fulfill({
        status,
        headers: { 'access-control-allow-origin': '*' },
        json: {},
      })
    })
    const messages = await openAndCollectMessages(page, `${origin}/client-a/forms`)
    await triggerHydration(page)
    const form = page.locator('#order form')
    await form.getByRole('button').click()
    await expect(form.getByRole('alert')).toBeFocused()
    await form.getByRole('link', { name: 'We need it to answer.' }).click()
    await expect(form.getByLabel('Your email address')).toBeFocused()
    await fillIn(form)
    await form.getByRole('button').click()
    await expect(form.getByRole('alert').getByRole('link')).toHaveAttribute(
      'href',
      /^mailto:.*Jo%20Baker/,
    )
    status = 200
    await form.getByRole('button').click()
    await expect(page.getByRole('heading', { name: 'We have your order' })).toBeVisible()
    expect(bodies).toEqual([posted, posted])
    // The policy allows the service.
    expect(messages.filter((text) => !text.includes('500'))).toEqual([])
  })
})

test.describe('the opening hours', () => {
  const badge = (page: Page) => page.locator('[data-opening]')
  /** The width of the content, on the narrowest phone. */
  const measureWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

  test('say whether it is open in the time zone of the business', async ({ browser }) => {
    const context = await browser.newContext({
      timezoneId: 'America/Los_Angeles',
      viewport: { width: 320, height: 640 },
    })
    const page = await context.newPage()
    // Saturday, 1:59 AM in London
    await page.clock.install({ time: new Date('2027-06-05T00:59:30Z') })
    const messages = await openAndCollectMessages(page, `${origin}/client-a/hours`)
    await expect(badge(page)).toHaveText('Open now')
    expect(await measureWidth(page)).toBe(320)
    await triggerHydration(page)
    await expect(badge(page)).toHaveText('Open now')
    await page.clock.runFor(61_000)
    await expect(badge(page)).toHaveText('Closed: opens Monday at 05:00')
    // After navigation in the page
    await page.goto(`${origin}/client-a/forms`)
    await triggerHydration(page)
    await page.getByRole('link', { name: 'Our hours' }).click()
    await expect(badge(page)).toHaveText('Closed: opens Monday at 05:00')
    expect(messages).toEqual([])
    await context.close()
  })

  test('are a list without JavaScript', async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    })
    const page = await context.newPage()
    await page.goto(`${origin}/client-a/hours`)
    await expect(badge(page)).toBeHidden()
    const lines = page.locator('.opening-days > div')
    await expect(lines.nth(0)).toHaveText('Monday to Thursday05:00–12:00, 13:00–14:00')
    await expect(lines.nth(1)).toHaveText('Friday18:00–02:00')
    await expect(lines.nth(2)).toHaveText('Saturday and SundayClosed')
    await expect(lines.nth(3)).toHaveText(/^Thu, 24 .*2099HolidaysClosed$/)
    const rights = await lines.evaluateAll((found) =>
      found.map((line) => line.getBoundingClientRect().right),
    )
    for (const right of rights) expect(right).toBeLessThanOrEqual(320)
    await context.close()
  })
})
