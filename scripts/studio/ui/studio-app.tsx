import { useEffect, useState } from 'react'
import { StudioDialogs } from './dialogs/studio-dialogs.tsx'
import { getAt } from '../../../schema/util/records.ts'
import { useKeptFocus } from './focus/screen-parts.ts'
import { listShownFacts } from './form/citations.ts'
import { BottomPanel } from './panels/bottom-panel.tsx'
import { FormPanel } from './panels/form-panel.tsx'
import { Notices, Reconnecting, Recovered } from './panels/notices.tsx'
import { OutlinePanel } from './panels/outline-panel.tsx'
import { PagesPanel } from './panels/pages-panel.tsx'
import { TopBar, type View } from './panels/top-bar.tsx'
import { Preview } from './preview/preview.tsx'
import { useStore, useStudio } from './state/use-studio.ts'
import { useFileDrop } from './use-file-drop.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** Up to this width, one part is shown at a time: see layout.css. */
const phoneScreen = '(max-width: 699.98px)'

/** From this width on, everything is side by side. */
const wideScreen = '(min-width: 1024px)'

function chooseView(): View {
  const isWide = matchMedia(wideScreen).matches
  const width = isWide && innerWidth >= 1280 ? 'tablet' : 'phone'
  const right = !matchMedia(phoneScreen).matches
  return { width, scheme: 'light', left: isWide, right, bottom: false }
}

/** The whole screen. */
export function StudioApp() {
  const store = useStore()
  const [view, setView] = useState(chooseView)
  const change = (changes: Partial<View>) => setView((current) => ({ ...current, ...changes }))
  // On a phone, the button of the form leads back to the page.
  const isPageHidden = view.right && !view.left && matchMedia(phoneScreen).matches
  const showPart = (changes: Partial<View>) => {
    // On a phone, pages and outline cover the form and the page.
    const isCovered = changes.right !== undefined && view.left && matchMedia(phoneScreen).matches
    change(isCovered ? { left: false, right: true } : changes)
  }
  useEffect(() => {
    const { pageList, open } = store.getState()
    const first = pageList.pages.find((page) => page.route === '/') ?? pageList.pages[0]
    // If a page is open, it was opened while the state was loading.
    if (!open && first) void store.openPage(first.route)
  }, [store])
  useEffect(() => {
    const screen = matchMedia(wideScreen)
    const adapt = () => change({ left: screen.matches, right: true })
    screen.addEventListener('change', adapt)
    return () => screen.removeEventListener('change', adapt)
  }, [])
  const selection = useStudio((state) => state.selection)
  useEffect(() => {
    const { source, path, serial } = selection
    const { open, facts } = store.getState()
    // What a problem, a list of facts or a price of the page leads to is in the form.
    const isPrice = source === 'preview' && path.length > 2
    const isInForm =
      source === 'problems' ||
      (isPrice && listShownFacts(facts, getAt(open?.entry.value, path)).length > 0)
    // What was chosen is below the list.
    const isChosen = isInForm || ['pages', 'outline'].includes(source)
    if (!isChosen || serial === 0 || !matchMedia(phoneScreen).matches) return
    change({ left: false, ...(isInForm && { right: true }) })
  }, [store, selection])
  const route = useStudio((state) => state.open?.route)
  useEffect(() => {
    // What the panel at the bottom was opened for is over, unless it leads from page to page.
    if (store.getState().selection.source === 'pages') change({ bottom: false })
  }, [store, route])
  useKeptFocus()
  useFileDrop()
  useShortcuts(() => change({ left: true }))
  return (
    <div className="studio" data-left={view.left || undefined} data-right={view.right || undefined}>
      <TopBar view={view} isPageHidden={isPageHidden} onChange={showPart} />
      <div className="alerts">
        <Reconnecting />
        <Recovered />
      </div>
      <div className="workspace">
        {view.left && (
          <nav className="left" aria-label="Pages and outline">
            <PagesPanel />
            <OutlinePanel />
          </nav>
        )}
        <Preview width={view.width} scheme={view.scheme} />
        {view.right && (
          <div className="right">
            <FormPanel />
          </div>
        )}
      </div>
      <BottomPanel isOpen={view.bottom} onToggle={(bottom) => change({ bottom })} />
      <StudioDialogs />
      <Notices />
    </div>
  )
}
