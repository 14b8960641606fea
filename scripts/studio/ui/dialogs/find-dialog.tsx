import { useEffect, useState } from 'react'
import { formatCount, formatFirstItems } from '../../../../schema/util/format-first-items.ts'
import { hasWords } from '../../../changes/explain-by-replacements.ts'
import { toWords } from '../../operations/to-words.ts'
import { Button } from 'react-aria-components'
import type { FactItem, FactReading, FoundText, FoundTexts } from '../../protocol.ts'
import { formatAddress } from '../../source-address.ts'
import { replaceFound, shortenAround, splitFound } from '../../operations/replace-text.ts'
import { getJson } from '../state/api.ts'
import { setAnywhere } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { LabeledCheckbox, LabeledInput } from './form-parts.tsx'

/** How long to wait for more letters before the whole site is searched. */
const searchDelayMs = 200

/** Finds a text in the whole site, and replaces it where the author wants. */
export function FindForm({ onClose }: { onClose: () => void }) {
  const store = useStore()
  const [wanted, setWanted] = useState('')
  const [replacement, setReplacement] = useState('')
  const [deletes, setDeletes] = useState(false)
  const [wholeChosen, setWhole] = useState<boolean>()
  const isWhole = wholeChosen ?? /^\p{L}+$/u.test(wanted.trim())
  const [isHere, setHere] = useState(false)
  const route = useStudio((state) => state.open?.route)
  const found = useFound(wanted, isWhole, isHere ? route : undefined)
  const facts = usePrintingFacts(wanted)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  // Of a price, what facts print is most likely meant, and not what is written beside it.
  const isProposed = ({ isName }: FoundText) => facts.length === 0 && !isName
  const isChosen = (each: FoundText) =>
    isProposed(each) !== toggled.has(formatAddress(each.address))
  const listed = found?.texts ?? []
  const texts = listed.filter(({ isName }) => !isName)
  const chosen = listed.filter(isChosen)
  const toggle = (key: string) => {
    const others = [...toggled].filter((each) => each !== key)
    setToggled(new Set(toggled.has(key) ? others : [...others, key]))
  }
  const chooseAll = (isWanted: boolean) => {
    const keys = listed
      .filter((each) => isProposed(each) !== (isWanted && !each.isName))
      .map(({ address }) => formatAddress(address))
    setToggled(new Set(keys))
  }
  const search = (text: string) => {
    setWanted(text)
    // What was ticked for another text says nothing about this one.
    setToggled(new Set())
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
    if (await setAnywhere(store, changes, label)) onClose()
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
        <PrintingFacts facts={facts} wanted={wanted} onClose={onClose} />
        {texts.length > 1 && (
          <LabeledCheckbox
            label="All of them"
            checked={texts.every(isChosen)}
            onChange={({ target }) => chooseAll(target.checked)}
          />
        )}
        <ul className="found">
          {listed.map((each) => {
            const key = formatAddress(each.address)
            return (
              <li key={key}>
                <label>
                  <input type="checkbox" checked={isChosen(each)} onChange={() => toggle(key)} />
                  <span>
                    <Marked {...{ found: each, wanted, replacement, isWhole }} />
                    <span className="help">
                      {each.route ?? each.address.file}
                      {each.isName && ': an address or a name, which others may refer to'}
                    </span>
                  </span>
                </label>
              </li>
            )
          })}
        </ul>
      </div>
      <DialogActions
        onClose={onClose}
        isDisabled={chosen.length === 0 || (isEmpty && !deletes)}
        onAct={() => void replace()}
      >
        {isEmpty && deletes ? 'Delete it' : 'Replace'} in {countTexts(chosen.length)}
      </DialogActions>
    </>
  )
}

type PrintingFact = { fact: FactItem; reading: FactReading }

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

type PrintingFactsProps = { facts: PrintingFact[]; wanted: string; onClose: () => void }

/** A price or a time is no text of a page: it is changed as a fact, on all pages that print it. */
function PrintingFacts({ facts: found, wanted, onClose }: PrintingFactsProps) {
  const store = useStore()
  if (found.length === 0) return null
  return (
    <section className="printing-facts" aria-label="Facts that print this">
      <p>
        Pages take “{wanted.trim()}” from {found.length === 1 ? 'this fact' : 'these facts'}. Change
        it there, for all pages at once:
      </p>
      <ul>
        {found.map(({ fact, reading }) => (
          <li key={`${fact.name}.${reading.name}`}>
            <Button
              className="link-button"
              onPress={() => {
                onClose()
                void store.selectAddress(fact.address, 'problems')
              }}
            >
              {fact.label}
              {fact.readings.length > 1 && ` (${toWords(reading.name)})`}: {reading.text}
            </Button>{' '}
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
  const store = useStore()
  const version = useStudio((state) => state.draft.version)
  const [found, setFound] = useState<FoundTexts>()
  useEffect(() => {
    if (wanted.trim() === '') return setFound(undefined)
    let isCurrent = true
    const timer = setTimeout(() => {
      getJson<FoundTexts>('find', {
        text: wanted,
        ...(isWhole && { whole: '' }),
        ...(route !== undefined && { route }),
      }).then(
        (answer) => isCurrent && setFound(answer),
        (error: Error) => store.notify(error.message, 'error'),
      )
    }, searchDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [store, wanted, isWhole, route, version])
  return found
}
