/**
 * Every setting that reaches the browser works under the content security policy, whether it names
 * a file of the site or another origin. Each group of settings is built on its own, because one that
 * loads a script relaxes the policy for the others.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { parseDocument } from 'yaml'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { getScriptCommand } from '../helpers/run-npm-script.ts'
import type axe from 'axe-core'
import { loadAxe } from './load-axe.ts'
import { triggerHydration } from './page-helpers.ts'
import { testInNewWindow } from './shared-tab.ts'

/** What the browser has got from the services, and sent to them. */
type Exchange = { page: Page; received: string[] }

type ServiceSetting = {
  /** @param at the origin of the service; empty for a path on the site */
  settings: (at: string) => Record<string, unknown>
  block?: Record<string, unknown>
  check: (exchange: Exchange) => Promise<void>
}

const listEvents = (page: Page) =>
  page.evaluate(() => (window as unknown as { events?: string[] }).events)

const widget = {
  type: 'booking-widget',
  heading: 'Book a repair',
  service: 'repair',
  contact: 'By phone or email.',
  loading: 'Loading',
  failed: 'It failed.',
}
const locationNotice = {
  type: 'location-notice',
  ask: 'A few miles.',
  detecting: 'Looking',
  inside: 'You are in our area',
  outside: 'Too far.',
  away: 'It is {distance} to you.',
  unknown: 'Unknown.',
}
const form = {
  type: 'form',
  id: 'ask',
  heading: 'Ask us',
  fields: [{ label: 'Your question' }],
  action: 'Send',
  sent: { heading: 'We have it', text: 'You hear from us tomorrow.' },
}
const posts = {
  type: 'posts',
  heading: 'From the workshop',
  announced: [{ title: 'A new stand', excerpt: 'It holds.', category: 'News' }],
  subscribe: { heading: 'News by email', text: 'One mail a month.', action: 'Subscribe' },
}

const serviceSettings: Record<string, ServiceSetting> = {
  plausible: {
    settings: (at) => ({
      analytics: { plausible: { domain: 'bikes.example', script: `${at}/service/plausible.js` } },
    }),
    check: ({ page }) => expect.poll(() => listEvents(page)).toEqual(['pageview']),
  },
  tagManager: {
    settings: (at) => ({
      analytics: { tagManager: { id: 'GTM-ABC123', script: `${at}/service/tags.js` } },
    }),
    check: ({ page }) => expect.poll(() => listEvents(page)).toContain('pageview'),
  },
  beacon: {
    settings: (at) => ({ analytics: { beacon: { endpoint: `${at}/service/visit` } } }),
    check: async ({ page, received }) => {
      await expect.poll(() => received).toContain('POST /service/visit')
      // As when the visitor looks at another tab.
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })
      const vitals = expect.stringMatching(
        /^\/service\/visit {"event":"vitals","page":"\/".*"gbraid":"b1","cls":\d.*"lcp":\d/,
      )
      await expect.poll(() => received).toContainEqual(vitals)
    },
  },
  booking: {
    settings: (at) => ({ booking: { script: `${at}/service/widget.js` } }),
    block: widget,
    check: ({ page }) => expect(page.locator('#widget')).toHaveText('Calendar'),
  },
  location: {
    settings: (at) => ({ location: { detect: 'arrival', endpoint: `${at}/service/place` } }),
    block: locationNotice,
    check: ({ page }) =>
      expect(page.locator('.layer[data-shown] .visitor-place')).toContainText('Odessa'),
  },
  form: {
    settings: (at) => ({ form: { endpoint: `${at}/service/contact`, service: 'status' } }),
    block: form,
    check: async ({ page, received }) => {
      await page.getByLabel('Your question').fill('How much?')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('We have it')).toBeVisible()
      expect(received).toContain('POST /service/contact')
      expect(received.find((sent) => sent.startsWith('/service/contact '))).toContain(
        'campaign=gbraid%3Db1',
      )
      const conversion = expect.stringMatching(
        /^\/service\/visit {"event":"form".*"gbraid":"b1","form":"ask"}$/,
      )
      await expect.poll(() => received).toContainEqual(conversion)
    },
  },
  theme: {
    settings: () => ({
      theme: { accent: '#ffd166', ground: '#14213d', decoration: 'waves', header: 'stacked' },
    }),
    // Light text on a dark ground, with the name above the menus.
    check: async ({ page }) => {
      await loadAxe(page)
      const lowContrast = await page.evaluate(async () => {
        const { axe: runner } = window as unknown as { axe: typeof axe }
        const { violations } = await runner.run({ runOnly: 'color-contrast' })
        return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
      })
      expect(lowContrast).toEqual([])
      const [name, menu] = [page.locator('.logo'), page.locator('.menus')]
      const isStacked = async () => {
        const [above, below] = [(await name.boundingBox())!, (await menu.boundingBox())!]
        const center = (box: typeof above) => box.x + box.width / 2
        return above.y + above.height <= below.y && Math.abs(center(above) - center(below)) < 40
      }
      // Such as the link to another language, which must not fall onto the page.
      const listOutside = () =>
        page
          .locator('.site-header')
          .evaluate((header) =>
            [...header.querySelectorAll('.site-header-bar > *')]
              .filter(
                (part) =>
                  part.getBoundingClientRect().bottom > header.getBoundingClientRect().bottom,
              )
              .map(({ className }) => className),
          )
      for (const width of [390, 768, 1024]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await listOutside(), `at ${width}`).toEqual([])
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(await listOutside()).toEqual([])
      expect(await isStacked()).toBe(true)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(menu).toBeInViewport()
      await expect(name).not.toBeInViewport()
    },
  },
  subscribe: {
    settings: (at) => ({ subscribe: { endpoint: `${at}/service/subscribe` } }),
    block: posts,
    check: async ({ page, received }) => {
      await page.locator('.posts input[type=email]').fill('me@example.com')
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await expect.poll(() => received).toContain('POST /service/subscribe')
    },
  },
}

