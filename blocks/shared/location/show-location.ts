/**
 * Shows the visitor's location: in each element with `data-area`, it selects the visible layer and
 * fills in the texts. The same code runs before and after hydration; React renders these elements
 * once and does not update them.
 */
import { formatLocalizedDistance } from './format-distance.ts'
import { detectLocation, detectWithoutAsking, getKnownLocation } from './location-store.ts'
import type { ServiceArea } from './service-area.ts'

/** Finds all elements that depend on the visitor's location. */
export const findAreaElements = () => document.querySelectorAll<HTMLElement>('[data-area]')

const parseArea = (frame: HTMLElement) => JSON.parse(frame.dataset.area!) as ServiceArea

/**
 * Shows the current location. Also detects it if the area asks for detection and the browser needs
 * no permission prompt.
 */
export function showAndDetectLocation(frame: HTMLElement): void {
  showLocation(frame)
  const area = parseArea(frame)
  if (area.detect === 'arrival') void detectWithoutAsking(area)
}

/** Detects the location for an element's area, at the visitor's request. */
export const requestLocation = (frame: HTMLElement): void => detectLocation(parseArea(frame))

/** Shows the current location in one element. */
export function showLocation(frame: HTMLElement): void {
  const current = getKnownLocation()
  const fill = (selector: string, text: string) =>
    frame.querySelectorAll(selector).forEach((element) => (element.textContent = text))
  // Hides the detect button, since another attempt would fail the same way.
  frame.toggleAttribute('data-final', current.status === 'unknown' && !current.canRetry)
  for (const layer of frame.querySelectorAll<HTMLElement>('[data-when]'))
    layer.toggleAttribute('data-shown', layer.dataset.when!.includes(current.status))
  if ('miles' in current) {
    const distance = formatLocalizedDistance(current.miles, 'mile')
    fill('.visitor-place', [current.city, current.state, distance].filter(Boolean).join(', '))
    fill('.visitor-distance', distance)
  }
  // If the focused element is now hidden, move the focus to the visible layer.
  frame
    .querySelector('.layer:not([data-shown]):focus-within')
    ?.parentElement!.querySelector<HTMLElement>(':scope>[data-shown]')!
    .focus()
}
