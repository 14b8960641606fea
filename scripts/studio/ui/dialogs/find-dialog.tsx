import { useState } from 'react'
import { formatCount, formatFirstItems } from '../../../../schema/util/format-first-items.ts'
import { hasWords } from '../../../edit/whole-words.ts'
import { toWords } from '../../../edit/to-words.ts'
import type { FactListing, FactReading } from '../../../report/list-facts.ts'
import type { FoundText, FoundTexts } from '../../../report/find-texts.ts'
import { formatAddress } from '../../../edit/source-address.ts'
import { replaceFound, shortenAround, splitFound } from '../../../edit/replace-text.ts'
import { askServer } from '../state/api.ts'
import { setAnywhere } from '../state/draft-commands.ts'
import { AddressLink } from '../parts/address-link.tsx'
import { ChoiceBox, useChoice } from '../parts/choice.tsx'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions, useCloseDialog } from './dialog.tsx'
import { LabeledCheckbox, LabeledInput } from './form-parts.tsx'

/** How long to wait for more letters before the whole site is searched. */
const searchDelayMs = 200

/** Finds a text in the whole site, and replaces it where the author wants. */
export function FindForm() {
  const store = useStore()
  const close = useCloseDialog()
  const [wanted, setWanted] = useState('')
  const [replacement, setReplacement] = useState('')
  const [deletes, setDeletes] = useState(false)
  const [wholeChosen, setWhole] = useState<boolean>()
  const isWhole = wholeChosen ?? /^\p{L}+$/u.test(wanted.trim())
  const [isHere, setHere] = useState(false)
  const route = useStudio((state) => state.open?.route)
  const found = useFound(wanted, isWhole, isHere ? route : undefined)
  const facts = usePrintingFacts(wanted)
  // Of a price, what facts print is most likely meant, and not what is written beside it.
  const isProposed = ({ isName }: FoundText) => facts.length === 0 && !isName
  const listed = found?.texts ?? []
  const texts = listed.filter(({ isName }) => !isName)
  const choice = useChoice(listed, getKey, isProposed)
  const { chosen } = choice
  const search = (text: string) => {
    setWanted(text)
    // What was ticked for another text says nothing about this one.
    choice.choose()
    setDeletes(false)
  }
  const isEmpty = replacement === ''
  const replace = async () => {
    const changes = chosen.map(({ address, text, isName = false }) => ({
      ...address,
      value: replaceFound(text, wanted, replacement, { isWhole, isName }),
    }))
    const what = isEmpty ? `Delete "${wanted}"` : `Replace "${wanted}" with "${replacement}"`
    const label = `${what} in ${countTexts(changes.length)}`
    if (await setAnywhere(store, changes, label)) close()
  }
  return (
    <>
      <div className="dialog-content page-form">
        <LabeledInput
          label="Find"
          value={wanted}
          // The dialog has been opened to type here.
          autoFocus
          onChange={({ target }) => search(target.value)}
        />
        <LabeledInput
          label="Replace by"
          value={replacement}
          onChange={({ target }) => setReplacement(target.value)}
        />
        {isEmpty && chosen.length > 0 && (
          <LabeledCheckbox
            label="Delete it: put nothing in its place"
            checked={deletes}
            onChange={({ target }) => setDeletes(target.checked)}
          />
        )}
        <LabeledCheckbox
          label="Whole words"
          checked={isWhole}
          onChange={({ target }) => setWhole(target.checked)}
        />
        {route !== undefined && (
          <LabeledCheckbox
            label={`Only on this page: what ${route} writes itself`}
            checked={isHere}
            onChange={({ target }) => setHere(target.checked)}
          />
        )}
        <p role="status" className="help">
          {describeFound(found)}
        </p>
        <PrintingFacts facts={facts} wanted={wanted} />
        {texts.length > 1 && (
          <LabeledCheckbox
            label="All of them"
            checked={texts.every(choice.isChosen)}
            onChange={({ target }) => choice.choose(({ isName }) => target.checked && !isName)}
          />
        )}
        <ul>
          {listed.map((each) => (
            <li key={getKey(each)} className="choice">
              <ChoiceBox choice={choice} item={each}>
                <Marked {...{ found: each, wanted, replacement, isWhole }} />
                <span className="help">
                  {each.route ?? each.address.file}
                  {each.isName && ': an address or a name, which others may refer to'}
                </span>
              </ChoiceBox>
            </li>
          ))}
        </ul>
      </div>
      <DialogActions
        isDisabled={chosen.length === 0 || (isEmpty && !deletes)}
        onAct={() => void replace()}
      >
        {isEmpty && deletes ? 'Delete it' : 'Replace'} in {countTexts(chosen.length)}
      </DialogActions>
    </>
  )
}

