/** The article list in a real browser: search, categories, "show all" and the newsletter form. */
import { expect, type Page } from '@playwright/test'
import {
  openAndCollectMessages,
  readLayoutShifts,
  recordLayoutShifts,
  triggerHydration,
} from './page-helpers.ts'
import { test, testInNewWindow } from './shared-tab.ts'
import { siteOrigin } from './test-servers.ts'

/** The cards that are shown; the others are there for print. */
const getPostCards = (page: Page) => page.locator('.post').filter({ visible: true })
const getStatus = (page: Page) => page.locator('.posts-status [role=status]')
const getSearchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const getCategoryButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) })

/** Opens the list and waits until it is hydrated. */
async function openHydratedList(page: Page, address = '/blog'): Promise<string[]> {
  const messages = await openAndCollectMessages(page, address)
  await triggerHydration(page)
  return messages
}

test('"show all" reveals the other posts and focuses the first of them', async ({ page }) => {
  const messages = await openHydratedList(page)
  await expect(getPostCards(page)).toHaveCount(3)
  await expect(getPostCards(page).first()).toContainText('Featured')
  await expect(getStatus(page)).toHaveText('')
  const more = page.getByRole('button', { name: 'Load more' })
  await more.click()
  await expect(getPostCards(page)).toHaveCount(5)
  await expect(more).toHaveCount(0)
  await expect(getPostCards(page).nth(3)).toBeFocused()
  // No service receives the newsletter form.
  await expect(page.getByLabel('Your email address')).toHaveCount(0)
  const link = page.locator('.subscribe-box').getByRole('link', { name: 'Subscribe' })
  await expect(link).toHaveAttribute('href', 'mailto:hello@example.com?subject=Subscribe')
  expect(messages).toEqual([])
})

test('hydration causes no layout shift', async ({ page }) => {
  await recordLayoutShifts(page)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await openHydratedList(page)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await readLayoutShifts(page), `${width} px`).toEqual([])
  }
})

test('the first posts are visible before the script has loaded', async ({ page }) => {
  await page.route('**/assets/**.js', (route) => route.abort())
  await page.goto(`${siteOrigin}/blog`)
  await expect(page.locator('.post')).toHaveCount(5)
  await expect(getPostCards(page)).toHaveCount(3)
  await page.emulateMedia({ media: 'print' })
  await expect(getPostCards(page)).toHaveCount(5)
})

