import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import type { PageItem, RedirectItem } from '../../protocol.ts'
import { toAddress } from '../form/addresses.ts'
import { changeRedirect } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

type RedirectFormProps = {
  /** The redirect that is changed. Without it, one is added. */
  edited: RedirectItem | undefined
  onDone: () => void
}

type Refusal = { field: 'from' | 'to'; reason: string }

/** Adds a redirect, or changes one. */
export function RedirectForm({ edited, onDone }: RedirectFormProps) {
  const store = useStore()
  const id = useId()
  const ref = useRef<HTMLFormElement>(null)
  const pages = useStudio((state) => state.pageList.pages)
  const [refusal, setRefusal] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const [from, to] = ['from', 'to'].map((name) => toAddress(String(values.get(name) ?? '')))
    const next = { from: from!, to: to! }
    setBusy(true)
    const refused = explainTarget(pages, next.to) ?? (await send(next))
    setBusy(false)
    setRefusal(refused)
    if (refused) return form.querySelector<HTMLElement>(`[name="${refused.field}"]`)?.focus()
    store.notify(`${next.from} leads to ${next.to} now.`)
    onDone()
    // Anything typed in the meantime is the next redirect.
    const since = new FormData(form)
    if (['from', 'to'].some((name) => since.get(name) !== values.get(name))) return
    clear(form)
    form.querySelector('input')?.focus()
  }
  const send = async (next: { from: string; to: string }): Promise<Refusal | undefined> => {
    const { from, to = '' } = edited ?? {}
    const reason = await changeRedirect(
      store,
      from === undefined ? { action: 'add', ...next } : { action: 'change', from, to, next },
    )
    return reason === undefined ? undefined : { field: 'from', reason }
  }
  const attributes = (field: Refusal['field']) => ({
    id: `${id}-${field}`,
    name: field,
    required: true,
    ...(refusal?.field === field && {
      'aria-invalid': true as const,
      'aria-describedby': `${id}-reason`,
    }),
  })
  const note = (field: Refusal['field']) =>
    refusal?.field === field && (
      <p id={`${id}-reason`} role="alert" className="problem-note" data-severity="error">
        {refusal.reason}
      </p>
    )
  return (
    <form ref={ref} className="page-form redirect-form" onSubmit={(event) => void submit(event)}>
      <div>
        <label htmlFor={`${id}-from`}>
          Old address
          <input
            {...attributes('from')}
            placeholder="/old-prices"
            defaultValue={edited?.from}
            // The dialog has been opened to type here, or a redirect was chosen.
            // biome-ignore lint/a11y/noAutofocus: as in the search of facts
            autoFocus
          />
        </label>
        {note('from')}
      </div>
      <div>
        <label htmlFor={`${id}-to`}>
          Redirects to
          <input
            {...attributes('to')}
            list={`${id}-pages`}
            placeholder="/pricing"
            defaultValue={edited?.to}
          />
        </label>
        {note('to')}
      </div>
      <datalist id={`${id}-pages`}>
        {pages.filter(isTarget).map(({ route, title }) => (
          <option key={route} value={route}>
            {title}
          </option>
        ))}
      </datalist>
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

const isTarget = ({ status, set }: PageItem) => status !== 'planned' && set === undefined

/** Why an address cannot lead to a page. */
function explainTarget(pages: PageItem[], to: string): Refusal | undefined {
  const page = pages.find(({ route }) => route === to)
  if (page && isTarget(page)) return undefined
  if (page?.set !== undefined)
    return { field: 'to', reason: `${to} is made by a set. Add the address in ${page.file}.` }
  return { field: 'to', reason: `There is no page ${to}. Choose one from the list.` }
}
