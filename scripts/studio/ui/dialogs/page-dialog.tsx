import { type FormEvent, useId, useState } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { asRecord } from '../../../../schema/util/records.ts'
import { findCopiedName, listCopied, replaceCopiedName } from '../../../edit/pages/copied-names.ts'
import type { JsonValue } from '../../../edit/yaml-operations.ts'
import type { CopiedName, PageAction } from '../../../edit/inputs.ts'
import { describeShape, getSchemaAt } from '../form/describe-shape.ts'
import { isRedirectTarget, proposeNewHome, toAddress } from '../form/addresses.ts'
import { toWords } from '../../../edit/to-words.ts'
import { fieldSelector, focusNewText, focusSoon, onceDialogIsClosed } from '../focus/move-focus.ts'
import { askServer } from '../state/api.ts'
import { changePage } from '../state/draft-commands.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { Dialog, DialogActions } from './dialog.tsx'
import {
  LabeledCheckbox,
  LabeledInput,
  LabeledSelect,
  PageOptions,
  Refused,
} from './form-parts.tsx'
import { useSending } from './use-sending.ts'

type Action = PageAction['action']

const actions: Record<Action, { title: string; button: string; help: string }> = {
  new: {
    title: 'New page',
    button: 'Add page',
    help: 'It is a placeholder until you have written it: it is not published before.',
  },
  duplicate: {
    title: 'Duplicate page',
    button: 'Duplicate',
    help: 'The copy needs a description and texts of its own, too.',
  },
  rename: {
    title: 'Change address',
    button: 'Change address',
    help: 'Links to the page are changed, too, and the old address leads to the new one.',
  },
  delete: {
    title: 'Delete page',
    button: 'Delete page',
    help: 'Undo brings it back.',
  },
}

