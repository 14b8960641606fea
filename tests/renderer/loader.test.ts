// @vitest-environment jsdom
/** The script that every page starts with: who follows a link, and what is measured. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const origin = window.location.origin
const assign = vi.fn<Location['assign']>()
const hydrateApplication = vi.fn<() => Promise<object>>()
const navigate = vi.fn<(href: string) => void>()
const startAnalytics = vi.fn<(settings: object) => void>()
const listen = addEventListener
let ending: AbortController

beforeEach(() => {
  for (const mock of [assign, navigate, startAnalytics]) mock.mockReset()
  hydrateApplication.mockReset().mockResolvedValue({ navigate })
  vi.doMock('../../renderer/client/hydrate.tsx', () => ({ hydrateApplication }))
  vi.doMock('../../renderer/client/analytics.ts', () => ({ startAnalytics }))
  vi.doMock('../../renderer/dev/dev-client.ts', () => ({ connectDevClient: () => {} }))
  ending = new AbortController()
  const { signal } = ending
  // Each test has a loader of its own, and so needs to be rid of those before.
  vi.stubGlobal('addEventListener', (type: string, handle: EventListener, options?: object) =>
    listen(type, handle, { ...options, signal }),
  )
  document.body.innerHTML = `
    <a id="terms" href="/terms"><b>Terms</b></a>
    <a id="file" href="/prices.pdf">Prices</a>
    <a id="away" href="https://example.com/">Elsewhere</a>
    <a id="book" data-event="book" href="/book">Book</a>
    <button data-wake>Search</button>`
})
afterEach(() => {
  ending.abort()
  sessionStorage.clear()
  for (const name of Object.keys(document.documentElement.dataset))
    delete document.documentElement.dataset[name]
  vi.doUnmock('../../renderer/client/hydrate.tsx')
  vi.doUnmock('../../renderer/client/analytics.ts')
  vi.doUnmock('../../renderer/dev/dev-client.ts')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Opens a page in a new document. */
async function open({ search = '', browser = {}, data = {} } = {}): Promise<void> {
  vi.stubGlobal('location', {
    origin,
    pathname: '/',
    search,
    hash: '',
    href: `${origin}/${search}`,
    assign,
  })
  vi.stubGlobal('navigator', { onLine: true, ...browser })
  Object.assign(document.documentElement.dataset, data)
  vi.resetModules()
  await import('../../renderer/client/loader.ts')
}

/** @returns whether the browser itself follows the link */
const click = (selector: string, options: MouseEventInit = {}) =>
  document
    .querySelector(selector)!
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }))
/** Modules load while a busy machine does other things. */
const until = (hold: () => void) => vi.waitFor(hold, 60_000)
const isBusy = () => document.documentElement.dataset.busy

describe('a link', () => {
  it('is followed by the application, and shows a reaction at once', async () => {
    await open()
    expect(click('#terms b')).toBe(false)
    expect(isBusy()).toBe('')
    await until(() => expect(navigate).toHaveBeenCalledWith(`${origin}/terms`))
    expect(assign).not.toHaveBeenCalled()
  })

  it('is followed by the browser if the application fails to load, and the next one tries again', async () => {
    hydrateApplication.mockRejectedValueOnce(new Error('Gone'))
    await open()
    click('#terms')
    await until(() => expect(assign).toHaveBeenCalledWith(`${origin}/terms`))
    // What is hidden until it is hydrated is shown.
    expect(document.documentElement.dataset.bare).toBe('')
    click('#terms')
    await until(() => expect(navigate).toHaveBeenCalledTimes(1))
  })

  it('is followed by the browser if the application takes too long to load', async () => {
    vi.useFakeTimers()
    hydrateApplication.mockReturnValue(new Promise(() => {}))
    await open()
    click('#terms')
    await vi.advanceTimersByTimeAsync(299)
    expect(assign).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(assign).toHaveBeenCalledWith(`${origin}/terms`)
  })

  it('says that the visitor is offline instead of replacing the page with an error', async () => {
    hydrateApplication.mockRejectedValue(new Error('Failed to fetch'))
    await open({ browser: { onLine: false } })
    click('#terms')
    await until(() => expect(isBusy()).toBe('offline'))
    expect(assign).not.toHaveBeenCalled()
  })

  it.each<[what: string, selector: string, options: MouseEventInit]>([
    ['a Ctrl key', '#terms', { ctrlKey: true }],
    ['a Command key', '#terms', { metaKey: true }],
    ['a Shift key', '#terms', { shiftKey: true }],
    ['the middle button', '#terms', { button: 1 }],
    ['no key, but leads to a file', '#file', {}],
    ['no key, but leads to another site', '#away', {}],
  ])('is left to the browser if it is clicked with %s', async (_, selector, options) => {
    await open()
    // jsdom would try to follow it.
    listen('click', (event) => event.preventDefault(), { once: true })
    click(selector, options)
    expect(isBusy()).toBeUndefined()
    expect(hydrateApplication).not.toHaveBeenCalled()
  })
})