test('a category chosen and a word typed before hydration are applied', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/hydrate*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${siteOrigin}/blog`)
  await getSearchBox(page).fill('notary')
  await getCategoryButton(page, 'Comparison').click()
  await expect(getCategoryButton(page, 'Comparison')).toHaveAttribute('aria-pressed', 'false')
  release()
  await expect(getCategoryButton(page, 'Comparison')).toHaveAttribute('aria-pressed', 'true')
  await expect(getSearchBox(page)).toHaveValue('notary')
  await expect(getStatus(page)).toHaveText('1 of 5 articles')
  await expect(page).toHaveURL(`${siteOrigin}/blog?category=comparison`)
})

test('if the application fails to load, every post is visible, and no control is', async ({
  page,
}) => {
  await page.route('**/assets/hydrate*', (route) => route.abort())
  await page.goto(`${siteOrigin}/blog`)
  await getSearchBox(page).focus()
  await expect(getSearchBox(page)).toBeHidden()
  await expect(getPostCards(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
})

test('the search covers title, excerpt and category, and a category replaces the address', async ({
  page,
}) => {
  await openHydratedList(page)
  await getSearchBox(page).fill('NOTARY')
  await expect(getStatus(page)).toHaveText('3 of 5 articles')
  await expect(getPostCards(page)).toHaveCount(3)
  // One word is in the article's category, the other in its title.
  await getSearchBox(page).fill('industry orders')
  await expect(getPostCards(page).locator('h3')).toHaveText([
    'Division orders: how to get yours notarized',
  ])
  await getSearchBox(page).fill('zebra')
  await expect(getStatus(page)).toHaveText('No articles match.')
  await expect(getPostCards(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Search every page' })).toHaveAttribute(
    'href',
    '/sitemap?q=zebra',
  )
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(getPostCards(page)).toHaveCount(3)
  await expect(getSearchBox(page)).toHaveValue('')
  await expect(getSearchBox(page)).toBeFocused()
  await expect(getStatus(page)).toHaveText('')

  // A category shows the number of its posts and replaces the address.
  const steps = await page.evaluate(() => history.length)
  await expect(getCategoryButton(page, 'All Posts')).toHaveAttribute('aria-pressed', 'true')
  await expect(getCategoryButton(page, 'How-To')).toHaveText('How-To 1')
  await getCategoryButton(page, 'How-To').click()
  await expect(getCategoryButton(page, 'How-To')).toHaveAttribute('aria-pressed', 'true')
  await expect(getCategoryButton(page, 'All Posts')).toHaveAttribute('aria-pressed', 'false')
  await expect(getStatus(page)).toHaveText('1 of 5 articles')
  await expect(page).toHaveURL(`${siteOrigin}/blog?category=how-to`)
  expect(await page.evaluate(() => history.length)).toBe(steps)
  await getCategoryButton(page, 'All Posts').click()
  await expect(page).toHaveURL(`${siteOrigin}/blog`)
  await expect(getPostCards(page)).toHaveCount(3)
})

test('the category in the address is applied, and an unknown one is ignored', async ({ page }) => {
  const messages = await openAndCollectMessages(page, '/blog?category=legal-updates')
  await expect(getCategoryButton(page, 'Legal Updates')).toHaveAttribute('aria-pressed', 'true')
  await expect(getPostCards(page).locator('h3')).toHaveText([
    'What the Texas notary education rule means for you',
  ])
  await openAndCollectMessages(page, '/blog?category=zebras')
  await triggerHydration(page)
  await expect(getPostCards(page)).toHaveCount(3)
  expect(messages).toEqual([])
})

test('an article links to its category and back without a reload', async ({ page }) => {
  await openAndCollectMessages(page, '/blog/division-orders')
  await triggerHydration(page)
  await expect(page.locator('head link[rel=alternate]')).toHaveAttribute('href', '/blog/feed.xml')
  await page.evaluate(() => Object.assign(window, { marked: true }))
  await page.locator('.article-header a').click()
  await expect(page).toHaveURL(`${siteOrigin}/blog?category=industry`)
  await expect(getPostCards(page).locator('h3')).toHaveText([
    'Division orders: how to get yours notarized',
  ])
  await expect(page.locator('head link[rel=alternate]')).toHaveCount(1)
  await getCategoryButton(page, 'Education').click()
  // The same page again, with a link without a category.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/blog"]')!.click())
  await expect(page).toHaveURL(`${siteOrigin}/blog`)
  await expect(getCategoryButton(page, 'All Posts')).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(page).toHaveURL(`${siteOrigin}/blog?category=education`)
  await expect(getCategoryButton(page, 'Education')).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('Division orders: how to get yours notarized')
  await page.locator('footer').getByRole('link', { name: 'Terms' }).click()
  await expect(page.locator('h1')).toHaveText('Terms of service')
  await expect(page.locator('head link[rel=alternate]')).toHaveCount(0)
  expect(await page.evaluate(() => 'marked' in window)).toBe(true)
})

test.describe('the newsletter form', () => {
  const field = (page: Page) => page.getByLabel('Your email address')
  const submit = (page: Page) => page.getByRole('button', { name: 'Subscribe' }).click()

  test('says what is wrong with an address, and posts a right one to the service', async ({
    page,
  }) => {
    // The data as it is with `subscribe: { endpoint: /subscribe, field: EMAIL }` in the settings.
    await page.route('**/blog/page.json', async (route) => {
      const data = await (await route.fetch()).json()
      for (const block of data.blocks)
        if (block.subscribe) block.subscribe.form = { endpoint: '/subscribe', field: 'EMAIL' }
      await route.fulfill({ json: data })
    })
    const posted: string[] = []
    await page.route('**/subscribe', async (route) => {
      posted.push(`${route.request().method()} ${route.request().postData()}`)
      await route.fulfill({ contentType: 'text/html', body: '<title>Thank you</title>' })
    })
    // A client-side navigation, so that the first render has that data.
    await openAndCollectMessages(page, '/blog/division-orders')
    await triggerHydration(page)
    await page.locator('.article-header a').click()
    await submit(page)
    await expect(field(page)).toHaveAccessibleDescription('Please enter your email address.')
    await expect(field(page)).toBeFocused()
    for (const address of ['jo', 'jo@example']) {
      await field(page).fill(address)
      await expect(field(page)).not.toHaveAttribute('aria-invalid')
      await submit(page)
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(field(page)).toHaveAccessibleDescription(/such as name@example\.com/)
    }
    expect(posted).toEqual([])
    await field(page).fill('jo@example.org')
    await submit(page)
    await expect(page).toHaveTitle('Thank you')
    expect(posted).toEqual(['POST EMAIL=jo%40example.org'])
  })
})

testInNewWindow.describe('without JavaScript', () => {
  testInNewWindow.use({ javaScriptEnabled: false })

  testInNewWindow('shows every post and no dead control', async ({ page }) => {
    await page.goto(`${siteOrigin}/blog`)
    await expect(getPostCards(page)).toHaveCount(5)
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
    await expect(getSearchBox(page)).toHaveCount(0)
    await expect(page.locator('.post-categories')).toBeHidden()
  })
})

test('the feed is served next to the list', async ({ request }) => {
  const response = await request.get(`${siteOrigin}/blog/feed.xml`)
  expect(response.status()).toBe(200)
  expect((await response.text()).match(/<entry>/g)).toHaveLength(5)
})
