import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import type { FactListing } from '../../../report/list-facts.ts'
import { findOpenCitation, listCitations, type CitationChoice } from '../form/citations.ts'

type CitationListOptions = {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  facts: FactListing[]
  onWrite: (text: string) => void
}

/** The facts that are offered while a citation is written. The cursor stays in the text. */
export function useCitationList({ area, text, facts, onWrite }: CitationListOptions) {
  const id = useId()
  const [open, setOpen] = useState<{ start: number; end: number; query: string }>()
  const [active, setActive] = useState(0)
  const choices = open ? listCitations(facts, open.query) : []
  const isOpen = choices.length > 0
  const close = () => setOpen(undefined)
  const choose = ({ name }: CitationChoice) => {
    if (!open || !area.current) return
    const citation = `\${${name}}`
    const cursor = open.start + citation.length
    onWrite(text.slice(0, open.start) + citation + text.slice(open.end))
    close()
    const element = area.current
    requestAnimationFrame(() => element.setSelectionRange(cursor, cursor))
  }
  return {
    id,
    choices,
    active,
    choose,
    close,
    update(target: HTMLTextAreaElement) {
      setOpen(findOpenCitation(target.value, target.selectionStart))
      setActive(0)
    },
    /** @returns whether the key was for the list */
    handleKey(event: KeyboardEvent): boolean {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const chosen = choices[active]
      if (!isOpen || !chosen) return false
      if (step !== undefined) setActive((active + step + choices.length) % choices.length)
      else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen)
      else if (event.key === 'Escape') close()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` }),
    },
  }
}

export function CitationList({ list }: { list: ReturnType<typeof useCitationList> }) {
  const { id, choices, active, choose } = list
  if (choices.length === 0) return null
  return (
    <div id={id} className="citations" role="listbox" aria-label="Facts">
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