it('the application loads when a pointer, a touch or the focus reaches what needs it', async () => {
  await open({ data: { live: '.quote' } })
  document.body.insertAdjacentHTML('beforeend', '<p>Text</p><div class="quote"><i>From</i></div>')
  const reach = (selector: string, type: string) =>
    document.querySelector(selector)!.dispatchEvent(new Event(type, { bubbles: true }))
  for (const type of ['pointerover', 'touchstart', 'focusin']) reach('p', type)
  expect(hydrateApplication).not.toHaveBeenCalled()
  reach('.quote i', 'pointerover')
  await until(() => expect(hydrateApplication).toHaveBeenCalled())
})

describe('a campaign', () => {
  const getBookLink = () => document.querySelector('#book')!.getAttribute('href')

  it('is added to booking links alone, and kept for the next page', async () => {
    await open({ search: '?utm_source=ads&gclid=a1&other=1' })
    expect(getBookLink()).toBe('/book?utm_source=ads&gclid=a1')
    expect(document.querySelector('#terms')!.getAttribute('href')).toBe('/terms')
    document.querySelector('#book')!.setAttribute('href', '/book')
    ending.abort()
    await open()
    expect(getBookLink()).toBe('/book?utm_source=ads&gclid=a1')
  })

  it('changes no link if there is none', async () => {
    await open({ search: '?other=1' })
    expect(getBookLink()).toBe('/book')
  })
})

describe('measuring', () => {
  const data = { measuring: '{"beacon":{"endpoint":"/visit"}}' }

  it('starts with the settings of the site', async () => {
    await open({ data })
    await until(() =>
      expect(startAnalytics).toHaveBeenCalledWith({ beacon: { endpoint: '/visit' } }),
    )
  })

  it.each([
    ['is off without a setting', {}, {}],
    ['is off for Do Not Track', { doNotTrack: '1' }, data],
    ['is off for Global Privacy Control', { globalPrivacyControl: true }, data],
  ])('%s', async (_, browser, settings) => {
    const loaded = vi.fn<() => object>(() => ({ startAnalytics }))
    vi.doMock('../../renderer/client/analytics.ts', loaded)
    await open({ browser, data: settings })
    // By the time the application has loaded, the script would have, too.
    click('#terms')
    await until(() => expect(navigate).toHaveBeenCalled())
    expect(loaded).not.toHaveBeenCalled()
  })
})

it.each([
  ['a page has the button that opens the studio', '/bread', true],
  ['an example of the catalogue has none', '/__catalogue/frames/notice/default/light/', false],
])('in development, %s', async (_, pathname, hasStudio) => {
  vi.doUnmock('../../renderer/dev/dev-client.ts')
  const mountOverlay = vi.fn<(hasStudio: boolean) => () => void>(() => () => {})
  vi.doMock('../../renderer/dev/overlay/problem-overlay.tsx', () => ({ mountOverlay }))
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('fetch', async () => new Response(''))
  vi.resetModules()
  const { connectDevClient } = await import('../../renderer/dev/dev-client.ts')
  connectDevClient(async () => ({ navigate }) as never)
  expect(mountOverlay.mock.calls).toEqual([[hasStudio]])
  vi.doUnmock('../../renderer/dev/overlay/problem-overlay.tsx')
})

it('in development, a refreshed page no longer says that its visitor is offline', async () => {
  const { followEdits } = await import('../../renderer/dev/follow-edits.ts')
  const { dataset } = document.documentElement
  followEdits(Promise.resolve({ refresh: async () => {} } as never))
  dataset.busy = 'offline'
  dispatchEvent(new Event('signpost:update'))
  await vi.waitFor(() => expect(dataset.busy).toBeUndefined())
})
