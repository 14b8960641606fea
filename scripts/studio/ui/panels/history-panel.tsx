import { ChevronRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { HistoryEntry, HistoryField } from '../../describe/page-history.ts'
import type { NoticedChanges } from '../../describe/visitor-changes.ts'
import { DiffParts, NoticedList } from '../parts/noticed-changes.tsx'
import { askServer } from '../state/api.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

/** The commits that have changed the open page, and what each has changed. */
export function HistoryPanel() {
  const route = useStudio((state) => state.open?.route)
  if (route === undefined) return <p className="help">Choose a page to see its history.</p>
  return <RouteHistory key={route} route={route} />
}

/** How many commits are looked at first, and how many more on request. */
const shownCommits = 40

function RouteHistory({ route }: { route: string }) {
  // What can be restored depends on the draft.
  const version = useStudio((state) => state.draft.version)
  const [count, setCount] = useState(shownCommits)
  const history = useAnswer(() => askServer('history', { route, count }), [route, version, count])
  if (!history) return <p className="help">Reading the history…</p>
  if ('reason' in history) return <p className="help">{history.reason}</p>
  const { entries, hasOlder } = history
  return (
    <>
      {entries.length === 0 && (
        <p className="help">
          {!hasOlder
            ? `No commit has changed ${route} yet.`
            : `None of the last commits has changed ${route}.`}
        </p>
      )}
      <ol aria-label={`History of ${route}`}>
        {entries.map((entry) => (
          <li key={entry.commit}>
            <Entry entry={entry} route={route} />
          </li>
        ))}
      </ol>
      {hasOlder && (
        <Button className="small-button" onPress={() => setCount(count + shownCommits)}>
          Show older
        </Button>
      )}
    </>
  )
}

function Entry({ entry, route }: { entry: HistoryEntry; route: string }) {
  const { commit, date, author, subject, isFirst, fields } = entry
  return (
    <Disclosure className="history-entry">
      {({ isExpanded }) => (
        <>
          <Heading level={3}>
            <Button slot="trigger" className="history-trigger">
              <ChevronRight size={14} aria-hidden />
              <time dateTime={date}>{date}</time>
              <strong>{subject}</strong>
              <span className="muted">
                {author}
                {isFirst ? ', added the page' : `, ${formatCount(fields.length, 'change')}`}
              </span>
            </Button>
          </Heading>
          <DisclosurePanel className="history-changes">
            {isExpanded && (
              <>
                <ul className="history-fields" aria-label="Changes of the files">
                  {fields.map((field, index) => (
                    <Field key={index} field={field} commit={commit} route={route} />
                  ))}
                </ul>
                {!isFirst && <Noticed commit={commit} route={route} />}
              </>
            )}
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  )
}

const restored = 'Restored. Undo takes it back.'

type FieldProps = { field: HistoryField; commit: string; route: string }

function Field({ field, commit, route }: FieldProps) {
  const store = useStore()
  const { label, parts, file, index, canRestore, isShared } = field
  return (
    <li>
      <span>
        {label}
        {parts.length > 0 && ': '}
        <DiffParts parts={parts} />
        {canRestore && isShared && <span className="help"> Other pages print it, too.</span>}
      </span>
      {canRestore && (
        <Button
          className="small-button"
          aria-label={`Restore: ${label}`}
          onPress={() => void store.act('restore', { route, commit, file, index }, restored)}
        >
          <RotateCcw size={12} aria-hidden /> Restore
        </Button>
      )}
    </li>
  )
}

/** What visitors noticed. Both versions of the site are rendered for it, which takes seconds. */
function Noticed({ commit, route }: { commit: string; route: string }) {
  const fetch = () =>
    askServer('history/changes', { commit, route }).catch(
      ({ message }: Error): NoticedChanges => ({ reason: message }),
    )
  const changes = useAnswer(fetch, [commit, route])
  return (
    <section className="visitor-changes" aria-live="polite" aria-label="What visitors noticed">
      <h4>What visitors noticed on {route}</h4>
      {changes && 'sections' in changes && changes.sections.length === 0 && <p>Nothing.</p>}
      <NoticedList changes={changes} hasSummary={false} />
    </section>
  )
}
