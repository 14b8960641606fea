import { type RefObject, useId, useState } from 'react'
import { citationAttribute } from '../form/paste-html.ts'
import type { FactListing } from '../../../report/list-facts.ts'
import { type CitationChoice, findOpenCitation, listCitations } from '../form/citations.ts'
import { createCitation } from '../form/editable-html.ts'
import type { TextSurface } from '../form/text-surface.ts'

/** @property isReplaced whether a citation is selected; what is typed searches, and is not written */
type OpenList = { range: Range; query: string; isReplaced?: true }

/** The facts that are offered while a citation is written. The cursor stays in the text. */
export function useCitationList(
  surface: RefObject<TextSurface | null>,
  facts: FactListing[],
  onChosen: () => void,
) {
  const id = useId()
  const [open, setOpen] = useState<OpenList>()
  const [active, setActive] = useState(0)
  const choices = open ? listCitations(facts, open.query) : []
  const isOpen = open !== undefined && (choices.length > 0 || open.isReplaced === true)
  const show = (next: OpenList | undefined) => {
    setOpen(next)
    setActive(0)
  }
  const close = () => setOpen(undefined)
  const choose = ({ name }: CitationChoice) => {
    if (!open) return
    const { range } = open
    const citation = createCitation(`\${${name}}`)
    range.deleteContents()
    range.insertNode(citation)
    placeAfter(citation)
    close()
    onChosen()
  }
  return {
    id,
    query: open?.isReplaced && open.query,
    choices,
    active,
    isOpen,
    choose,
    close,
    /** Follows what is typed. */
    update() {
      const { anchorNode: node, anchorOffset = 0 } = getSelection() ?? {}
      const found =
        node instanceof Text && surface.current?.host.contains(node)
          ? findOpenCitation(node.data, anchorOffset)
          : undefined
      if (!found) return close()
      const range = document.createRange()
      range.setStart(node!, found.start)
      range.setEnd(node!, Math.min(found.end, (node as Text).length))
      show({ range, query: found.query })
    },
    /** Offers what a citation can be replaced by. */
    replace(cited: string) {
      const { host } = surface.current ?? {}
      const citation = [...(host?.querySelectorAll(`[${citationAttribute}]`) ?? [])].find((each) =>
        each.getAttribute(citationAttribute)!.startsWith(`\${${cited}`),
      )
      if (!host || !citation) return
      host.focus()
      const range = document.createRange()
      range.selectNode(citation)
      getSelection()!.removeAllRanges()
      getSelection()!.addRange(range)
      show({ range, query: '', isReplaced: true })
    },
    /** @returns what a key does in the list */
    findAction({ key, ctrlKey, metaKey }: KeyboardEvent): (() => void) | undefined {
      if (!isOpen) return undefined
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      const chosen = choices[active]
      if (key === 'Escape') return close
      if (chosen && step !== undefined)
        return () => setActive((active + step + choices.length) % choices.length)
      if (chosen && (key === 'Enter' || key === 'Tab')) return () => choose(chosen)
      if (!open.isReplaced || ctrlKey || metaKey) return undefined
      if (key === 'Backspace') return () => show({ ...open, query: open.query.slice(0, -1) })
      return key.length === 1 ? () => show({ ...open, query: open.query + key }) : undefined
    },
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` }),
    },
  }
}

/** Puts the cursor after a citation. */
export function placeAfter(citation: Element): void {
  const range = document.createRange()
  range.setStartAfter(citation)
  range.collapse(true)
  getSelection()!.removeAllRanges()
  getSelection()!.addRange(range)
}

export function CitationList({ list }: { list: ReturnType<typeof useCitationList> }) {
  const { id, query, choices, active, isOpen, choose } = list
  if (!isOpen) return null
  return (
    <div id={id} className="citations" role="listbox" aria-label="Facts">
      {query !== undefined && (
        <p className="help" role="presentation">
          {query === ''
            ? 'Type to search the facts, then choose one.'
            : `Facts with “${query}”${choices.length === 0 ? ': none' : ''}`}
        </p>
      )}
      {choices.map((choice, index) => (
        <div
          key={choice.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The text must not lose the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            choose(choice)
          }}
        >
          <strong>{choice.text}</strong> <span>{choice.label}</span> <code>{choice.name}</code>
        </div>
      ))}
    </div>
  )
}
