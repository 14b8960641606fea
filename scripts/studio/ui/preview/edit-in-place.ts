import { toEditableText, type EditableText } from '../form/editable-html.ts'
import { fillCitations, openSurface, readText, type TextSurface } from '../form/text-surface.ts'
import { citationAttribute } from '../form/paste-html.ts'

/** A text of the page while it is edited there. */
export type TextEditing = TextSurface & {
  /** Shows the page as it was. @param isKept whether the text is written */
  end(isKept: boolean): void
}

type EditInPlaceOptions = {
  /** The text in the file. */
  written: string
  /** The point in the word that is selected at first. Without it, the cursor is at the end. */
  at?: { x: number; y: number }
  isMarkdown: boolean
  /** Whether the text may have headings. */
  headings: boolean
  /** Called with the text after each letter. */
  onType: (text: string) => void
  /** Called if the author has left what was typed with Escape. */
  onDiscard: () => void
  /** Called if the author has left the text empty. @param hadFocus as of `onEnd` */
  onEmptied: (hadFocus: boolean) => void
  /** Called with what was pasted or typed and cannot be kept. */
  onDropped: (dropped: string[]) => void
  /** @param hadFocus whether the focus is still in the text */
  onEnd: (hadFocus: boolean) => void
  /** Called for a double-click on a citation. @returns whether what it cites is opened instead */
  onCited: (written: string) => boolean
  /** Called for Ctrl+K. */
  onLink: () => void
  /** Called for Ctrl+S, once the text is written. */
  onSave: () => void
  /** Called for `/` in an empty text, which is left as it was, or in an empty paragraph. */
  onAddBlock: () => void
  /** Whether the focus is in a control of this text, such as its toolbar. */
  hasControl: () => boolean
}

/**
 * Lets the author type into a text of the page until they leave it. The page is not drawn again
 * before that.
 * @param marked an element that shows the text
 * @returns why the text is edited in the form instead, in words that follow "This text"; undefined
 * if what it cites is opened
 */
export function editInPlace(
  marked: HTMLElement,
  options: EditInPlaceOptions,
): TextEditing | string | undefined {
  const { written, isMarkdown, headings } = options
  const place = findPlace(marked, isMarkdown)
  const text = toEditableText(written, { isMarkdown, headings, isInline: place.isInline })
  if (typeof text === 'string') return `has ${text}`
  const shown = findShown(place, text, isMarkdown)
  if (!shown) return 'is shown in another way than it is written'
  const { host, restore } = fillHost(shown, text)
  if (readText(host, options).text !== written.trimEnd()) {
    restore()
    return 'would be written in another way'
  }
  const cited = options.at && findCitation(host, options.at)
  if (cited !== undefined && options.onCited(cited)) {
    restore()
    return undefined
  }
  return startEditing({ host, restore, isInline: place.isInline }, options)
}

/** Where a text is shown: in an element, or as several of its children. */
type Place = { parent: HTMLElement; run?: HTMLElement[]; isInline: boolean }

const blockTags = /^(P|UL|OL|H2|H3)$/
const isRichBlock = (element: Element) =>
  blockTags.test(element.tagName) && element.className === ''

function findPlace(marked: HTMLElement, isMarkdown: boolean): Place {
  if (!isMarkdown) return { parent: marked, isInline: true }
  if (isRichBlock(marked)) {
    const address = marked.dataset.studioPath
    const siblings = [...marked.parentElement!.children] as HTMLElement[]
    const run = siblings.filter((each) => each.dataset.studioPath === address)
    return { parent: marked.parentElement!, run, isInline: false }
  }
  const isInline = ![marked, ...marked.querySelectorAll('*')].some((each) =>
    [...each.children].some(isRichBlock),
  )
  return { parent: marked, isInline }
}

const inlineTags = /^(STRONG|EM|DEL|A|SPAN|LI)$/

/** Finds the elements that show the text and nothing else. */
function findShown(
  { parent, run, isInline }: Place,
  { printed }: EditableText,
  isMarkdown: boolean,
): (Place & { printed: string[] }) | undefined {
  const match = (nodes: Element[]) =>
    printed.exec(nodes.map(({ textContent }) => textContent).join(''))?.slice(1)
  if (run) {
    const found = match(run)
    return found && { parent, run, isInline, printed: found }
  }
  let found = match([parent])
  if (!found) return undefined
  let shown = parent
  for (;;) {
    const inner = ([...shown.children] as HTMLElement[]).find(
      (child) =>
        match([child]) && !(isMarkdown && (inlineTags.test(child.tagName) || isRichBlock(child))),
    )
    if (!inner) return { parent: shown, isInline, printed: found }
    found = match([inner])!
    shown = inner
  }
}

