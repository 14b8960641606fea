/** What counts as plain text: elements with other children or citations are edited in the form. */
const isPlainText = (element: HTMLElement, written: unknown): boolean =>
  typeof written === 'string' &&
  element.children.length === 0 &&
  element.textContent?.trim() === written.trim()

type EditInPlaceOptions = {
  /** The text in the file. */
  written: unknown
  onCommit: (text: string) => void
}

/**
 * Lets the author type into an element of the page until they press Enter or leave it. The text is
 * written then, because the page would be drawn again during typing.
 * @returns whether the element is plain text
 */
export function editInPlace(
  element: HTMLElement,
  { written, onCommit }: EditInPlaceOptions,
): boolean {
  if (!isPlainText(element, written)) return false
  // React knows these nodes, so they are put back before it draws the new text.
  const nodes = [...element.childNodes].map((node) => ({ node, text: node.nodeValue }))
  element.contentEditable = 'plaintext-only'
  element.focus()
  element.ownerDocument.getSelection()?.selectAllChildren(element)
  const end = (isCommit: boolean) => {
    element.removeEventListener('keydown', handleKey, true)
    element.removeEventListener('blur', commit)
    const text = element.textContent?.replace(/\s+/g, ' ').trim() ?? ''
    element.removeAttribute('contenteditable')
    for (const { node, text: before } of nodes) node.nodeValue = before
    element.replaceChildren(...nodes.map(({ node }) => node))
    if (isCommit && text !== '' && text !== written) onCommit(text)
  }
  const commit = () => end(true)
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    end(event.key === 'Enter')
  }
  element.addEventListener('keydown', handleKey, true)
  element.addEventListener('blur', commit)
  return true
}
