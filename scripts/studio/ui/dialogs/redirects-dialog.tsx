import { useId, useRef, useState, type FormEvent } from 'react'
import { Button } from 'react-aria-components'
import type { RedirectItem } from '../../describe/redirect-items.ts'
import type { PageItem } from '../../../edit/describe/list-page-items.ts'
import { ProblemNotes } from '../parts/problem-note.tsx'
import { maxWithoutSearch, SearchBox } from '../parts/search-box.tsx'
import { focusSoon } from '../focus/move-focus.ts'
import { askServer } from '../state/api.ts'
import { changeRedirect } from '../state/draft-commands.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useProblemsOf } from '../state/use-problems.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { LabeledInput, PageOptions, Refused } from './form-parts.tsx'
import { useSending } from './use-sending.ts'
import { isRedirectTarget, toAddress } from '../form/addresses.ts'
import { createWordFilter } from '../../../../blocks/shared/text/match-words.ts'

/**
 * Every address that leads to another page: those of pages that were moved, merged or shown for a
 * time.
 */
export function Redirects() {
  const store = useStore()
  const list = useRedirects()
  const [edited, setEdited] = useState<RedirectItem>()
  // The form is recreated for each redirect that is edited, but not when an edit is done.
  const [editCount, setEditCount] = useState(0)
  const [query, setQuery] = useState('')
  const matches = createWordFilter(query)
  const shown = list?.filter(({ from, to = '' }) => matches(`${from} ${to}`))
  const remove = async ({ from, to = '' }: RedirectItem) => {
    await changeRedirect(store, { action: 'remove', from, to }).then(
      () => store.notify(`${from} leads nowhere now. Undo brings it back.`),
      (error: Error) => store.notify(error.message, 'error'),
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
          <SearchBox label="Search redirects" value={query} onChange={setQuery} />
        )}
        {list?.length === 0 && <p className="help">There are no redirects yet.</p>}
        {shown && shown.length > 0 && (
          <table className="data-table">
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
      <DialogActions closeLabel="Close" />
    </>
  )
}

const reasons: Record<RedirectItem['kind'], string> = {
  alias: 'Other address of the page',
  redirect: 'Leads to another site',
  draft: 'For later: its page is a draft',
  scheduled: 'For later: its page is not published yet',
  ended: 'The days of its page are over',
}

type RedirectRowProps = { redirect: RedirectItem; onChange: () => void; onRemove: () => void }

function RedirectRow({ redirect, onChange, onRemove }: RedirectRowProps) {
  const { from, to, kind, file, address } = redirect
  const id = useId()
  const problems = useProblemsOf(address)
  return (
    <>
      <tr>
        <th scope="row" id={id}>
          {from}
        </th>
        <td>{to ?? 'nothing: it is gone for good'}</td>
        <td>{reasons[kind]}</td>
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
      {problems.length > 0 && (
        <tr>
          <td colSpan={4}>
            <ProblemNotes problems={problems} />
          </td>
        </tr>
      )}
    </>
  )
}

/** Fetched again after every change of the draft, and after each check. */
function useRedirects(): RedirectItem[] | undefined {
  const problems = useStudio((state) => state.problems)
  const version = useStudio((state) => state.draft.version)
  return useAnswer(() => askServer('redirects', {}), [problems, version])
}

type RedirectFormProps = {
  /** The redirect that is changed. Without it, one is added. */
  edited: RedirectItem | undefined
  onDone: () => void
}

/** Adds a redirect, or changes one. */
function RedirectForm({ edited, onDone }: RedirectFormProps) {
  const store = useStore()
  const id = useId()
  const ref = useRef<HTMLFormElement>(null)
  const pages = useStudio((state) => state.pageList.pages)
  const [refusedField, setRefusedField] = useState<'from' | 'to'>('from')
  const { isBusy, reason, send } = useSending(onDone)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const [from, to] = ['from', 'to'].map((name) => toAddress(String(values.get(name) ?? '')))
    const next = { from: from!, to: to! }
    const wrong = explainTarget(pages, next.to)
    const field = wrong === undefined ? 'from' : 'to'
    const refused = await send(async () => {
      if (wrong !== undefined) throw new Error(wrong)
      const { from, to = '' } = edited ?? {}
      await changeRedirect(
        store,
        from === undefined ? { action: 'add', ...next } : { action: 'change', from, to, next },
      )
    })
    setRefusedField(field)
    if (refused !== undefined) return form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
    store.notify(`${next.from} leads to ${next.to} now.`)
    // Anything typed in the meantime is the next redirect.
    const since = new FormData(form)
    if (['from', 'to'].some((name) => since.get(name) !== values.get(name))) return
    clear(form)
    form.querySelector('input')?.focus()
  }
  const attributes = (field: 'from' | 'to') => ({
    name: field,
    required: true,
    ...(reason !== undefined &&
      refusedField === field && {
        'aria-invalid': true as const,
        'aria-describedby': `${id}-reason`,
      }),
  })
  const note = (field: 'from' | 'to') =>
    refusedField === field && <Refused id={`${id}-reason`} reason={reason} />
  return (
    <form ref={ref} className="page-form redirect-form" onSubmit={(event) => void submit(event)}>
      <div>
        <LabeledInput
          label="Old address"
          {...attributes('from')}
          placeholder="/old-prices"
          defaultValue={edited?.from}
          // The dialog has been opened to type here, or a redirect was chosen.
          autoFocus
        />
        {note('from')}
      </div>
      <div>
        <LabeledInput
          label="Redirects to"
          {...attributes('to')}
          list={`${id}-pages`}
          placeholder="/pricing"
          defaultValue={edited?.to}
        />
        {note('to')}
      </div>
      <PageOptions id={`${id}-pages`} pages={pages.filter(isRedirectTarget)} />
      <Button className="button primary" type="submit" isPending={isBusy}>
        {edited ? 'Change redirect' : 'Add redirect'}
      </Button>
      {edited && (
        <Button
          className="button"
          onPress={() => {
            onDone()
            if (ref.current) clear(ref.current)
          }}
        >
          Cancel
        </Button>
      )}
    </form>
  )
}

/** Resetting the form would bring back the redirect that was changed. */
function clear(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll('input')) input.value = ''
}

/** Why an address cannot lead to a page. */
function explainTarget(pages: PageItem[], to: string): string | undefined {
  const page = pages.find(({ route }) => route === to)
  if (page && isRedirectTarget(page)) return undefined
  if (page?.set !== undefined) return `${to} is made by a set. Add the address in ${page.file}.`
  return `There is no page ${to}. Choose one from the list.`
}
