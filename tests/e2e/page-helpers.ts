import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { distDir, siteOrigin } from './test-servers.ts'

type BuiltPage = {
  route: string
  kind: string
  head: { robots?: string }
  blocks: { type: string }[]
}

function readBuiltPages(): BuiltPage[] {
  const files = readdirSync(distDir, { recursive: true, encoding: 'utf8' })
  return (
    files
      .filter((file) => file.endsWith('page.json'))
      .map((file) => JSON.parse(readFileSync(join(distDir, file), 'utf8')) as BuiltPage)
      // All planned pages are alike, so one of them is enough.
      .filter(({ head, route }) => head.robots !== 'noindex' || route === '/about')
      .sort((a, b) => (a.route < b.route ? -1 : 1))
  )
}

/** Lists the routes of all built pages that have data, including planned pages. */
const listBuiltRoutes = (): string[] => readBuiltPages().map(({ route }) => route)

const readDocument = (route: string): string =>
  readFileSync(join(distDir, route, 'index.html'), 'utf8')

/** Lists the pages that show something live, such as the hours of today. */
export const listLiveRoutes = (): string[] =>
  listBuiltRoutes().filter((route) =>
    /^<!doctype html><html[^>]* data-live=/.test(readDocument(route)),
  )

/** Lists a small set of routes that together have all block types of the given routes. */
export function listRoutesWithAllBlocks(
  fits: (route: string) => boolean = () => true,
): Set<string> {
  const pages = readBuiltPages().filter(({ route }) => fits(route))
  const missing = new Set(pages.flatMap(({ blocks }) => blocks.map(({ type }) => type)))
  const countMissing = ({ blocks }: BuiltPage) =>
    [...new Set(blocks.map(({ type }) => type))].filter((type) => missing.has(type)).length
  const chosen = new Set<string>()
  while (missing.size > 0) {
    const page = pages.reduce((best, each) =>
      countMissing(each) > countMissing(best) ? each : best,
    )
    for (const { type } of page.blocks) missing.delete(type)
    chosen.add(page.route)
  }
  return chosen
}

/** Lists the longest page of each kind in each language. */
export function listRoutesOfEachKind(): string[] {
  const longest = new Map<string, BuiltPage>()
  for (const page of readBuiltPages()) {
    const key = `${page.kind} ${/^\/es\b/.test(page.route)}`
    const other = longest.get(key)
    if (!other || page.blocks.length > other.blocks.length) longest.set(key, page)
  }
  return [...longest.values()].map(({ route }) => route)
}

/**
 * Opens a page and collects all console messages and failed requests.
 * @param address a route of the site, or the whole URL of another one
 */
export async function openAndCollectMessages(page: Page, address: string): Promise<string[]> {
  const messages: string[] = []
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('requestfailed', (request) => {
    // A navigation aborts what the page before it is still loading.
    const isAborted = request.failure()?.errorText === 'net::ERR_ABORTED'
    if (!isAborted) messages.push(`failed: ${request.url()}`)
  })
  const response = await page.goto(new URL(address, siteOrigin).href)
  if (response?.status() !== 200) messages.push(`status ${response?.status()}`)
  return messages
}

/**
 * Starts hydration by focusing a link, and waits for it. An earlier click may cause a full
 * navigation.
 */
export async function triggerHydration(page: Page): Promise<void> {
  await page.locator('.logo').focus()
  await waitForHydration(page)
}

/**
 * Waits until the header and every block are hydrated, including effects. A document that is being
 * reloaded is not. `expect.poll` would describe every failed attempt with highlighted code.
 */
export async function waitForHydration(page: Page): Promise<void> {
  while (!(await isHydrated(page))) await page.waitForTimeout(50)
}

async function isHydrated(page: Page): Promise<boolean> {
  try {
    return await page.evaluate(async () => {
      const parts = [document.querySelector('.logo'), ...document.querySelectorAll('main > *')]
      const taken = parts.every((part) =>
        Object.keys(part ?? {}).some((key) => key.startsWith('__react')),
      )
      // Effects run after the elements are hydrated.
      if (taken) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return taken
    })
  } catch (error) {
    if (String(error).includes('Execution context was destroyed')) return false
    throw error
  }
}

/**
 * Answers a page's requests to a service of another origin with data, until the result is called.
 * Unlike `page.route`, this intercepts no other request and keeps the cache, without which loading
 * a page takes much longer.
 * @param urlPattern with `*` for any characters
 */
export async function answerRequests(
  page: Page,
  urlPattern: string,
  data: object,
): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const responseHeaders = [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Access-Control-Allow-Origin', value: '*' },
  ]
  const body = Buffer.from(JSON.stringify(data)).toString('base64')
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const response = { requestId, responseCode: 200, responseHeaders, body }
    // A document that is replaced meanwhile needs no answer.
    session.send('Fetch.fulfillRequest', response).catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] })
  return () => session.detach()
}

type LayoutShift = { value: number; moved: string[] }

/**
 * Records every layout shift of the next page that is caused neither by input nor by fonts: a font
 * that arrives late may break a line differently than its fallback, so none is loaded.
 */
export async function recordLayoutShifts(page: Page): Promise<void> {
  if (!fontBlockers.has(page)) {
    // Unlike `page.route`, this intercepts no other request and keeps the cache.
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setBlockedURLs', { urls: ['*.woff2'] })
    fontBlockers.set(page, session)
  }
  await observeLayoutShifts(page)
}

const fontBlockers = new Map<Page, CDPSession>()

/** Lets a page load fonts again. */
export async function unblockFonts(page: Page): Promise<void> {
  await fontBlockers.get(page)?.detach()
  fontBlockers.delete(page)
}

const observedPages = new WeakSet<Page>()

/** Records every layout shift of the next page that is not caused by input. */
export async function observeLayoutShifts(page: Page): Promise<void> {
  if (observedPages.has(page)) return
  observedPages.add(page)
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

/** Returns the recorded shifts, or none if their sum is tolerated, by default if it rounds to 0.00. */
export async function readLayoutShifts(page: Page, tolerated = 0.005): Promise<LayoutShift[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: LayoutShift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  return sum < tolerated ? [] : shifts
}

/** Returns the families with which the browser draws the text of an element. */
export async function listUsedFonts(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName }) => familyName.replace(/ SemiBold$| Light$/, ''))
}
