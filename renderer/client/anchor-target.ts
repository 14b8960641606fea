/**
 * Finds the element that the URL fragment names; null if there is none or the fragment is
 * malformed.
 */
export function findAnchorTarget(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))
  } catch {
    return null
  }
}

/**
 * Opens the accordion item that contains the anchor target, which not every browser does. Also
 * removes the stylesheet that showed the target before the first paint, unless it also reserves
 * space for kept choices until hydration.
 */
export function openAnchorTarget(): void {
  const item = findAnchorTarget()?.closest('details')
  if (item) item.open = true
  if (!history.state?.kept) document.adoptedStyleSheets = []
}
