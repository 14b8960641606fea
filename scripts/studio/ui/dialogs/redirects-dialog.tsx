import { useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import type { RedirectItem } from '../../protocol.ts'
import { formatAddress } from '../../source-address.ts'
import { ProblemNote } from '../parts/problem-note.tsx'
import { focusSoon } from '../focus/move-focus.ts'
import { getJson } from '../state/api.ts'
import { changeRedirect } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { RedirectForm } from './redirect-form.tsx'

/**
 * Every address that leads to another page: those of pages that were moved, merged or shown for a
 * time.
 */
export function Redirects({ onClose }: { onClose: () => void }) {
  const store = useStore()
  const list = useRedirects()
  const [edited, setEdited] = useState<RedirectItem>()
  // The form is recreated for each redirect that is edited, but not when an edit is done.
  const [editCount, setEditCount] = useState(0)
  const [query, setQuery] = useState('')
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = list?.filter(({ from, to = '' }) =>
    words.every((word) => `${from} ${to}`.toLowerCase().includes(word)),
  )
  const remove = async ({ from, to = '' }: RedirectItem) => {
    const reason = await changeRedirect(store, { action: 'remove', from, to })
    store.notify(
      reason ?? `${from} leads nowhere now. Undo brings it back.`,
      reason === undefined ? 'info' : 'error',
    )
    focusSoon('.redirects input')
  }
  return (
    <>
      <div className="dialog-content redirects">
        <p className="help">
          Visitors and search engines that still have an old address are led to the page. A page
          whose address you change gets its redirect by itself.
        </p>
        <RedirectForm key={editCount} edited={edited} onDone={() => setEdited(undefined)} />
        {list && list.length > maxWithoutSearch && (
          <input
            type="search"
            aria-label="Search redirects"
            placeholder="Search redirects"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        )}
        {list?.length === 0 && <p className="help">There are no redirects yet.</p>}
        {shown && shown.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">Old address</th>
                <th scope="col">Redirects to</th>
                <th scope="col">Why</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((redirect) => (
                <RedirectRow
                  key={`${redirect.from} ${redirect.to}`}
                  redirect={redirect}
                  onChange={() => {
                    setEdited(redirect)
                    setEditCount(editCount + 1)
                  }}
                  onRemove={() => void remove(redirect)}
                />
              ))}
            </tbody>
          </table>
        )}
        {shown?.length === 0 && query !== '' && <p className="help">No matching redirects.</p>}
      </div>
      <DialogActions onClose={onClose} closeLabel="Close" />
    </>
  )
}

/** With more redirects than this, the list has a search field. */
const maxWithoutSearch = 12

type RedirectRowProps = { redirect: RedirectItem; onChange: () => void; onRemove: () => void }

function RedirectRow({ redirect, onChange, onRemove }: RedirectRowProps) {
  const { from, to, kind, file, address } = redirect
  const id = useId()
  const problems = useStudio((state) => state.problems.problems)
  const key = address && formatAddress(address)
  const own = problems.filter((each) => each.address && formatAddress(each.address) === key)
  return (
    <>
      <tr>
        <th scope="row" id={id}>
          {from}
        </th>
        <td>{to ?? 'nothing: it is gone for good'}</td>
        <td>{kind === 'alias' ? 'Other address of the page' : 'The days of its page are over'}</td>
        <td className="row-actions">
          {address ? (
            <>
              <Button className="small-button" aria-label={`Change ${from}`} onPress={onChange}>
                Change
              </Button>
              <Button className="small-button" aria-label={`Remove ${from}`} onPress={onRemove}>
                Remove
              </Button>
            </>
          ) : (
            <span className="muted">In {file}</span>
          )}
        </td>
      </tr>
      {own.length > 0 && (
        <tr className="row-problems">
          <td colSpan={4}>
            {own.map((problem) => (
              <ProblemNote key={problem.code + problem.message} problem={problem} />
            ))}
          </td>
        </tr>
      )}
    </>
  )
}

/** Fetched again after every change of the draft, and after each check. */
function useRedirects(): RedirectItem[] | undefined {
  const store = useStore()
  const problems = useStudio((state) => state.problems)
  const version = useStudio((state) => state.draft.version)
  const [list, setList] = useState<RedirectItem[]>()
  const turn = useRef(0)
  useEffect(() => {
    const own = ++turn.current
    getJson<RedirectItem[]>('redirects').then(
      (answer) => own === turn.current && setList(answer),
      (error: Error) => store.notify(error.message, 'error'),
    )
  }, [store, problems, version])
  return list
}
