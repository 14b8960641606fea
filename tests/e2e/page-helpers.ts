import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { distDir, siteOrigin } from './test-servers.ts'

/** Every route that was built, planned pages too: the folders of dist/ that have data. */
export function listBuiltRoutes(): string[] {
  const files = readdirSync(distDir, { recursive: true, encoding: 'utf8' })
  return (
    files
      .filter((file) => file.endsWith('page.json'))
      .map(
        (file) =>
          JSON.parse(readFileSync(join(distDir, file), 'utf8')) as {
            route: string
            head: { robots?: string; canonical: string }
          },
      )
      // A planned page is like every other planned page; one of them stands for all.
      .filter(({ head, route }) => head.robots !== 'noindex' || route === '/about')
      .map(({ route }) => route)
      .sort()
  )
}

/** Opens a page and collects everything the console says, and every failed request. */
export async function openAndCollectMessages(page: Page, route: string): Promise<string[]> {
  const messages: string[] = []
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('requestfailed', (request) => messages.push(`failed: ${request.url()}`))
  const response = await page.goto(siteOrigin + route)
  if (response?.status() !== 200) messages.push(`status ${response?.status()}`)
  return messages
}

/**
 * Brings the application to life as a visitor's keyboard would, and waits until it is: a click that comes earlier may
 * rightly navigate by itself, which is another test's matter.
 */
export async function triggerHydration(page: Page): Promise<void> {
  await page.locator('.logo').focus()
  await expect.poll(() => isHydrated(page)).toBe(true)
}

/**
 * Whether React has taken over the header and every block, effects included. A document that is just being replaced, by a
 * reload in development, is not alive.
 */
export async function isHydrated(page: Page): Promise<boolean> {
  try {
    return await page.evaluate(async () => {
      const parts = [document.querySelector('.logo'), ...document.querySelectorAll('main > *')]
      const taken = parts.every((part) =>
        Object.keys(part ?? {}).some((key) => key.startsWith('__react')),
      )
      // Effects come a moment after the elements.
      if (taken) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return taken
    })
  } catch (error) {
    if (String(error).includes('Execution context was destroyed')) return false
    throw error
  }
}

type LayoutShift = { value: number; moved: string[] }

/** Remembers every layout shift of the next page that is not the visitor's own doing. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: LayoutShift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Element }[]
      })[]) {
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(({ node }) => node?.className ?? ''),
          })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved, apart from what cannot be seen: two decimals of the cumulative score. */
export async function readLayoutShifts(page: Page): Promise<LayoutShift[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: LayoutShift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  return sum < 0.005 ? [] : shifts
}
