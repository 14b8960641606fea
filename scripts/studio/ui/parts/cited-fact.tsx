import { Button } from 'react-aria-components'
import type { ReactNode } from 'react'
import type { FactListing, FactReading } from '../../../report/list-facts.ts'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { toWords } from '../../../edit/to-words.ts'
import { isWritten, locateValue } from '../form/change-figures.ts'
import { findPrinted } from '../form/citations.ts'
import type { StudioStore } from '../state/studio-store.ts'
import { useStore } from '../state/use-studio.ts'

type CitedFactProps = {
  facts: FactListing[]
  /** As it is cited: with a reading or without. */
  name: string
  /** What else can be done with the citation. */
  children?: ReactNode
}

/** A fact where it is cited: what it prints, on how many pages, and the way to its value. */
export function CitedFact({ facts, name, children }: CitedFactProps) {
  const store = useStore()
  const found = findPrinted(facts, name)
  if (!found)
    return (
      <span className="cited-fact" data-missing>
        There is no fact {name}.
      </span>
    )
  const { fact, printed } = found
  const isOneOf = fact.readings.length > 1 && !fact.isSettled
  return (
    <span className="cited-fact">
      <strong>{printed.text}</strong> · {fact.label}
      {isOneOf && ` (${toWords(printed.name)})`}, on {countPages(printed)}
      {isWritten(fact) && (
        <>
          :{' '}
          <Button
            className="link-button"
            data-action="change"
            onPress={() => openFactValue(store, found)}
          >
            change it<span className="visually-hidden"> ({fact.label})</span>
          </Button>
        </>
      )}
      {children}
    </span>
  )
}

/** Opens the field of the value that a fact prints. @returns whether it has one */
export function openFactValue(store: StudioStore, found: ReturnType<typeof findPrinted>): boolean {
  if (!found || !isWritten(found.fact)) return false
  void store.selectAddress(locateValue(found.fact, found.printed), 'problems')
  return true
}

export const countPages = ({ pages, isShared }: FactReading): string => {
  if (isShared) return 'every page'
  return pages.length === 0 ? 'no pages' : formatCount(pages.length, 'page')
}
