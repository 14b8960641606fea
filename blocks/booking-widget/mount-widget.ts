/** Another company's script in the page, and out of it again. */

/** How long the widget may take to show something. Milliseconds. */
const widgetTimeoutMs = 10_000

type WidgetOptions = {
  /** The element it may fill. */
  host: HTMLElement
  /** The address of its script. */
  script: string
  /** What it is told: as data attributes of its script and of the host, and in the query of its address, since widgets differ in where they look. */
  parameters: Record<string, string>
  onReady: () => void
  onFail: (reason: string) => void
}

/**
 * Loads the widget. It is ready when it has shown something, and has failed when its script cannot be loaded or nothing is
 * shown in time.
 * @returns takes away the script and everything it has added to the host, the head and the body.
 */
export function mountWidget({
  host,
  script,
  parameters,
  onReady,
  onFail,
}: WidgetOptions): () => void {
  const addedNodesByWidget = new Set<Node>()
  let isSettled = false
  const settle = (report: () => void) => {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    report()
  }
  const element = document.createElement('script')

  // Widgets put styles into the head and frames into the body, too.
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes } of records) {
      for (const node of addedNodes)
        if (target !== host && !isOwnNode(node)) addedNodesByWidget.add(node)
      for (const node of removedNodes) addedNodesByWidget.delete(node)
    }
    if (hasVisibleContent()) settle(onReady)
  })
  // In its own place: what else comes into the document may be anybody's.
  const hasVisibleContent = () =>
    [...host.children].some((node) => node !== element && !invisibleTags.has(node.localName))
  const cleanUp = () => {
    observer.disconnect()
    clearTimeout(timer)
    isSettled = true
    // A script that is still on its way runs when it comes, unless it belongs to another document by then.
    document.implementation.createHTMLDocument('').adoptNode(element)
    host.replaceChildren()
    for (const node of addedNodesByWidget) node.parentNode?.removeChild(node)
  }
  const fail = (reason: string) => settle(() => onFail(reason))
  const timer = setTimeout(
    () => fail(`shows nothing after ${widgetTimeoutMs / 1000} seconds`),
    widgetTimeoutMs,
  )

  observer.observe(host, { childList: true })
  observer.observe(document.head, { childList: true })
  observer.observe(document.body, { childList: true })
  const url = new URL(script, location.href)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  element.src = url.href
  element.async = true
  Object.assign(element.dataset, toDataset(parameters))
  Object.assign(host.dataset, toDataset(parameters))
  element.addEventListener('error', () => fail('cannot be loaded'))
  host.append(element)
  return cleanUp
}

/** What the site itself adds while it runs says so. */
const isOwnNode = (node: Node) => node instanceof HTMLElement && node.dataset.own !== undefined

const invisibleTags = new Set(['script', 'style', 'link', 'meta', 'title', 'noscript', 'template'])

/** `utm_source` → `utmSource`, which is read as `data-utm-source`. */
function toDataset(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
