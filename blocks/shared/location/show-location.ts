/**
 * Shows the visitor's location in a document: in each frame with `data-area`, which layer is seen, and what the browser fills in. The
 * same code does it before the application is awake and after; React renders all of it once, and leaves it alone.
 */
import { formatLocalizedDistance } from './format-distance.ts'
import { detectLocation, getKnownLocation } from './location-store.ts'
import type { ServiceArea } from './service-area.ts'

/** Every frame in the document. */
export const findAreaElements = () => document.querySelectorAll<HTMLElement>('[data-area]')

const parseArea = (frame: HTMLElement) => JSON.parse(frame.dataset.area!) as ServiceArea

/** Shows what is known, and asks where the area wants that on arrival. */
export function showAndDetectLocation(frame: HTMLElement): void {
  showLocation(frame)
  const area = parseArea(frame)
  if (area.detect === 'arrival') detectLocation(area)
}

/** Asks for the frame's area, because the visitor has said so. */
export const requestLocation = (frame: HTMLElement): void => detectLocation(parseArea(frame))

/** Shows what is known in one frame. */
export function showLocation(frame: HTMLElement): void {
  const current = getKnownLocation()
  const fill = (selector: string, words: string) =>
    frame.querySelectorAll(selector).forEach((place) => (place.textContent = words))
  // Asking again would be answered by the same.
  frame.toggleAttribute('data-final', current.status === 'unknown' && !current.canRetry)
  for (const layer of frame.querySelectorAll<HTMLElement>('[data-when]'))
    layer.toggleAttribute('data-shown', layer.dataset.when!.includes(current.status))
  if ('miles' in current) {
    const distance = formatLocalizedDistance(current.miles, 'mile')
    fill('.visitor-place', [current.city, current.state, distance].filter(Boolean).join(', '))
    fill('.visitor-distance', distance)
  }
  // What it was on can no longer be seen.
  frame
    .querySelector('.layer:not([data-shown]):focus-within')
    ?.parentElement!.querySelector<HTMLElement>(':scope>[data-shown]')!
    .focus()
}
