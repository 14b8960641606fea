/** The element that the address names, if any. A hash that is no text names none. */
export function findAnchorTarget(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))
  } catch {
    return null
  }
}

/**
 * Opens the accordion item that the address leads into: not every browser does so by itself. What the document's own
 * script showed of it before the first paint is no longer needed.
 */
export function openAnchorTarget(): void {
  const item = findAnchorTarget()?.closest('details')
  if (item) item.open = true
  document.getElementById('first-place')?.remove()
}