const scriptOf: Record<string, string> = {
  '/service/plausible.js': 'window.events = window.plausible.q.map(([event]) => event)',
  '/service/tags.js': 'window.events = window.dataLayer.map(({ event }) => event)',
  '/service/widget.js': `{
    const widget = Object.assign(document.createElement('p'), { id: 'widget', innerHTML: 'Calendar' })
    document.currentScript.parentElement.append(widget)
  }`,
}

/** Answers all requests to the services, and notes them. */
async function answerServiceRequests(page: Page): Promise<string[]> {
  const received: string[] = []
  await page.route('**/service/**', (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    received.push(`${request.method()} ${pathname}`, `${pathname} ${request.postData()}`)
    const headers = { 'access-control-allow-origin': '*' }
    const script = scriptOf[pathname]
    if (script !== undefined)
      return route.fulfill({ headers, contentType: 'text/javascript', body: script })
    if (pathname === '/service/place')
      return route.fulfill({ headers, json: { address: { city: 'Odessa', state: 'Texas' } } })
    // Without content, so that a form that is sent by the browser leaves the page as it is.
    return route.fulfill({ headers, status: 204 })
  })
  return received
}

async function buildSite(names: string[], at: string): Promise<{ site: string; out: string }> {
  const site = mkdtempSync(join(tmpdir(), 'signpost-services-'))
  cpSync(join(import.meta.dirname, '../base-site'), site, { recursive: true })
  const settings = names.map((name) => serviceSettings[name]!.settings(at))
  edit(join(site, 'pages.yaml'), (document) => {
    document.setIn(['site', 'icons'], 'none')
    document.setIn(['site', 'shareImages'], 'none')
    document.setIn(['site', 'business', 'areaServed'], document.createNode({ radius: 'area' }))
    document.setIn(
      ['facts', 'area'],
      document.createNode({ label: 'How far the van drives', unit: 'miles', value: 60 }),
    )
    for (const [name, value] of settings.flatMap((each) => Object.entries(each)))
      document.setIn(['site', name], document.createNode(value))
  })
  edit(join(site, 'pages/home.yaml'), (document) => {
    for (const name of names) {
      const { block } = serviceSettings[name]!
      if (block) document.addIn(['pages', '/', 'blocks'], document.createNode(block))
    }
  })
  const out = join(site, 'dist')
  const [program, ...args] = getScriptCommand('build')
  await promisify(execFile)(program, [...args, '--site', site, '--out', out])
  return { site, out }
}

function edit(file: string, change: (document: ReturnType<typeof parseDocument>) => void): void {
  const document = parseDocument(readFileSync(file, 'utf8'))
  change(document)
  writeFileSync(file, String(document))
}

const quiet = ['beacon', 'location', 'form', 'theme', 'subscribe']
const otherOrigin = 'https://service.example'
for (const [names, at] of [
  // Its own scripts need no more from the policy.
  [['booking', ...quiet], ''],
  [['plausible'], otherOrigin],
  [['tagManager'], otherOrigin],
  [['booking'], otherOrigin],
  [quiet, otherOrigin],
] as const)
  testInNewWindow(
    `${names.join(', ')} at ${at || 'a path of the site'}`,
    async ({ page, context }) => {
      const { site, out } = await buildSite([...names], at)
      const server = await serveFolder(out, 0)
      try {
        await context.grantPermissions(['geolocation'])
        await context.setGeolocation({ latitude: 32.01, longitude: -102.08 })
        const errors: string[] = []
        page.on('pageerror', ({ message }) => errors.push(message))
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(message.text())
        })
        const received = await answerServiceRequests(page)
        await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/?gbraid=b1`)
        await triggerHydration(page)
        for (const name of names) await serviceSettings[name]!.check({ page, received })
        expect(errors).toEqual([])
      } finally {
        await page.close()
        server.closeAllConnections()
        server.close()
        rmSync(site, { recursive: true })
      }
    },
  )
