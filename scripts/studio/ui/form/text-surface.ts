import {
  citationAttribute,
  convertEdited,
  convertPaste,
  keepSpaces,
  toOneLine,
  type PastedText,
} from './paste-html.ts'
import { toEditableText, type TextKind } from './editable-html.ts'

export type Format = 'bold' | 'italic' | 'formatBlock' | 'insertUnorderedList'

/** An element in which a text is edited as visitors see it: in the page, and in a form. */
export type TextSurface = {
  /** The element that is typed in. */
  host: HTMLElement
  /** How the text can be formatted. */
  formats: Format[]
  format(name: Format): void
  /** The target of the link at the cursor. */
  getLink(): string | undefined
  /** Makes the selected words, or the word at the cursor, a link. @param href '' for none */
  setLink(href: string): void
  focus(): void
  /** The text of the file that results from what is shown. */
  read(): PastedText
  /** What is written in the paragraph of the cursor. */
  readParagraph(): string | undefined
  /** What a key does in every text that is edited. */
  findAction(event: KeyboardEvent): (() => void) | undefined
  selectWord(): void
  close(): void
}

/** How a text can be formatted. */
export function listFormats({ isMarkdown, isInline, headings }: TextKind): Format[] {
  if (!isMarkdown) return []
  if (isInline) return ['bold', 'italic']
  return ['bold', 'italic', ...(headings ? ['formatBlock' as const] : []), 'insertUnorderedList']
}

type SurfaceOptions = TextKind & {
  /** Called after each letter. */
  onInput: () => void
  /** Called with what was pasted and cannot be kept. */
  onDropped: (dropped: string[]) => void
  /** Called for Ctrl+K. */
  onLink: () => void
}

/** Lets the author type into an element that `toEditableText` has filled. */
export function openSurface(host: HTMLElement, options: SurfaceOptions): TextSurface {
  const { isMarkdown, headings, isInline, onInput, onDropped, onLink } = options
  const page = host.ownerDocument
  const selection = page.getSelection()!
  const formats = listFormats(options)
  let range: Range | undefined
  const listening = new AbortController()

  const run = (command: string, value?: string) => void page.execCommand(command, false, value)
  const focus = () => {
    host.focus()
    if (!range || !host.contains(range.startContainer)) return
    selection.removeAllRanges()
    selection.addRange(range)
  }
  const findAtCursor = (tag: 'a' | 'p' | 'li' | 'h2') => {
    const node = selection.anchorNode
    const element = node && (node.nodeType === 1 ? (node as Element) : node.parentElement)
    const found = element?.closest(tag)
    return found && host.contains(found) ? found : undefined
  }
  const readParagraph = () => findAtCursor('p')?.textContent?.trim()
  const selectWord = () => {
    if (!selection.isCollapsed) return
    // From its first letter, a step back would lead to the word before.
    selection.modify('move', 'forward', 'character')
    selection.modify('move', 'backward', 'word')
    selection.modify('extend', 'forward', 'word')
  }
  const findAction = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
    // As in Markdown, `- ` begins a list.
    if (key === ' ' && formats.includes('insertUnorderedList') && readParagraph() === '-')
      return () => {
        run('delete')
        run('insertUnorderedList')
      }
    // In the summary of a question, the key would open or close it instead.
    if (key === ' ' && host.closest('summary, button')) return () => run('insertText', ' ')
    // A line break within a paragraph would be taken into a list with it.
    if (key === 'Enter' && shiftKey && !isInline) return () => run('insertParagraph')
    if (!(ctrlKey || metaKey) || !isMarkdown) return undefined
    const letter = key.toLowerCase()
    if (letter === 'b') return () => run('bold')
    if (letter === 'i') return () => run('italic')
    return letter === 'k' ? onLink : undefined
  }
  const handleInput = (event: InputEvent) => {
    const isKnown = !/^format(?!Bold|Italic|Remove)/.test(event.inputType)
    if (!isKnown || (!isMarkdown && event.inputType.startsWith('format'))) event.preventDefault()
  }
  /** Leaves an empty paragraph: what replaces all would become a part of the first heading or entry. */
  const clearIfSelected = () => {
    const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')
    if (withoutSpaces(selection.toString()) !== withoutSpaces(host.textContent)) return
    run('delete')
    if (page.queryCommandState('insertUnorderedList')) run('insertUnorderedList')
    run('formatBlock', 'p')
  }
  const handlePaste = (event: ClipboardEvent) => {
    event.preventDefault()
    const plain = toOneLine(event.clipboardData?.getData('text/plain') ?? '')
    const html = event.clipboardData?.getData('text/html') ?? ''
    if (!isMarkdown || html === '') return run('insertText', plain)
    const { text, dropped } = convertPaste(html, { headings })
    if (dropped.length > 0) onDropped(dropped)
    const pasted = toEditableText(text, { isMarkdown, headings, isInline: !text.includes('\n') })
    if (typeof pasted === 'string' || (isInline && !pasted.isInline)) run('insertText', plain)
    else {
      if (!pasted.isInline) clearIfSelected()
      run('insertHTML', pasted.html)
    }
  }
  const keepRange = () => {
    if (selection.rangeCount > 0) range = selection.getRangeAt(0).cloneRange()
  }

  host.contentEditable = isMarkdown ? 'true' : 'plaintext-only'
  const { signal } = listening
  host.addEventListener('blur', keepRange, { signal })
  host.addEventListener('paste', handlePaste, { signal })
  host.addEventListener('beforeinput', handleInput, { signal })
  host.addEventListener('input', onInput, { signal })
  run('defaultParagraphSeparator', 'p')
  return {
    host,
    formats,
    focus,
    readParagraph,
    findAction,
    selectWord,
    read: () => readText(host, options),
    close() {
      listening.abort()
      host.removeAttribute('contenteditable')
    },
    format(name) {
      focus()
      if (name !== 'formatBlock') return run(name)
      if (findAtCursor('li')) run('insertUnorderedList')
      run(name, findAtCursor('h2') ? 'p' : 'h2')
    },
    getLink: () => findAtCursor('a')?.getAttribute('href') ?? undefined,
    setLink(href) {
      focus()
      const link = findAtCursor('a')
      if (link) selection.selectAllChildren(link)
      else selectWord()
      if (href === '') run('unlink')
      else run('createLink', href)
    },
  }
}

/** The text of the file that results from what is in an element. */
export function readText(
  host: HTMLElement,
  { isMarkdown, headings }: Pick<TextKind, 'isMarkdown' | 'headings'>,
): PastedText {
  if (isMarkdown) return convertEdited(host.innerHTML, { headings })
  const copy = host.cloneNode(true) as HTMLElement
  for (const citation of copy.querySelectorAll(`[${citationAttribute}]`))
    citation.replaceWith(keepSpaces(citation.getAttribute(citationAttribute)!))
  return { text: toOneLine(copy.textContent ?? ''), dropped: [] }
}

/** Shows what each citation prints. */
export function fillCitations(
  host: HTMLElement,
  print: (written: string, index: number) => string | undefined,
): void {
  host.querySelectorAll<HTMLElement>(`[${citationAttribute}]`).forEach((citation, index) => {
    const written = citation.getAttribute(citationAttribute)!
    if (written.trim() === '') return
    const printed = print(written, index)?.trim() || citation.textContent
    if (printed !== citation.textContent) citation.textContent = printed
    citation.title = `${written} is written elsewhere, and printed here.`
    Object.assign(citation.style, {
      borderRadius: '3px',
      background: 'rgb(109 90 230 / .18)',
      boxShadow: '0 0 0 1px rgb(109 90 230 / .5)',
    })
  })
}