const getKey = ({ address }: FoundText) => formatAddress(address)

type PrintingFact = { fact: FactListing; reading: FactReading }

/** The readings of facts that pages print and that have a figure. */
function usePrintingFacts(wanted: string): PrintingFact[] {
  const facts = useStudio((state) => state.facts)
  const text = wanted.trim().toLowerCase()
  if (!/\d/.test(text)) return []
  const isFound = (reading: FactReading) =>
    (reading.pages.length > 0 || reading.isShared) && hasWords(reading.text.toLowerCase(), text)
  return facts.flatMap((fact) =>
    fact.readings.filter(isFound).map((reading) => ({ fact, reading })),
  )
}

type PrintingFactsProps = { facts: PrintingFact[]; wanted: string }

/** A price or a time is no text of a page: it is changed as a fact, on all pages that print it. */
function PrintingFacts({ facts: found, wanted }: PrintingFactsProps) {
  if (found.length === 0) return null
  return (
    <section aria-label="Facts that print this">
      <p>
        Pages take “{wanted.trim()}” from {found.length === 1 ? 'this fact' : 'these facts'}. Change
        it there, for all pages at once:
      </p>
      <ul>
        {found.map(({ fact, reading }) => (
          <li key={`${fact.name}.${reading.name}`}>
            <AddressLink address={fact.address}>
              {fact.label}
              {fact.readings.length > 1 && ` (${toWords(reading.name)})`}: {reading.text}
            </AddressLink>{' '}
            <span className="muted">
              on {reading.isShared ? 'every page' : formatFirstItems(reading.pages, 2)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The text before and after the replacement. */
function Marked({ found, wanted, replacement, isWhole }: MarkedProps) {
  const options = { isWhole, isName: found.isName ?? false }
  return shortenAround(splitFound(found.text, wanted, options)).map(({ text, isFound }, index) =>
    isFound ? (
      <span key={index}>
        <del>{text}</del>
        <ins>{replaceFound(text, wanted, replacement)}</ins>
      </span>
    ) : (
      text
    ),
  )
}

type MarkedProps = { found: FoundText; wanted: string; replacement: string; isWhole: boolean }

function describeFound(found: FoundTexts | undefined): string {
  if (!found) return 'In texts, links and facts of the whole site, whatever the case.'
  const { texts, count, names } = found
  if (count === 0) return 'No matching text.'
  const where = [
    ...(count > names ? [countTexts(count - names)] : []),
    ...(names > 0 ? [formatCount(names, 'address or name', 'addresses or names')] : []),
  ].join(' and ')
  return `Found in ${where}.${count > texts.length ? ` The first ${texts.length} are listed.` : ''}`
}

const countTexts = (count: number) => formatCount(count, 'text')

function useFound(
  wanted: string,
  isWhole: boolean,
  route: string | undefined,
): FoundTexts | undefined {
  const version = useStudio((state) => state.draft.version)
  const query = {
    text: wanted,
    ...(isWhole && { whole: '' as const }),
    ...(route !== undefined && { route }),
  }
  const isEmpty = wanted.trim() === ''
  return useAnswer(
    async () => (isEmpty ? undefined : askServer('find', query)),
    [wanted, isWhole, route, version],
    isEmpty ? 0 : searchDelayMs,
  )
}