/** A menu of what can be done with pages as a whole. */
export function PageMenu() {
  const [action, setAction] = useState<Action>()
  const route = useStudio((state) => state.open?.route)
  return (
    <>
      <MenuTrigger>
        <Button className="small-button">Page…</Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="list-box"
            aria-label="Page"
            onAction={(key) => setAction(key as Action)}
            disabledKeys={
              route === undefined
                ? ['duplicate', 'rename', 'delete']
                : // Every site has a home page.
                  route === '/'
                  ? ['rename', 'delete']
                  : []
            }
          >
            {Object.entries(actions).map(([name, { title }]) => (
              <MenuItem key={name} id={name} className="list-item">
                {title}…
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Dialog
        title={action ? actions[action].title : 'Page'}
        isOpen={action !== undefined}
        onClose={() => setAction(undefined)}
      >
        {action && <PageForm action={action} route={route ?? '/'} />}
      </Dialog>
    </>
  )
}

type PageFormProps = {
  action: Action
  route: string
  /** The address that is proposed when the page moves. */
  proposed?: string
  /** Moves the focus once the dialog is closed. @param to the new address */
  onDone?: (to: string) => void
}

export function PageForm({ action, route, proposed = route, onDone }: PageFormProps) {
  const store = useStore()
  const id = useId()
  const { help, button } = actions[action]
  const { isBusy, reason, send } = useSending()
  const isCopy = action === 'duplicate'
  const copy = `${route === '/' ? '/home' : route}-copy`
  const [typed, setTyped] = useState<FormData>()
  const replaced = useCopiedName(route, typed ?? new FormData(), copy)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const get = (name: string) => String(values.get(name) ?? '').trim()
    const refused = await send(() => changePage(store, createAction(action, route, get, replaced)))
    if (refused !== undefined) return form.querySelector('input')?.focus()
    if (onDone) return onDone(toAddress(get('to')))
    const focusTitle = action === 'duplicate' ? focusNewText : focusSoon
    onceDialogIsClosed(() => focusTitle(fieldSelector('title')))
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onChange={({ currentTarget }) => setTyped(new FormData(currentTarget))}
    >
      <div className="dialog-content page-form">
        <p className="help">
          {action !== 'new' && <strong>{route} </strong>}
          {help}
          {action === 'rename' && <PagesBelow route={route} />}
        </p>
        {action === 'delete' ? (
          <NewHome route={route} />
        ) : (
          <LabeledInput
            label={action === 'rename' ? 'New address' : 'Address'}
            name="to"
            required
            placeholder="/services/same-day"
            defaultValue={action === 'rename' ? proposed : isCopy ? copy : undefined}
            // The dialog has been opened to type here.
            autoFocus
            aria-invalid={reason !== undefined || undefined}
            aria-describedby={reason === undefined ? undefined : `${id}-reason`}
          />
        )}
        <Refused id={`${id}-reason`} reason={reason} />
        {(action === 'new' || isCopy) && <PageNameFields isCopy={isCopy} />}
        {isCopy && replaced && <CopiedNames key={replaced.text} replaced={replaced} />}
      </div>
      <DialogActions isBusy={isBusy} isDanger={action === 'delete'}>
        {button}
      </DialogActions>
    </form>
  )
}

/** Says what a change of an address leaves as it is. */
function PagesBelow({ route }: { route: string }) {
  const count = useStudio(
    ({ pageList }) => pageList.pages.filter((page) => page.route.startsWith(`${route}/`)).length,
  )
  return count > 0 && ` The addresses of ${formatCount(count, 'page')} below it stay.`
}

/** What the page is called, what kind it is, and which menu leads to it. */
function PageNameFields({ isCopy }: { isCopy: boolean }) {
  const root = useStudio((state) => state.schema)
  const { menus } = useStudio((state) => state.choices)
  const copied = useStudio((state) => (isCopy ? state.open?.page.value : undefined))
  const page = describeShape(root, getSchemaAt(root, '#/$defs/page'))
  const kind = page.kind === 'group' && page.properties.find(({ name }) => name === 'kind')
  const kinds = kind && describeShape(root, kind.schema)
  return (
    <>
      <LabeledInput label="Title, for search results" name="title" required={isCopy} />
      <LabeledInput
        label="Short name, for menus and breadcrumbs"
        name="label"
        placeholder="Same-day visits"
      />
      <LabeledSelect
        label="Kind"
        name="kind"
        defaultValue={String(asRecord(copied).kind ?? 'info')}
      >
        {kinds &&
          kinds.kind === 'choice' &&
          kinds.options
            .filter(({ value }) => value !== 'home')
            .map(({ value, description }) => (
              <option key={value} value={value}>
                {toWords(value)}: {description}
              </option>
            ))}
      </LabeledSelect>
      {menus.length > 0 && (
        <LabeledSelect label="Link to it in the menu" name="menu" defaultValue="">
          <option value="">None</option>
          {menus.map(({ index, label }) => (
            <option key={index} value={index}>
              {label}
            </option>
          ))}
        </LabeledSelect>
      )}
    </>
  )
}

/** The name that a copy has in the place of that of its original. @param address of the copy */
function useCopiedName(route: string, typed: FormData, address: string): CopiedName | undefined {
  const page = asRecord(useStudio((state) => state.open?.page.value))
  const to = toAddress(String(typed.get('to') ?? address))
  const names = ['label', 'title'].map((name) => String(typed.get(name) ?? ''))
  return findCopiedName(route, to, [...names, page.label, asRecord(page.city).name, page.title])
}

/** Offers to replace the name of the original in the copy, and says what else is about it. */
function CopiedNames({ replaced }: { replaced: CopiedName }) {
  const value = useStudio((state) => state.open?.page.value)
  const known = useStudio((state) => state.facts)
  const facts = new Set(known.map(({ name }) => name))
  const page = asRecord(value) as Record<string, JsonValue>
  const { count } = replaceCopiedName(page, replaced, facts)
  // The copy has a title of its own.
  const left = listCopied({ ...page, title: '' }, replaced, facts)
  if (count === 0) return null
  return (
    <>
      <LabeledCheckbox
        label={`Replace “${replaced.text}” by “${replaced.by}” in ${formatCount(count, 'text')} of the new page`}
        name="replaces"
        // Of a place there are facts. Another word may be one that many texts have.
        defaultChecked={left.length > 0 || page.city !== undefined}
      />
      {left.length > 0 && (
        <p className="help">
          These are still about {replaced.text} then, for you to change. A comment on the new page
          lists them: {left.join(', ')}.
        </p>
      )}
    </>
  )
}

/** What links to a page that is deleted, and where these links and its address lead then. */
function NewHome({ route }: { route: string }) {
  const id = useId()
  const pages = useStudio((state) => state.pageList.pages)
  const links = useAnswer(() => askServer('links', { route }), [route])
  const targets = pages.filter((each) => each.route !== route && isRedirectTarget(each))
  const places = links && [
    ...(links.isShared ? ['the header or the footer'] : []),
    ...(links.pages.length > 0 ? [formatCount(links.pages.length, 'page')] : []),
  ]
  return (
    <>
      {places && (
        <p role="status">
          {places.length === 0 ? 'Nothing links to it.' : `Linked from ${places.join(' and ')}.`}
        </p>
      )}
      {links && links.pages.length > 0 && (
        <ul className="linking-pages">
          {links.pages.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <LabeledInput
        label="Its address, and links to it, lead to"
        name="redirectTo"
        list={`${id}-pages`}
        placeholder="Nothing: the page is gone"
        defaultValue={proposeNewHome(
          route,
          targets.map((each) => each.route),
        )}
      />
      <PageOptions id={`${id}-pages`} pages={targets} />
    </>
  )
}

function createAction(
  action: Action,
  route: string,
  get: (name: string) => string,
  replaced: CopiedName | undefined,
): PageAction {
  const [title, label, menu] = [get('title'), get('label'), get('menu')]
  const redirectTo = get('redirectTo')
  const names = {
    ...(title !== '' && { title }),
    ...(label !== '' && { label }),
    ...(menu !== '' && { menu: Number(menu) }),
  }
  switch (action) {
    case 'new':
      return { action, route: toAddress(get('to')), kind: get('kind'), ...names }
    case 'duplicate':
      return {
        action,
        from: route,
        to: toAddress(get('to')),
        kind: get('kind'),
        ...(replaced && get('replaces') !== '' && { replaced }),
        ...names,
      }
    case 'delete':
      return {
        action,
        route,
        ...(redirectTo !== '' && { redirectTo: toAddress(redirectTo) }),
      }
    case 'rename':
      return { action, from: route, to: toAddress(get('to')) }
  }
}
