import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { FactListing, FactReading } from '../../../report/list-facts.ts'
import type { FactQuotes } from '../../describe/quote-fact.ts'
import type { NoticedChanges } from '../../describe/visitor-changes.ts'
import type { FileEdit } from '../../../edit/yaml-operations.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { fieldSelector, focusSoon } from '../focus/move-focus.ts'
import { canSettle } from '../form/change-figures.ts'
import { toKey } from '../form/paths.ts'
import { askServer } from '../state/api.ts'
import { countPages, sumLinks } from './cited-fact.tsx'
import { useAnswer, useTrials } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { TrialResult } from './noticed-changes.tsx'
import { RouteLinks } from './route-links.tsx'

/**
 * Selectors of what gets the focus when a fact is opened: if its sources contradict each other, the
 * choice between them; otherwise the value that pages print.
 */
export function listFactControls(fact: FactListing): string[] {
  const printed = fact.readings.find(({ name }) => name === fact.used)
  const value = fact.computedFrom ? sumLinks : printed && selectValueField(fact, printed)
  return [fact.hasConflict ? '.readings [data-action="settle"]' : value, '#form-heading'].filter(
    (selector) => selector !== undefined,
  )
}

const selectValueField = ({ address }: FactListing, reading: FactReading): string =>
  fieldSelector(toKey([...reading.address.path.slice(address.path.length), 'value']))

/** What pages print of a fact, its readings, and the pages that print each. */
export function FactUses({ name }: { name: string }) {
  const facts = useStudio((state) => state.facts)
  const fact = facts.find((each) => each.name === name)
  const [asked, setAsked] = useState<string>()
  const isOffered = (reading: FactReading) => fact?.hasConflict || reading.name === asked
  const effects = useTrials(fact ? planSettling(fact, fact.readings.filter(isOffered)) : {})
  const quotes = useQuotes(name, (fact?.readings.length ?? 0) > 1)
  if (!fact) return null
  const { readings, hasConflict } = fact
  const [only] = readings
  const totals = facts.filter(({ computedFrom: { added, minus } = { added: [], minus: [] } }) =>
    [...added, ...minus].includes(name),
  )
  return (
    <div className="fact-uses">
      {readings.length === 1 && only ? (
        <>
          <p>
            Prints <strong>{only.text}</strong> on {countPages(only)}.
          </p>
          <PageLinks reading={only} />
        </>
      ) : (
        <>
          <p className="help">
            {hasConflict
              ? 'The site says different things about this. Settle the one that is right: then every page says the same.'
              : 'What the site has said about this:'}
          </p>
          <ul className="readings">
            {readings.map((reading) => (
              <ReadingRow
                key={reading.name}
                fact={fact}
                reading={reading}
                quote={quotes[reading.name]}
                effect={effects.get(reading.name)}
                onAsk={isOffered(reading) ? undefined : () => setAsked(reading.name)}
              />
            ))}
          </ul>
        </>
      )}
      {totals.map((total) => (
        <p key={total.name} className="help">
          “{total.label}” ({total.text}) is computed from it.
        </p>
      ))}
    </div>
  )
}

/** All pages that print a reading. */
function PageLinks({ reading }: { reading: FactReading }) {
  const { pages, isShared, text } = reading
  if (pages.length === 0) return null
  return (
    <details>
      <summary>
        {isShared
          ? `${countPages({ ...reading, isShared: undefined })} of their own`
          : 'Show the pages'}
        <span className="visually-hidden">, which print {text}</span>
      </summary>
      <RouteLinks routes={pages} />
    </details>
  )
}

/** A sentence of the site for each reading: where two print the same, it tells them apart. */
function useQuotes(fact: string, isNeeded: boolean): FactQuotes {
  const version = useStudio((state) => state.draft.version)
  const fetch = async (): Promise<FactQuotes> => {
    if (!isNeeded) return {}
    // Without them, the readings can be settled, too.
    return askServer('quotes', { fact }).catch(() => ({}))
  }
  return useAnswer(fetch, [fact, isNeeded, version]) ?? {}
}

type ReadingRowProps = {
  fact: FactListing
  reading: FactReading
  quote: FactQuotes[string] | undefined
  /** Asks what settling it changes; undefined if that is shown anyway. */
  onAsk: (() => void) | undefined
  /** What visitors notice once it is settled; undefined while that is compared. */
  effect: NoticedChanges | undefined
}

function ReadingRow({ fact, reading, quote, effect, onAsk }: ReadingRowProps) {
  const store = useStore()
  const { name, text, source } = reading
  const isPrinted = name === fact.used
  const settle = () => {
    store.setValue(['settled'], name)
    store.notify(`Settled: every page says ${text}. Undo takes it back.`)
    // The pressed button is removed.
    focusSoon(`[data-reading="${CSS.escape(name)}"] [data-action="change"]`)
  }
  return (
    <li data-reading={name}>
      <div className="reading">
        <strong>{text}</strong> on {countPages(reading)}
        {isPrinted && !fact.hasConflict && <span className="printed">settled</span>}
        <span className="help">
          {toWords(name)}
          {quote && `: “${quote.sentence}”`}
        </span>
        {quote && <RouteLinks routes={[quote.route]} />}
        <PageLinks reading={reading} />
        {source !== undefined && (
          <details>
            <summary>
              Its source
              <span className="visually-hidden">
                , for {text} ({name})
              </span>
            </summary>
            <span className="help">{source}</span>
          </details>
        )}
      </div>
      {!fact.computedFrom && (
        <Button
          className="small-button"
          data-action="change"
          aria-label={`Change ${text} (${name})`}
          onPress={() => focusSoon(selectValueField(fact, reading))}
        >
          Change
        </Button>
      )}
      {canSettle(fact, reading) && (
        <>
          <Button
            className="small-button"
            data-action="settle"
            aria-label={`Settle ${text} (${name})`}
            onPress={settle}
          >
            Settle
          </Button>
          {onAsk ? (
            <Button className="link-button" onPress={onAsk}>
              What would it change?
              <span className="visually-hidden">
                {' '}
                {text} ({name})
              </span>
            </Button>
          ) : (
            <SettlingEffect text={text} effect={effect} />
          )}
        </>
      )}
    </li>
  )
}

/** What visitors notice once a reading is settled. */
const SettlingEffect = ({ text, effect }: { text: string } & Pick<ReadingRowProps, 'effect'>) => (
  <div className="visitor-changes" role="status" aria-label={`If you settle ${text}`}>
    <p>If you settle it:</p>
    <TrialResult changes={effect} />
  </div>
)

/** The edits that settle a fact, by the name of the reading. */
function planSettling(fact: FactListing, offered: FactReading[]): Record<string, FileEdit[]> {
  const { file, path } = fact.address
  const readings = fact.readings.length > 1 ? offered : []
  return Object.fromEntries(
    readings
      .filter((reading) => canSettle(fact, reading))
      .map(({ name }) => [
        name,
        [{ kind: 'set', file, path: [...path, 'settled'], value: name } as const],
      ]),
  )
}
