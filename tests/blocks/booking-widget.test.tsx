// @vitest-environment jsdom
/** The booking widget of another company, and what takes its place. The script itself runs in booking.spec.ts. */
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BookingWidget } from '../../blocks/booking-widget/booking-widget.tsx'
import type { BookingWidgetBlock } from '../../schema/types.gen.ts'

const block = {
  type: 'booking-widget',
  heading: 'Book a visit',
  service: 'mobile',
  script: 'https://calendar.example/widget.js',
  contact: 'By phone or email.',
  loading: 'It is loading.',
  failed: 'It does not answer.',
  phone: { text: '(432) 555-0142', href: 'tel:+14325550142' },
  email: { text: 'me@example.com', href: 'mailto:me@example.com' },
} as unknown as BookingWidgetBlock

let root: Root
const log = vi.fn<typeof console.error>()
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(log.mockReset())
  vi.useFakeTimers()
  document.body.innerHTML = `<div id="app">${renderToString(<BookingWidget {...block} />)}</div>`
  const app = document.getElementById('app')!
  await act(() => (root = hydrateRoot(app, <BookingWidget {...block} />)))
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const findScript = () => document.querySelector<HTMLScriptElement>('script[src*="widget.js"]')
const readState = () => [
  document.querySelector('.booking-frame')!.getAttribute('data-state'),
  document.querySelector('[role=status]')!.textContent,
]
const waiting = ['waiting', 'It is loading.']
const failed = ['failed', 'It does not answer.']
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const addTo = (parent: Element, name: string) =>
  act(async () => void parent.append(document.createElement(name)))

it('is replaced by phone and email at once if its script cannot be found', async () => {
  expect(readState()).toEqual(waiting)
  await act(async () => void findScript()!.dispatchEvent(new Event('error')))
  expect(readState()).toEqual(failed)
  expect(findScript()).toBeNull()
  expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    'tel:+14325550142',
    'mailto:me@example.com',
  ])
  expect(log.mock.calls).toEqual([['The booking widget cannot be loaded.']])
})

// Whether it still loads, shows nothing, or throws: none of them has shown something by then.
it.each([
  ['is slow', async () => {}],
  ['shows nothing', async () => void findScript()!.dispatchEvent(new Event('load'))],
  ['adds only styles', () => addTo(findScript()!.parentElement!, 'style')],
  ['runs while others add elements', () => addTo(document.body, 'div')],
])('is replaced after ten seconds if its script %s', async (_, happen) => {
  await act(happen)
  await wait(9_900)
  expect(readState()).toEqual(waiting)
  await wait(200)
  expect(readState()).toEqual(failed)
  expect(findScript()).toBeNull()
})

it('stays if it has shown something in time', async () => {
  await addTo(findScript()!.parentElement!, 'iframe')
  expect(readState()[0]).toBe('ready')
  await wait(20_000)
  expect(readState()[0]).toBe('ready')
})

it('does nothing if it loads after the visitor has left', async () => {
  const script = findScript()!
  await act(() => root.render(<p>Another page</p>))
  // A browser runs no script of another document.
  expect(script.ownerDocument).not.toBe(document)
  script.dispatchEvent(new Event('error'))
  await wait(20_000)
  expect(log).not.toHaveBeenCalled()
})
