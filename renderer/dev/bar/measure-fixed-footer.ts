/** A taller element is not a bar but covers the page, such as a dialog. */
const maxShareOfWindow = 1 / 3

/**
 * Measures what a page fixes to the bottom of the window, such as the phone bar.
 * @param host the element of the development bar, which is not part of the page
 * @returns the height in pixels, or 0
 */
export function measureFixedFooter(host: Element): number {
  const below = document.elementsFromPoint(innerWidth / 2, innerHeight - 1)
  let element: Element | null | undefined = below.find((each) => each !== host)
  for (; element; element = element.parentElement) {
    const { position } = getComputedStyle(element)
    if (position !== 'fixed' && position !== 'sticky') continue
    const height = innerHeight - element.getBoundingClientRect().top
    return height < innerHeight * maxShareOfWindow ? Math.max(0, height) : 0
  }
  return 0
}
