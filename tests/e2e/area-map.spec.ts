/** The marker that the map shows once another block knows the visitor's position. */
import { expect, test } from '@playwright/test'
import { readLayoutShifts, triggerHydration, recordLayoutShifts } from './page-helpers.ts'
import { siteWithServices } from './test-servers.ts'

const { origin } = siteWithServices

test('the map shows the visitor without a layout shift', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 31.5, longitude: -102.2 })
  await recordLayoutShifts(page)
  await page.goto(`${origin}/mobile-notary`)
  await expect(page.locator('.map-visitor circle').first()).toBeVisible()
  await expect(page.locator('.map-visitor text')).toHaveText('You')
  expect(await readLayoutShifts(page)).toEqual([])
})

test('the map never requests the location itself', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  const scripts: string[] = []
  page.on(
    'request',
    (request) => void (request.resourceType() === 'script' && scripts.push(request.url())),
  )
  await page.goto(`${origin}/mobile-notary/service-areas`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('img', { name: /^A map of 60 miles around Midland/ })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Odessa 20 miles none' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Pecos By arrangement 92 miles $45' })).toBeVisible()
  await expect(page.locator('.map-visitor > *')).toHaveCount(0)
  await expect
    .poll(() => scripts.map((url) => new URL(url).pathname))
    .toEqual([
      expect.stringMatching(/^\/assets\/loader/),
      expect.stringMatching(/^\/assets\/measure/),
    ])
})

test('the map shows the visitor after a client-side navigation', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 31.5, longitude: -102.2 })
  await page.goto(`${origin}/book`)
  await expect(page.locator('.service-chooser').getByText('In Service Area')).toBeVisible()
  await triggerHydration(page)
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/mobile-notary/service-areas'
    link.textContent = 'The map of the area'
    document.querySelector('main')!.append(link)
  })
  await page.getByRole('link', { name: 'The map of the area' }).click()
  await expect(page).toHaveURL(`${origin}/mobile-notary/service-areas`)
  await expect(page.locator('.map-visitor text')).toHaveText('You')
})
