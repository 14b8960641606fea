import { type HTMLAttributes, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { parseCitations } from '../../../../schema/resolve/parse-citations.ts'
import { parseColumns } from '../../../../schema/sets/parse-columns.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { describeDropped } from '../form/paste-html.ts'
import { findPrinted } from '../form/citations.ts'
import {
  createCitation,
  type EditableText,
  findWritten,
  type TextKind,
  toEditableText,
} from '../form/editable-html.ts'
import { fillCitations, openSurface, type TextSurface } from '../form/text-surface.ts'
import { useCitableFacts, useStore, useStudio } from '../state/use-studio.ts'
import { placeAfter } from './citation-list.tsx'

/**
 * A text as it is edited. What is typed there is not prepared again, so that the cursor stays.
 * @returns also what notes that the text is shown already
 */
export function useEditableText(text: string, kind: TextKind) {
  const last = useRef<{ text: string; written: string; editable: EditableText | string }>(undefined)
  if (last.current?.text !== text)
    last.current = { text, written: text, editable: toEditableText(text, kind) }
  const noteTyped = (typed: string) => {
    last.current = { ...last.current!, text: typed }
  }
  return { ...last.current, noteTyped }
}

/** What citations print on the open page, in a few words. */
function usePrintedCitations(): (written: string) => string {
  const facts = useCitableFacts()
  const cells = useStudio((state) => state.open?.set?.cells)
  return (written) => {
    const [column] = parseColumns(written)
    if (typeof column === 'object') {
      const name = 'name' in column ? column.name : written
      const value = cells?.find((cell) => cell.column === name)?.value
      return typeof value === 'string' || typeof value === 'number' ? `${value}` : toWords(name)
    }
    const [cited] = parseCitations(written)
    if (typeof cited !== 'object' || 'invalid' in cited)
      return written.replace(/^!\[(.*?)\]\(.*$/, 'Picture: $1')
    const printed = findPrinted(facts, cited.cited)?.printed.text
    if (printed === undefined) return cited.cited.replace('.', '’s ')
    return cited.format === 'number' ? printed.replaceAll(/^[^\d]+|[^\d]+$/g, '') : printed
  }
}

type FormattedTextProps = {
  attributes: HTMLAttributes<HTMLDivElement>
  kind: TextKind
  /** The text when it was shown, and how. */
  written: string
  editable: EditableText
  surface: RefObject<TextSurface | null>
  isLocked: boolean
  /** Called with the text after each letter. */
  onType: (text: string) => void
  /** @returns what a key does before it does what it does in every text */
  findAction: (event: KeyboardEvent) => (() => void) | undefined
  onLink: () => void
}

/** A text in a form, as visitors see it: with formatted words, and what its citations print. */
export function FormattedText(props: FormattedTextProps) {
  const { attributes, kind, editable, surface, isLocked } = props
  const store = useStore()
  const host = useRef<HTMLDivElement>(null)
  const print = usePrintedCitations()
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    if (isLocked) return
    const opened = openSurface(host.current!, {
      ...kind,
      onInput: () => {
        const { written, onType } = latest.current
        showTyped(host.current!)
        const { text } = opened.read()
        const end = written.trimEnd()
        onType(text === end || text === '' ? text && written : text + written.slice(end.length))
      },
      onDropped: (dropped) => store.notify(describeDropped(dropped)),
      onLink: () => latest.current.onLink(),
    })
    surface.current = opened
    const handleKey = (event: KeyboardEvent) => {
      const act = latest.current.findAction(event) ?? opened.findAction(event)
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    const element = host.current!
    element.addEventListener('keydown', handleKey)
    return () => {
      element.removeEventListener('keydown', handleKey)
      opened.close()
      surface.current = null
    }
    // What a field shows does not change while it is there.
  }, [isLocked])
  useLayoutEffect(() => {
    host.current!.innerHTML = editable.html
    if (document.activeElement !== host.current) return
    getSelection()!.selectAllChildren(host.current!)
    getSelection()!.collapseToEnd()
  }, [editable])
  useLayoutEffect(() => fillCitations(host.current!, print))
  return (
    <div
      {...attributes}
      ref={host}
      role="textbox"
      aria-multiline={kind.isMarkdown || undefined}
      aria-disabled={isLocked || undefined}
      tabIndex={0}
    />
  )
}

/** Makes citations of those that are typed as they are written. */
function showTyped(host: HTMLElement): void {
  const texts = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    const found =
      node.parentElement!.contentEditable === 'false' ? undefined : findWritten(node.data)
    if (!found) continue
    const range = document.createRange()
    range.setStart(node, found.start)
    range.setEnd(node, found.end)
    const citation = createCitation(found.written)
    const isTyped = getSelection()?.anchorNode === node
    range.deleteContents()
    range.insertNode(citation)
    if (isTyped) placeAfter(citation)
  }
}

/** A text that is not edited here. */
export function ShownText({ text, id }: { text: string; id?: string }) {
  const print = usePrintedCitations()
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const options = { isMarkdown: true, headings: true, isInline: false, hasPictures: true }
    const editable = toEditableText(text, options)
    if (typeof editable === 'string') host.current!.textContent = text
    else host.current!.innerHTML = editable.html
    // A click would leave the studio.
    for (const link of host.current!.querySelectorAll('a')) link.removeAttribute('href')
    fillCitations(host.current!, print)
  })
  return <div id={id} className="set-text formatted" ref={host} />
}
