/** The studio: edits the YAML of a site by pointing at its pages. Development only. */
import 'react-image-crop/dist/ReactCrop.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/panels.css'
import './styles/fields.css'
import './styles/overlays.css'
import './styles/yaml.css'
import './styles/dialogs.css'
import './styles/dialog-contents.css'
import './styles/rows.css'
import { createRoot } from 'react-dom/client'
import { Field } from './fields/field.tsx'
import { FieldComponent } from './fields/field-frame.tsx'
import { takeToken, StudioRequestError } from './state/api.ts'
import { loadState } from './state/fetch-state.ts'
import { isPageOpen } from './state/studio-state.ts'
import { StudioStore, toPageQuery } from './state/studio-store.ts'
import { StudioContext } from './state/use-studio.ts'
import { StudioApp } from './studio-app.tsx'

takeToken()
const host = document.getElementById('studio')!
const root = createRoot(host)

const readRoute = () => new URLSearchParams(location.search).get('page') ?? '/'
const route = readRoute()
history.replaceState(null, '', toPageQuery(route))

loadState(route).then(
  (state) => {
    const store = new StudioStore(state)
    /** Closes what is above the page: a dialog, or what pages share. */
    const closeTop = (): boolean => {
      const { open, dialogs } = store.getState()
      const top = dialogs.at(-1)
      if (!open || (!top && isPageOpen(open))) return false
      if (top) store.closeDialog(top)
      else store.selectInPage([], 'edit')
      return true
    }
    // Back closes it first. Where a browser cannot cancel a step in the history, it is undone.
    globalThis.navigation?.addEventListener('navigate', (event) => {
      const isBack = event.navigationType === 'traverse' && event.cancelable
      if (isBack && closeTop()) event.preventDefault()
    })
    addEventListener('popstate', () => {
      const { open, selection } = store.getState()
      const to = readRoute()
      if (to !== open?.route && closeTop()) history.pushState(null, '', toPageQuery(open!.route))
      else void store.openPage(to, to === open?.route ? selection.path : [])
    })
    root.render(
      <StudioContext value={store}>
        <FieldComponent value={Field}>
          <StudioApp />
        </FieldComponent>
      </StudioContext>,
    )
  },
  (error: Error) => {
    if (!(error instanceof StudioRequestError)) throw error
    root.render(
      <div role="alert" className="failure">
        <p>{error.message}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>,
    )
  },
)
