/** What the map adds where another block knows the visitor's place, and what it leaves alone. */
import { expect, test } from '@playwright/test'
import { readShifts, watchShifts } from './pages.ts'
import { variants } from './server.ts'

const { origin } = variants.wired

test('shows the visitor, and moves nothing', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 31.5, longitude: -102.2 })
  await watchShifts(page)
  await page.goto(`${origin}/mobile-notary`)
  await expect(page.locator('.map-visitor circle').first()).toBeVisible()
  await expect(page.locator('.map-visitor text')).toHaveText('You')
  expect(await readShifts(page)).toEqual([])
})

test('points to a visitor who is off the map', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 29.7604, longitude: -95.3698 })
  await page.goto(`${origin}/mobile-notary`)
  await expect(page.locator('.map-visitor text')).toHaveText('You, 427 miles')
})

test('asks nobody, and does not load the application', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
  await page.goto(`${origin}/mobile-notary/service-areas`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('img', { name: /^A map of 60 miles around Midland/ })).toBeVisible()
  await expect(page.locator('.map-visitor')).toHaveCount(0)
  expect(scripts.filter((url) => url.includes('wake'))).toEqual([])
})