/** Puts the text that is edited in the place of what React has drawn. */
function fillHost(
  { parent, run, printed }: Place & { printed: string[] },
  { html }: EditableText,
): { host: HTMLElement; restore: () => void } {
  // React knows these nodes, so they are put back before it draws the new text.
  const nodes = run ?? [...parent.childNodes]
  const after = nodes.at(-1)?.nextSibling ?? null
  const host = run ? parent.ownerDocument.createElement('div') : parent
  if (run) {
    // Its paragraphs look as they do without it.
    if (parent.classList.contains('rich')) host.className = 'rich'
    nodes[0]!.before(host)
  }
  for (const node of nodes) node.remove()
  host.innerHTML = html
  fillCitations(host, (_, index) => printed[index])
  const restore = () => {
    if (run) host.remove()
    else host.replaceChildren()
    for (const node of nodes) parent.insertBefore(node, after)
  }
  return { host, restore }
}

function startEditing(
  { host, restore, isInline }: { host: HTMLElement; restore: () => void; isInline: boolean },
  { written, at, isMarkdown, headings, hasControl, ...options }: EditInPlaceOptions,
): TextEditing {
  const page = host.ownerDocument
  const selection = page.getSelection()!
  let isTyped = false
  const listening = new AbortController()

  const write = () => {
    const { text, dropped } = surface.read()
    const isChanged = text !== written.trimEnd()
    const isEmptied = isChanged && text === ''
    // An empty text would be no step: its last letter may be replaced next.
    if (!isEmptied && (isChanged || isTyped)) {
      options.onType(isChanged ? text + written.slice(written.trimEnd().length) : written)
      isTyped = true
    }
    return { dropped, isEmptied }
  }
  const end = (isKept: boolean) => {
    if (listening.signal.aborted) return
    const hadFocus = page.activeElement === host || hasControl()
    const { dropped, isEmptied } = write()
    listening.abort()
    surface.close()
    restore()
    if (isKept && isEmptied) options.onEmptied(hadFocus)
    options.onEnd(hadFocus)
    if (isTyped && !isKept) options.onDiscard()
    else if (dropped.length > 0) options.onDropped(dropped)
  }
  const surface = openSurface(host, {
    isMarkdown,
    headings,
    isInline,
    onInput: write,
    onDropped: options.onDropped,
    onLink: options.onLink,
  })
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    const act = findAction(event) ?? surface.findAction(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  const findAction = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
    if (key === 'Escape') return () => end(false)
    const isEmpty = key === '/' && surface.read().text === ''
    if (isEmpty || (key === '/' && surface.readParagraph() === ''))
      return () => {
        end(!isEmpty)
        options.onAddBlock()
      }
    const isCommand = ctrlKey || metaKey
    if (key === 'Enter' && (isCommand || (isInline && !(isMarkdown && shiftKey))))
      return () => end(true)
    return isCommand && key.toLowerCase() === 's'
      ? () => {
          end(true)
          options.onSave()
        }
      : undefined
  }
  const handleKeyUp = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === ' ') event.preventDefault()
  }
  const handleDoubleClick = ({ clientX: x, clientY: y }: MouseEvent) => {
    const cited = findCitation(host, { x, y })
    if (cited === undefined) return
    end(true)
    options.onCited(cited)
  }
  const handleBlur = () => {
    // The focus is elsewhere only after this event.
    setTimeout(() => {
      if (!hasControl() && !(page.hasFocus() && page.activeElement === host)) end(true)
    })
  }

  const { signal } = listening
  host.addEventListener('keydown', handleKey, { signal, capture: true })
  host.addEventListener('keyup', handleKeyUp, { signal, capture: true })
  host.addEventListener('blur', handleBlur, { signal })
  host.addEventListener('dblclick', handleDoubleClick, { signal })
  host.focus()
  selection.selectAllChildren(host)
  selection.collapseToEnd()
  if (at && placeCursor(host, at)) surface.selectWord()
  return { ...surface, end }
}

/** The citation at a point, as it is written. */
function findCitation(host: HTMLElement, { x, y }: { x: number; y: number }): string | undefined {
  const element = host.ownerDocument.elementFromPoint(x, y)
  const citation = element?.closest(`[${citationAttribute}]`)
  return (
    (citation && host.contains(citation) && citation.getAttribute(citationAttribute)) || undefined
  )
}

/** @returns whether it is in a text, and not at a citation */
function placeCursor(host: HTMLElement, { x, y }: { x: number; y: number }): boolean {
  const page = host.ownerDocument
  const range = page.caretRangeFromPoint(x, y)
  if (!range || !host.contains(range.startContainer)) return false
  const citation = range.startContainer.parentElement?.closest(`[${citationAttribute}]`)
  if (citation) range.setStartAfter(citation)
  range.collapse(true)
  page.getSelection()?.removeAllRanges()
  page.getSelection()?.addRange(range)
  return !citation
}
