import { useEffect, useState } from 'react'
import { formatCount, formatFirstItems } from '../../../../schema/util/format-first-items.ts'
import { hasWords } from '../../../changes/explain-by-replacements.ts'
import { toWords } from '../../operations/to-words.ts'
import { Button } from 'react-aria-components'
import type { FactItem, FactReading, FoundText, FoundTexts } from '../../protocol.ts'
import { formatAddress } from '../../source-address.ts'
import { replaceFound, shortenAround, splitFound } from '../form/replace-text.ts'
import { getJson } from '../state/api.ts'
import { setAnywhere } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { LabeledInput } from './form-parts.tsx'

/** How long to wait for more letters before the whole site is searched. */
const searchDelayMs = 200

/** Finds a text in the whole site, and replaces it where the author wants. */
export function FindForm({ onClose }: { onClose: () => void }) {
  const store = useStore()
  const [wanted, setWanted] = useState('')
  const [replacement, setReplacement] = useState('')
  const [deletes, setDeletes] = useState(false)
  const found = useFound(wanted)
  const facts = usePrintingFacts(wanted)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  // Of a price, what facts print is most likely meant, and not what is written beside it.
  const isChosen = (key: string) => facts.length > 0 === toggled.has(key)
  const texts = found?.texts ?? []
  const chosen = texts.filter(({ address }) => isChosen(formatAddress(address)))
  const toggle = (key: string) => {
    const others = [...toggled].filter((each) => each !== key)
    setToggled(new Set(toggled.has(key) ? others : [...others, key]))
  }
  const chooseAll = (isWanted: boolean) => {
    const keys = texts.map(({ address }) => formatAddress(address))
    setToggled(new Set(isWanted === facts.length > 0 ? keys : []))
  }
  const isEmpty = replacement === ''
  const replace = async () => {
    const changes = chosen.map(({ address, text }) => ({
      ...address,
      value: replaceFound(text, wanted, replacement),
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
          onChange={({ target }) => setWanted(target.value)}
        />
        <LabeledInput
          label="Replace by"
          value={replacement}
          onChange={({ target }) => setReplacement(target.value)}
        />
        {isEmpty && chosen.length > 0 && (
          <label className="check">
            <input
              type="checkbox"
              checked={deletes}
              onChange={({ target }) => setDeletes(target.checked)}
            />{' '}
            Delete it: put nothing in its place
          </label>
        )}
        <p role="status" className="help">
          {describeFound(found)}
        </p>
        <PrintingFacts facts={facts} wanted={wanted} onClose={onClose} />
        {texts.length > 1 && (
          <label className="check">
            <input
              type="checkbox"
              checked={chosen.length === texts.length}
              onChange={({ target }) => chooseAll(target.checked)}
            />{' '}
            All of them
          </label>
        )}
        <ul className="found">
          {texts.map((each) => {
            const key = formatAddress(each.address)
            return (
              <li key={key}>
                <label>
                  <input type="checkbox" checked={isChosen(key)} onChange={() => toggle(key)} />
                  <span>
                    <Marked found={each} wanted={wanted} replacement={replacement} />
                    <span className="help">{each.route ?? each.address.file}</span>
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
function Marked({ found, wanted, replacement }: MarkedProps) {
  return shortenAround(splitFound(found.text, wanted)).map(({ text, isFound }, index) =>
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

type MarkedProps = { found: FoundText; wanted: string; replacement: string }

function describeFound(found: FoundTexts | undefined): string {
  if (!found) return 'In texts, links and facts of the whole site, whatever the case.'
  const { texts, count } = found
  if (count === 0) return 'No matching text.'
  return count > texts.length
    ? `Found in ${count} texts. The first ${texts.length} are listed.`
    : `Found in ${countTexts(count)}.`
}

const countTexts = (count: number) => formatCount(count, 'text')

function useFound(wanted: string): FoundTexts | undefined {
  const store = useStore()
  const version = useStudio((state) => state.draft.version)
  const [found, setFound] = useState<FoundTexts>()
  useEffect(() => {
    if (wanted.trim() === '') return setFound(undefined)
    let isCurrent = true
    const timer = setTimeout(() => {
      getJson<FoundTexts>('find', { text: wanted }).then(
        (answer) => isCurrent && setFound(answer),
        (error: Error) => store.notify(error.message, 'error'),
      )
    }, searchDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [store, wanted, version])
  return found
}
