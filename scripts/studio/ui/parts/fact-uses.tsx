import { Button } from 'react-aria-components'
import { focusSoon } from './focus.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

/** What pages print of a fact, its readings, and the pages that print it. */
export function FactUses({ name }: { name: string }) {
  const store = useStore()
  const fact = useStudio(({ facts }) => facts.find((each) => each.name === name))
  if (!fact) return null
  const { pages, readings, text, used, hasConflict } = fact
  const settle = (reading: string) => {
    store.setValue(['settled'], reading)
    store.notify(`Settled: every page prints the reading ${reading}.`)
    // Its button is gone then.
    focusSoon('.readings', '#form-heading')
  }
  return (
    <div className="fact-uses">
      <p>
        Prints <strong>{text}</strong> on {pages.length} {pages.length === 1 ? 'page' : 'pages'}
        {pages.length > 0 && `: ${pages.slice(0, 3).join(', ')}${pages.length > 3 ? ' …' : ''}`}
      </p>
      {readings.length > 1 && (
        <>
          <p className="help">
            {hasConflict
              ? 'Its sources contradict each other. Choose the one that is right.'
              : 'Its sources:'}
          </p>
          <ul className="readings">
            {readings.map((reading) => (
              <li key={reading.name}>
                <span>
                  <strong>{reading.text}</strong> <code>{reading.name}</code>
                  <span className="help">{reading.source}</span>
                </span>
                {reading.name === used && !hasConflict ? (
                  <span className="muted">Settled</span>
                ) : (
                  <Button
                    className="small-button"
                    aria-label={`Settle ${reading.name}`}
                    onPress={() => settle(reading.name)}
                  >
                    Settle
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
