import { Button } from 'react-aria-components'
import type { FactItem } from '../../protocol.ts'
import { fieldSelector, focusSoon } from '../focus/move-focus.ts'
import { toKey } from '../form/paths.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

type Reading = FactItem['readings'][number]

/**
 * Selectors of what gets the focus when a fact is opened: if its sources contradict each other, the
 * choice between them; otherwise the value that pages print.
 */
export function listFactControls(fact: FactItem): string[] {
  const printed = fact.readings.find(({ name }) => name === fact.used)
  const value = printed && selectValueField(fact, printed)
  return [fact.hasConflict ? '.readings [data-action="settle"]' : value, '#form-heading'].filter(
    (selector) => selector !== undefined,
  )
}

const selectValueField = ({ address }: FactItem, reading: Reading): string =>
  fieldSelector(toKey([...reading.address.path.slice(address.path.length), 'value']))

/** What pages print of a fact, its readings, and the pages that print it. */
export function FactUses({ name }: { name: string }) {
  const store = useStore()
  const fact = useStudio(({ facts }) => facts.find((each) => each.name === name))
  if (!fact) return null
  const { pages, readings, text, hasConflict } = fact
  return (
    <div className="fact-uses">
      <p>
        Prints <strong>{text}</strong>
        {readings.length > 1 && ', unless a text cites one of its other sources by name'}.
      </p>
      <details>
        <summary>
          Cited on {pages.length} {pages.length === 1 ? 'page' : 'pages'}
        </summary>
        <ul>
          {pages.map((route) => (
            <li key={route}>
              <Button className="link-button" onPress={() => void store.openPage(route)}>
                {route}
              </Button>
            </li>
          ))}
        </ul>
      </details>
      {readings.length > 1 && (
        <>
          <p className="help">
            {hasConflict
              ? 'Its sources contradict each other. Choose the one that is right.'
              : 'Its sources:'}
          </p>
          <ul className="readings">
            {readings.map((reading) => (
              <ReadingRow key={reading.name} fact={fact} reading={reading} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function ReadingRow({ fact, reading }: { fact: FactItem; reading: Reading }) {
  const store = useStore()
  const { name, text, source } = reading
  const isPrinted = name === fact.used
  const settle = () => {
    store.setValue(['settled'], name)
    store.notify(`Settled: every page prints ${text}, the reading ${name}.`)
    // The pressed button is removed.
    focusSoon(`[data-reading="${CSS.escape(name)}"] [data-action="change"]`)
  }
  return (
    <li data-reading={name}>
      <span>
        <strong>{text}</strong> <code>{name}</code>
        {isPrinted && (
          <span className="printed">{fact.hasConflict ? 'printed now' : 'settled'}</span>
        )}
        <span className="help">{source}</span>
      </span>
      <Button
        className="small-button"
        data-action="change"
        aria-label={`Change ${name}`}
        onPress={() => focusSoon(selectValueField(fact, reading))}
      >
        Change
      </Button>
      {(!isPrinted || fact.hasConflict) && (
        <Button
          className="small-button"
          data-action="settle"
          aria-label={`Settle ${name}`}
          onPress={settle}
        >
          Settle
        </Button>
      )}
    </li>
  )
}
