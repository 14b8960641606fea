import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { RedirectItem } from '../../describe/redirect-items.ts'
import type { PageItem } from '../../../edit/describe/list-page-items.ts'
import { ProblemNotes } from '../parts/problem-note.tsx'
import { askServer } from '../state/api.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useProblemsOf } from '../state/use-problems.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogButton } from './dialog.tsx'
import { type Answers, DialogForm, FieldError } from './dialog-form.tsx'
import { ListDialog, ListTable } from './list-dialog.tsx'
import { isRedirectTarget, toAddress } from '../form/addresses.ts'

/**
 * Every address that leads to another page: those of pages that were moved, merged or shown for a
 * time.
 */
export function Redirects() {
  const store = useStore()
  const problems = useStudio((state) => state.problems)
  const version = useStudio((state) => state.draft.version)
  const items = useAnswer(() => askServer('redirects', {}), [problems, version])
  const remove = ({ from, to = '' }: RedirectItem) =>
    store.act(
      'redirects',
      { action: 'remove', from, to },
      `${from} leads nowhere now. Undo brings it back.`,
    )
  const change = (item: RedirectItem) =>
    store.openDialog({
      name: 'form',
      title: 'Change redirect',
      content: <RedirectForm edited={item} />,
    })
  const getActions = (item: RedirectItem) =>
    item.address ? (
      <>
        <Button
          className="small-button"
          aria-label={`Change ${item.from}`}
          onPress={() => change(item)}
        >
          Change
        </Button>{' '}
        <Button
          className="small-button"
          aria-label={`Remove ${item.from}`}
          onPress={() => void remove(item)}
        >
          Remove
        </Button>
      </>
    ) : (
      <span className="muted">In {item.file}</span>
    )
  return (
    <ListDialog
      name="redirects"
      items={items}
      getText={({ from, to = '' }) => `${from} ${to}`}
      actions={
        <DialogButton label="Add redirect" Icon={Plus} title="Add redirect">
          <RedirectForm />
        </DialogButton>
      }
      head={
        <p className="help">
          Visitors and search engines that still have an old address are led to the page. A page
          whose address you change gets its redirect by itself.
        </p>
      }
    >
      {(shown) => (
        <ListTable
          label="Redirects"
          items={shown}
          getKey={({ from, to }) => `${from} ${to}`}
          columns={[
            { heading: 'Old address', getCell: (item) => <OldAddress item={item} /> },
            {
              heading: 'Redirects to',
              getCell: ({ to }) => to ?? 'nothing: it is gone for good',
            },
            { heading: 'Why', getCell: ({ kind }) => reasons[kind] },
            { heading: 'Actions', isQuiet: true, getCell: getActions },
          ]}
          empty={items?.length === 0 ? 'There are no redirects yet.' : 'No matching redirects.'}
        />
      )}
    </ListDialog>
  )
}

const reasons: Record<RedirectItem['kind'], string> = {
  alias: 'Other address of the page',
  redirect: 'Leads to another site',
  draft: 'For later: its page is a draft',
  scheduled: 'For later: its page is not published yet',
  ended: 'The days of its page are over',
}

function OldAddress({ item: { from, address } }: { item: RedirectItem }) {
  const problems = useProblemsOf(address)
  return (
    <>
      {from}
      <ProblemNotes problems={problems} />
    </>
  )
}

const schema = {
  type: 'object',
  required: ['from', 'to'],
  properties: {
    from: { type: 'string', formLabel: 'Old address', formHelp: 'Such as /old-prices.' },
    to: {
      type: 'string',
      format: 'page',
      formLabel: 'Redirects to',
      formHelp: 'Such as /pricing.',
    },
  },
}

/** Adds a redirect, or changes one. @param props.edited the one that is changed */
function RedirectForm({ edited }: { edited?: RedirectItem | undefined }) {
  const store = useStore()
  const pages = useStudio((state) => state.pageList.pages)
  const { from = '', to = '' } = edited ?? {}
  const [answers, setAnswers] = useState<Answers>({ from, to })
  const submit = async (given: Answers) => {
    const next = { from: toAddress(String(given.from)), to: toAddress(String(given.to)) }
    const wrong = explainTarget(pages, next.to)
    if (wrong !== undefined) throw new FieldError('to', wrong)
    await store.request(
      'redirects',
      edited ? { action: 'change', from, to, next } : { action: 'add', ...next },
    )
    store.notify(`${next.from} leads to ${next.to} now.`)
  }
  return (
    <DialogForm
      schema={schema}
      answers={answers}
      onChange={setAnswers}
      onSubmit={submit}
      button={edited ? 'Change redirect' : 'Add redirect'}
    />
  )
}

/** Why an address cannot lead to a page. */
function explainTarget(pages: PageItem[], to: string): string | undefined {
  const page = pages.find(({ route }) => route === to)
  if (page && isRedirectTarget(page)) return undefined
  if (page?.set !== undefined) return `${to} is made by a set. Add the address in ${page.file}.`
  return `There is no page ${to}. Choose one from the list.`
}
