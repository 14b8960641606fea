import { type FormEvent, useId, useState } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import type { PageAction } from '../../protocol.ts'
import { describeShape, getSchemaAt } from '../form/describe-shape.ts'
import { toAddress } from '../form/addresses.ts'
import { toWords } from '../form/names.ts'
import { fieldSelector, focusNewText, focusSoon, onceDialogIsClosed } from '../focus/move-focus.ts'
import { changePage } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { Dialog, DialogActions } from './dialog.tsx'

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
    help: 'The copy needs a title, a description and texts of its own.',
  },
  rename: {
    title: 'Change address',
    button: 'Change address',
    help: 'Links to the page are changed, too, and the old address leads to the new one.',
  },
  delete: {
    title: 'Delete page',
    button: 'Delete page',
    help: 'Visitors who still have its address can be led to another page.',
  },
}

/** A menu of what can be done with pages as a whole. */
export function PageMenu() {
  const [action, setAction] = useState<Action>()
  const route = useStudio((state) => state.open?.route)
  const close = () => setAction(undefined)
  return (
    <>
      <MenuTrigger>
        <Button className="small-button">Page…</Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="list-box"
            aria-label="Page"
            onAction={(key) => setAction(key as Action)}
            disabledKeys={route === undefined ? ['duplicate', 'rename', 'delete'] : []}
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
        onClose={close}
      >
        {action && <PageForm action={action} route={route ?? '/'} onClose={close} />}
      </Dialog>
    </>
  )
}

type PageFormProps = { action: Action; route: string; onClose: () => void }

function PageForm({ action, route, onClose }: PageFormProps) {
  const store = useStore()
  const id = useId()
  const root = useStudio((state) => state.schema)
  const pages = useStudio((state) => state.pageList.pages)
  const { help, button } = actions[action]
  const page = describeShape(root, getSchemaAt(root, '#/$defs/page'))
  const kind = page.kind === 'group' && page.properties.find(({ name }) => name === 'kind')
  const kinds = kind && describeShape(root, kind.schema)
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const get = (name: string) => String(values.get(name) ?? '').trim()
    setBusy(true)
    const refused = await changePage(store, createAction(action, route, get))
    setBusy(false)
    setReason(refused)
    if (refused !== undefined) return form.querySelector('input')?.focus()
    onClose()
    // A copy needs another title.
    const focusTitle = action === 'duplicate' ? focusNewText : focusSoon
    onceDialogIsClosed(() => focusTitle(fieldSelector('title')))
  }
  const note = reason !== undefined && (
    <p id={`${id}-reason`} role="alert" className="problem-note" data-severity="error">
      {reason}
    </p>
  )
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className="dialog-content page-form">
        <p className="help">
          {action !== 'new' && <strong>{route} </strong>}
          {help}
        </p>
        {action !== 'delete' && (
          <div>
            <label htmlFor={`${id}-to`}>
              {action === 'rename' ? 'New address' : 'Address'}
              <input
                id={`${id}-to`}
                name="to"
                required
                placeholder="/services/same-day"
                defaultValue={action === 'rename' ? route : undefined}
                // The dialog has been opened to type here.
                // biome-ignore lint/a11y/noAutofocus: as in the search of facts
                autoFocus
                aria-invalid={reason !== undefined || undefined}
                aria-describedby={reason === undefined ? undefined : `${id}-reason`}
              />
            </label>
            {note}
          </div>
        )}
        {action === 'new' && (
          <>
            <label htmlFor={`${id}-title`}>
              Title
              <input id={`${id}-title`} name="title" />
            </label>
            <label htmlFor={`${id}-kind`}>
              Kind
              <select id={`${id}-kind`} name="kind" defaultValue="info">
                {kinds &&
                  kinds.kind === 'choice' &&
                  kinds.options.map(({ value, description }) => (
                    <option key={value} value={value}>
                      {toWords(value)}: {description}
                    </option>
                  ))}
              </select>
            </label>
          </>
        )}
        {action === 'delete' && (
          <label htmlFor={`${id}-redirect`}>
            Its address leads to
            <select id={`${id}-redirect`} name="redirectTo" defaultValue="">
              <option value="">nothing: the page is gone</option>
              {pages
                .filter((each) => each.route !== route && each.status !== 'planned')
                .map((each) => (
                  <option key={each.route} value={each.route}>
                    {each.route}
                  </option>
                ))}
            </select>
          </label>
        )}
        {action === 'delete' && note}
      </div>
      <DialogActions onClose={onClose} isBusy={isBusy}>
        {button}
      </DialogActions>
    </form>
  )
}

function createAction(action: Action, route: string, get: (name: string) => string): PageAction {
  const title = get('title')
  const redirectTo = get('redirectTo')
  switch (action) {
    case 'new':
      return {
        action,
        route: toAddress(get('to')),
        kind: get('kind'),
        ...(title !== '' && { title }),
      }
    case 'delete':
      return { action, route, ...(redirectTo !== '' && { redirectTo }) }
    default:
      return { action, from: route, to: toAddress(get('to')) }
  }
}
