import { X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from 'react-aria-components'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { useStore, useStudio } from '../state/use-studio.ts'

const shownMs = 6000

/** Says what has happened. Errors stay until they are dismissed. */
export function Notices() {
  const store = useStore()
  const notice = useStudio((state) => state.notice)
  useEffect(() => {
    if (notice?.tone !== 'info') return
    const timer = setTimeout(() => store.dismissNotice(), shownMs)
    return () => clearTimeout(timer)
  }, [notice, store])
  return (
    <div
      role={notice?.tone === 'error' ? 'alert' : 'status'}
      className="notices"
      // Above dialogs, for screen readers, too.
      data-react-aria-top-layer
    >
      {notice && (
        <div className="notice" data-tone={notice.tone}>
          <p key={notice.serial}>{notice.text}</p>
          <IconButton label="Dismiss" Icon={X} onPress={() => store.dismissNotice()} />
        </div>
      )}
    </div>
  )
}

/** Says that the server cannot be reached, and what happens then. */
export function Reconnecting() {
  const store = useStore()
  const lost = useStudio((state) => state.lost)
  const command = useStudio((state) => state.session.command)
  useEffect(() => {
    if (lost === undefined) return
    // What waits to be sent would be lost.
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [lost])
  return (
    <div role="status">
      {lost !== undefined && (
        <div className="bar recovered">
          {lost.isRestarted ? (
            <p>The studio was started again. Open it with the new address in the terminal.</p>
          ) : (
            <>
              <p>
                <strong>Reconnecting…</strong> {lost.message}
                {command !== undefined && ` If it was stopped, start it again: ${command}`}
              </p>
              <Button className="button" onPress={store.reconnect}>
                Retry
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** Offers the steps of a session that ended before it was saved. */
export function Recovered() {
  const store = useStore()
  const recovered = useStudio((state) => state.draft.recovered)
  if (!recovered) return null
  const { steps, savedAt } = recovered
  const choose = (action: 'restore' | 'discard') => void store.act('recovered', { action })
  return (
    <div className="bar recovered" role="region" aria-label="Unsaved work">
      <p>
        {formatCount(steps.length, 'unsaved change')} of {new Date(savedAt).toLocaleString()}{' '}
        {steps.length === 1 ? 'was' : 'were'} kept: {steps.slice(-3).join(' · ')}
      </p>
      <Button className="button primary" onPress={() => choose('restore')}>
        Restore
      </Button>
      <Button className="button" onPress={() => choose('discard')}>
        Discard
      </Button>
    </div>
  )
}
