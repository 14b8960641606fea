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
    addEventListener('popstate', () => {
      // Back leaves what is above the page first: a dialog, or what pages share.
      const { open, dialogs, selection } = store.getState()
      const [top, to] = [dialogs.at(-1), readRoute()]
      const isHere = to === open?.route
      if (!open || (!top && isPageOpen(open)))
        return void store.openPage(to, isHere ? selection.path : [])
      if (isHere) return
      // Of an entry that is added without a click, the next Back would lead out of the studio.
      history.forward()
      if (top) store.closeDialog(top)
      else store.selectInPage([], 'edit')
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
