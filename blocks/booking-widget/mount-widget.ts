/** Mounts and unmounts a third-party widget. */

/** How long the widget may take to show something, in milliseconds. */
const widgetTimeoutMs = 10_000

type WidgetOptions = {
  /** The element that the widget renders into. */
  host: HTMLElement
  /** The URL of its script. */
  script: string
  /**
   * Passed as data attributes of the script and the host and in the query of the script's URL,
   * because widgets differ in where they read parameters.
   */
  parameters: Record<string, string>
  onReady: () => void
  onFail: (reason: string) => void
}

/**
 * Loads the widget. It is ready when it has rendered something, and has failed if its script cannot
 * be loaded or renders nothing before the timeout.
 * @returns a function that removes the script and everything it has added to the document
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

  // Widgets also add styles to the head and frames to the body.
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes } of records) {
      for (const node of addedNodes)
        if (target !== host && !isOwnNode(node)) addedNodesByWidget.add(node)
      for (const node of removedNodes) addedNodesByWidget.delete(node)
    }
    if (hasVisibleContent()) settle(onReady)
  })
  // Checks the host only, since other scripts may add nodes elsewhere in the document.
  const hasVisibleContent = () =>
    [...host.children].some((node) => node !== element && !invisibleTags.has(node.localName))
  const cleanUp = () => {
    observer.disconnect()
    clearTimeout(timer)
    isSettled = true
    // A script that is still loading would run even after removal, unless it is adopted by another
    // document.
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

/** Nodes that the site itself adds at run time are marked with `data-own`. */
const isOwnNode = (node: Node) => node instanceof HTMLElement && node.dataset.own !== undefined

const invisibleTags = new Set(['script', 'style', 'link', 'meta', 'title', 'noscript', 'template'])

/** Converts names to dataset keys: `utm_source` → `utmSource`, that is `data-utm-source`. */
function toDataset(parameters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
