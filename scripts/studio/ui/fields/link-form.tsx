import { useLayoutEffect, useRef, useState } from 'react'
import { Button, ComboBox, Label } from 'react-aria-components'
import { toPageLink } from '../form/paste-html.ts'
import { completeLink, explainLink, listLinks } from '../form/links.ts'
import { useStudio } from '../state/use-studio.ts'
import { findSuggestions, SuggestInput, SuggestionList } from './suggest-field.tsx'

type LinkFormProps = {
  /** Where the words lead now; empty if they are no link. */
  before: string
  /** @param href empty to remove the link */
  onSet: (href: string) => void
}

/** Asks where the selected words lead. */
export function LinkForm({ before: given, onSet: set }: LinkFormProps) {
  const state = useStudio((each) => each)
  const [before] = useState(given)
  const [typed, setTyped] = useState(before)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  const href = toPageLink(typed.trim())
  const warning = href === '' ? undefined : explainLink(href, state)
  const all = listLinks(state)
  const shown = findSuggestions(all, typed === before ? '' : typed)
  return (
    <form
      className="link-form"
      onSubmit={(event) => {
        event.preventDefault()
        set(href)
      }}
    >
      <ComboBox
        className="combo-box"
        allowsCustomValue
        inputValue={typed}
        onInputChange={setTyped}
        items={shown}
      >
        <Label>Link to</Label>
        <SuggestInput
          ref={input}
          placeholder="/page or https://…"
          listLabel="Show pages and other addresses"
          onEnter={() => set(completeLink(href, shown))}
        />
        <SuggestionList isEmpty={all.length === 0} />
      </ComboBox>
      <Button className="small-button" type="submit">
        {warning === undefined ? 'Set' : 'Set anyway'}
      </Button>
      {before !== '' && (
        <Button className="small-button" onPress={() => set('')}>
          Remove link
        </Button>
      )}
      <p role="status" className={warning && 'problem-note'} data-severity="warning">
        {warning}
      </p>
    </form>
  )
}
