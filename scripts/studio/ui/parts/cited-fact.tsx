import { Button } from 'react-aria-components'
import { Fragment } from 'react'
import type { FactListing, FactReading } from '../../../report/list-facts.ts'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { focusSoon } from '../focus/move-focus.ts'
import { isComputed, isWritten, locateValue } from '../form/change-figures.ts'
import { findPrinted } from '../form/citations.ts'
import type { StudioStore } from '../state/studio-store.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

type CitedFactProps = {
  facts: FactListing[]
  /** As it is cited: with a reading or without. */
  name: string
  /** Offers the other facts. */
  onReplace?: () => void
}

/** A fact where it is cited: what it prints, on how many pages, and the way to its value. */
export function CitedFact({ facts, name, onReplace }: CitedFactProps) {
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
      {isWritten(fact) ? (
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
      ) : (
        fact.address.path[0] === 'site' && (
          <>
            , added up:{' '}
            <Button
              className="link-button"
              onPress={() => void store.selectAddress(fact.address, 'problems')}
            >
              see the tariff<span className="visually-hidden"> ({fact.label})</span>
            </Button>
          </>
        )
      )}
      {onReplace && (
        <>
          {' · '}
          <Button className="link-button" onPress={onReplace}>
            use another<span className="visually-hidden"> ({fact.label})</span>
          </Button>
        </>
      )}
    </span>
  )
}

/** Opens the field of the value that a fact prints, or the links to its parts. @returns whether it has one */
export function openFactValue(store: StudioStore, found: ReturnType<typeof findPrinted>): boolean {
  if (!found || !isWritten(found.fact)) return false
  const { fact, printed } = found
  const address = isComputed(fact, printed) ? fact.address : locateValue(fact, printed)
  void store.selectAddress(address, 'problems').then(() => {
    if (address === fact.address) focusSoon(sumLinks)
  })
  return true
}

/** What leads to the parts of a sum. */
export const sumLinks = '.fact-sum button'

/** On a fact that prints what others add up to: the way to their values. */
export function FactSum({ fact: { computedFrom, text } }: { fact: FactListing }) {
  const store = useStore()
  const facts = useStudio((state) => state.facts)
  if (!computedFrom) return null
  const link = (part: string, index: number) => {
    const found = findPrinted(facts, part)
    return (
      <Fragment key={index}>
        {index > 0 && ' and '}
        <Button className="link-button" onPress={() => openFactValue(store, found)}>
          {found?.fact.label ?? part}
        </Button>
        {found && ` (${found.printed.text})`}
      </Fragment>
    )
  }
  const { added, minus } = computedFrom
  return (
    <p className="set-note fact-sum">
      {text} is the sum of {added.map(link)}
      {minus.length > 0 && ', less '}
      {minus.map(link)}. It follows when these are changed.
    </p>
  )
}

export const countPages = ({ pages, isShared }: FactReading): string => {
  if (isShared) return 'every page'
  return pages.length === 0 ? 'no pages' : formatCount(pages.length, 'page')
}
