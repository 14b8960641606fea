// @vitest-environment jsdom
/** Where the visitor is: what a page says for each position, and for each failure. */
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LocationLayers } from '../../blocks/shared/location/location-layers.tsx'
import {
  DistanceSentence,
  VisitorLocationText,
} from '../../blocks/shared/location/visitor-location-text.tsx'

const center = { latitude: 31.9973, longitude: -102.0779 }
/** The position this far north of the center, on a sphere with a radius of 3,959 miles. */
const moveNorth = (miles: number) => ({
  ...center,
  latitude: center.latitude + (miles / 3959) * (180 / Math.PI),
})
const area = {
  ...center,
  radius: 60,
  detect: 'button',
  endpoint: 'https://geocoder.example/reverse',
}

const ask = vi.fn<Geolocation['getCurrentPosition']>()
const geocode = vi.fn<typeof fetch>()
const warn = vi.fn<typeof console.warn>()
let detect: () => void

beforeEach(async () => {
  document.documentElement.lang = 'en-US'
  document.body.innerHTML = renderToStaticMarkup(
    <section data-area={JSON.stringify(area)}>
      <LocationLayers
        layers={{
          idle: <button type="button">Find me</button>,
          detecting: 'Looking',
          inside: <VisitorLocationText />,
          outside: <DistanceSentence text="You are {distance} away." />,
          unknown: 'Unknown',
        }}
      />
    </section>,
  )
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: ask.mockReset() } })
  vi.stubGlobal('fetch', geocode.mockReset().mockReturnValue(new Promise(() => {})))
  vi.spyOn(console, 'warn').mockImplementation(warn.mockReset())
  // As in a new document: the location is detected at most once in each.
  vi.resetModules()
  const store = await import('../../blocks/shared/location/location-store.ts')
  const { requestLocation, showLocation } = await import(
    '../../blocks/shared/location/show-location.ts'
  )
  const frame = document.querySelector<HTMLElement>('[data-area]')!
  store.subscribeToLocation(() => showLocation(frame))
  detect = () => requestLocation(frame)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const readShown = () =>
  [...document.querySelectorAll('.layer[data-shown]')].map(({ textContent }) => textContent)
const findAt = (position: Partial<typeof center>) =>
  ask.mockImplementation((onPosition) => onPosition({ coords: position } as GeolocationPosition))

it.each([
  ['the center', center, '0 miles'],
  ['the edge', moveNorth(60), '60 miles'],
  ['just beyond', moveNorth(60.3), 'You are 60 miles away.'],
  [
    'the other side of the earth',
    { latitude: -31.9973, longitude: 77.9221 },
    /You are 12,43\d miles/,
  ],
])('a visitor at %s reads the distance', (_, position, text) => {
  findAt(position)
  detect()
  expect(readShown()).toEqual([expect.stringMatching(text)])
  expect(warn).not.toHaveBeenCalled()
})

it('keeps the focus in what is shown', () => {
  ask.mockImplementation(refuse(3))
  document.querySelector('button')!.focus()
  detect()
  expect(document.activeElement?.textContent).toBe('Unknown')
  findAt(center)
  detect()
  expect(document.activeElement?.textContent).toBe('0 miles')
})

it('is asked for once, with low accuracy, a timeout and a maximum age', () => {
  detect()
  detect()
  expect(readShown()).toEqual(['Looking'])
  expect(ask.mock.calls.map(([, , options]) => options)).toEqual([
    { enableHighAccuracy: false, timeout: 5000, maximumAge: 300_000 },
  ])
})

const refuse =
  (code: number): Geolocation['getCurrentPosition'] =>
  (_, onError) =>
    onError?.({ code, message: 'No', PERMISSION_DENIED: 1 } as GeolocationPositionError)

it.each<[what: string, answer: Geolocation['getCurrentPosition'] | undefined, canRetry: boolean]>([
  ['is not supported', undefined, false],
  ['is refused', refuse(1), false],
  ['takes too long', refuse(3), true],
  ['never answers', () => {}, true],
  ['returns an empty position', (found) => found({} as GeolocationPosition), false],
  [
    'returns no numbers',
    (found) => found({ coords: { latitude: NaN, longitude: NaN } } as GeolocationPosition),
    false,
  ],
  [
    'returns no place on earth',
    (found) => found({ coords: { latitude: 91, longitude: 0 } } as GeolocationPosition),
    false,
  ],
  [
    'throws',
    () => {
      throw new Error('No such thing')
    },
    false,
  ],
])('is unknown if geolocation %s, which is logged once', (_, answer, canRetry) => {
  if (answer) ask.mockImplementation(answer)
  else vi.stubGlobal('navigator', {})
  detect()
  vi.advanceTimersByTime(11_000)
  expect(readShown()).toEqual(['Unknown'])
  expect(warn.mock.calls.map(([text]) => text)).toEqual(['Failed to get location'])
  // Without a button that would fail again.
  expect(document.querySelector('[data-area]')!.hasAttribute('data-final')).toBe(!canRetry)
  findAt(center)
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: ask } })
  detect()
  expect(readShown()).toEqual([canRetry ? '0 miles' : 'Unknown'])
})

it('has the name of the place once the geocoder knows it', async () => {
  const address = { town: 'Odessa', state: 'Texas' }
  geocode.mockResolvedValue(Response.json({ address }))
  findAt(center)
  detect()
  await vi.waitFor(() => expect(readShown()).toEqual(['Odessa, Texas, 0 miles']))
  expect(String(geocode.mock.calls[0]![0])).toBe(
    `${area.endpoint}?lat=${center.latitude}&lon=${center.longitude}&format=json`,
  )
})

it.each<[what: string, answer: () => Promise<Response>, isLogged: boolean]>([
  ['is slow', () => new Promise(() => {}), false],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), true],
  ['has had too many requests', async () => new Response('Too many', { status: 429 }), true],
  ['sends a document', async () => new Response('<h1>Welcome</h1>'), true],
  ['sends half an answer', async () => new Response('{"address": {"city": "Mid'), true],
  [
    'sends nonsense',
    async () => Response.json({ address: { city: 12, town: '', state: null } }),
    false,
  ],
  ['sends nothing', async () => Response.json(null), false],
])('is a distance without the town if the geocoder %s', async (_, answer, isLogged) => {
  geocode.mockImplementation(answer)
  findAt(center)
  detect()
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(isLogged ? 1 : 0))
  expect(geocode).toHaveBeenCalledTimes(1)
  expect(readShown()).toEqual(['0 miles'])
})
