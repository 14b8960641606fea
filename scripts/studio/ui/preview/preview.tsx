import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MarksRequest } from '../../../../renderer/dev/studio/apply-marks.ts'
import type { ColorScheme } from '../../../../renderer/example-frame.ts'
import {
  type ValuePlace,
  formatAddress,
  isWithin,
  moveBelow,
} from '../../../edit/source-address.ts'
import { findPrinted, findShownFact, listCited } from '../form/citations.ts'
import { parseKey } from '../form/paths.ts'
import { openFactValue } from '../parts/cited-fact.tsx'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { askServer } from '../state/api.ts'
import { discardTyped } from '../state/draft-commands.ts'
import type { OpenPage } from '../state/studio-state.ts'
import type { StudioStore, PreviewEvent } from '../state/studio-store.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { listenToDrops } from '../use-file-drop.tsx'
import type { Path } from '../../../../schema/problems/location.ts'
import { describeShapeAt, getEntrySchema } from '../form/describe-shape.ts'
import { describeDropped } from '../form/paste-html.ts'
import { editInPlace, type TextEditing } from './edit-in-place.ts'
import { TextToolbar } from './text-toolbar.tsx'
import { createFrameOverlay, findShownAddress, type FrameOverlay } from './frame-overlay.ts'
import { forceScheme } from './force-scheme.ts'

export type PreviewWidth = 'phone' | 'tablet' | 'wide'

const widths: Record<PreviewWidth, number> = { phone: 360, tablet: 768, wide: 1280 }

type PreviewProps = {
  width: PreviewWidth
  scheme: ColorScheme
}

/** The page itself, live. Pointing at it outlines what can be edited. */
export function Preview({ width, scheme }: PreviewProps) {
  const open = useStudio((state) => state.open)
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const overlay = useRef<FrameOverlay>(undefined)
  const { scale, height, inlineSize } = useScale(stage, width)
  const selectedAddress = useSelectedAddress()
  const source = useStudio((state) => state.selection.source)
  const serial = useStudio((state) => state.selection.serial)
  /** The selection that the page has shown: one that is new may not be in it yet. */
  const revealed = useRef(0)
  const { editing, editText, ...toolbar } = useTextEditing()
  useEditKey({ frame, overlay }, editText)
  const connect = useConnection({ frame, overlay, revealed }, scheme, editText)
  const [loaded, setLoaded] = useState<string>()
  const url = open?.outline.previewUrl
  const isLoaded = loaded === url
  const first = useRef(url)
  first.current ??= url
  const isFigureTyped = useStudio((state) => state.isFigureTyped === true)
  const noteFollowing = useLatestPage(frame, url, editing !== undefined || isFigureTyped)
  const show = () => {
    setLoaded(url)
    connect()
    noteFollowing()
  }
  // A page that is there before its listener would take no clicks until its pictures have loaded.
  useLayoutEffect(() => {
    addEventListener('signpost:studio-page', show)
    return () => removeEventListener('signpost:studio-page', show)
  })
  useLayoutEffect(() => {
    addEventListener('signpost:studio-marks', sendMarks)
    return () => removeEventListener('signpost:studio-marks', sendMarks)
  }, [])

  useEffect(() => {
    if (!selectedAddress) return
    overlay.current?.show('selected', selectedAddress, nameAddress(open, selectedAddress))
    if (overlay.current?.reveal(selectedAddress, source !== 'preview')) revealed.current = serial
    // Only a new selection matters here. Its page has been opened before.
  }, [serial])
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (page) forceScheme(page, scheme)
    overlay.current?.place()
  }, [scheme, width])

  return (
    <section className="preview" aria-label="Preview" ref={stage}>
      {open ? (
        <iframe
          ref={frame}
          title={`Preview of ${open.route}`}
          src={first.current}
          // A page with an error has no script that says that it is there.
          onLoad={show}
          // The preview is skipped: the outline and the form edit the same values.
          tabIndex={-1}
          // Of the page before, a click would lead back to it.
          inert={!isLoaded}
          style={{
            inlineSize,
            blockSize: height,
            transform: `scale(${scale})`,
          }}
        />
      ) : (
        <p className="preview-empty">Choose a page on the left.</p>
      )}
      {editing && editing.formats.length > 0 && (
        <TextToolbar editing={editing} frame={frame} scale={scale} {...toolbar} />
      )}
      {/* The first page takes a few seconds, since its components are compiled, and a large one, too. */}
      {open && !isLoaded && <p className="preview-loading">Loading the page…</p>}
      {open?.outline.isOutdated && (
        <p className="set-note outdated" role="status">
          The page is shown as it was before a mistake. It follows your edits again once that is
          corrected: see <em>Problems</em> below.
        </p>
      )}
    </section>
  )
}

/** How often to ask for marks, a second apart: without them, nothing in the page can be clicked. */
const maxMarkRequests = 5

/** Answers the page in the frame, which has no token for requests. */
const sendMarks = (event: Event) => fetchMarks((event as CustomEvent<MarksRequest>).detail)

function fetchMarks({ route, answer }: MarksRequest, left = maxMarkRequests): void {
  const ask = () => fetchMarks({ route, answer }, left - 1)
  askServer('marks', { route }).then(answer, () =>
    left > 1 ? setTimeout(ask, 1000) : answer(undefined),
  )
}

/** The widest screen of a phone. */
const maxPhoneWidth = 480

/** Shrinks a width that does not fit. On a phone, its own width is that of a phone. */
function useScale(stage: React.RefObject<HTMLElement | null>, chosen: PreviewWidth) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!stage.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(stage.current)
    return () => observer.disconnect()
  }, [stage])
  const isOnPhone = chosen === 'phone' && size.width >= 320 && size.width <= maxPhoneWidth
  const width = isOnPhone ? size.width : widths[chosen]
  const scale = size.width > 0 ? Math.min(1, size.width / width) : 1
  return { scale, height: size.height / scale, inlineSize: width }
}

function useSelectedAddress(): ValuePlace | undefined {
  const open = useStudio((state) => state.open)
  const { path } = useStudio((state) => state.selection)
  return open && moveBelow(open.entry.address, { path })
}

/**
 * Tells the page in the frame to update or reload when the preview has changed.
 * @param url of the page that is open
 * @param isHeld while a text is edited there or a figure is typed, the page stays as it is
 * @returns notes that the page in the frame is there, and follows from now on
 */
function useLatestPage(
  frame: React.RefObject<HTMLIFrameElement | null>,
  url: string | undefined,
  isHeld: boolean,
) {
  const store = useStore()
  const shown = useRef(url)
  /** The address of the frame once it has loaded `shown`. */
  const loaded = useRef<string>(undefined)
  useEffect(() => {
    // With another `src`, the Back button of the browser would lead to the page before.
    if (shown.current !== undefined && url !== undefined && url !== shown.current) {
      loaded.current = undefined
      frame.current?.contentWindow?.location.replace(url)
    }
    shown.current = url
  }, [frame, url])
  const missed = useRef<PreviewEvent>(undefined)
  /** The document whose script listens. */
  const following = useRef<Document>(undefined)
  /** Whether the preview has changed while a document was on its way, which may be older. */
  const isOlder = useRef(false)
  useEffect(() => {
    const follow = (event: PreviewEvent) => {
      const { contentWindow: page, contentDocument } = frame.current ?? {}
      if (!frame.current || !page) return
      // It was loaded while the server could not be reached: the browser shows an error.
      if (!contentDocument) page.location.replace(shown.current ?? '')
      else if (event === 'code') page.location.reload()
      else if (contentDocument === following.current)
        page.dispatchEvent(new Event('signpost:update'))
      else isOlder.current = true
    }
    if (!isHeld && missed.current) follow(missed.current)
    missed.current = undefined
    return store.followPreviewEvents((event) => {
      if (!isHeld) follow(event)
      else if (missed.current !== 'code') missed.current = event
    })
  }, [store, frame, isHeld])
  return () => {
    const { contentWindow: page, contentDocument } = frame.current ?? {}
    if (!page || !contentDocument || contentDocument === following.current) return
    const { href } = page.location
    // Back has closed something above the page, and led the frame to the page before.
    if (shown.current !== undefined && href !== (loaded.current ??= href)) {
      loaded.current = undefined
      return page.location.replace(shown.current)
    }
    following.current = contentDocument
    // Its data would not fit the document, so that React keeps some of its attributes.
    if (isOlder.current) page.location.reload()
    isOlder.current = false
  }
}

/** Texts that are edited in the page, one at a time. */
function useTextEditing() {
  const store = useStore()
  const [editing, setEditing] = useState<TextEditing>()
  const [isLinking, onLinking] = useState(false)
  const toolbar = useRef<HTMLDivElement>(null)
  const editText: EditText = (element, path, at) => {
    const { open, schema, facts } = store.getState()
    const written = getAt(open?.entry.value, path)
    if (at && openFactValue(store, findShownFact(facts, written, at.shown))) return
    if (!open || typeof written !== 'string') return
    const { entry } = open
    if (entry.locked !== undefined) return store.notify(entry.locked, 'error')
    store.beginTyping()
    const entrySchema = getEntrySchema(schema, entry.address)
    const shape = describeShapeAt(schema, entrySchema, entry.value, path)
    const around = describeShapeAt(schema, entrySchema, entry.value, path.slice(0, -1))
    const isOptional =
      around?.kind === 'group' &&
      around.properties.some(({ name, isRequired }) => name === path.at(-1) && !isRequired)
    const started = editInPlace(element, {
      written,
      ...(at && { at }),
      isMarkdown: shape?.kind === 'text' && shape.format === 'markdown',
      headings: shape?.schema.headings === true,
      onType: (text) => store.typeValue(path, text),
      onDiscard: () => void discardTyped(store, moveBelow(entry.address, { path })),
      // As in the field of the form, which gets the focus and removes an optional text when it is left.
      onEmptied: (hadFocus) =>
        isOptional && !hadFocus ? store.removeValue(path) : store.typeValue(path, ''),
      onDropped: (dropped) => store.notify(describeDropped(dropped)),
      onEnd: (hadFocus) => {
        setEditing(undefined)
        // Its field gets the focus.
        if (hadFocus) store.select(path, 'preview')
      },
      onCited: (citation) =>
        listCited(citation).some((name) => openFactValue(store, findPrinted(facts, name))),
      onLink: () => onLinking(true),
      onSave: () => store.openDialog({ name: 'save' }),
      onAddBlock: () => store.openDialog({ name: 'palette' }),
      hasControl: () => toolbar.current?.contains(document.activeElement) ?? false,
    })
    if (typeof started === 'string') store.notify(`Edit it in the form: this text ${started}.`)
    onLinking(false)
    setEditing(typeof started === 'object' ? started : undefined)
  }
  return { editing, editText, toolbar, isLinking, onLinking }
}

/** @property shown the text of the innermost element at the point */
type ClickedPoint = { x: number; y: number; shown: string }

type EditText = (element: HTMLElement, path: Path, at?: ClickedPoint) => void

type FrameRefs = {
  frame: React.RefObject<HTMLIFrameElement | null>
  overlay: React.RefObject<FrameOverlay | undefined>
  revealed: React.RefObject<number>
}

/** F2 in a field of the form edits its text in the page, as a double-click there does. */
function useEditKey({ frame, overlay }: Pick<FrameRefs, 'frame' | 'overlay'>, editText: EditText) {
  const store = useStore()
  const latest = useRef(editText)
  latest.current = editText
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const field = (event.target as Element).closest<HTMLElement>('.form [data-field]')
      const { open } = store.getState()
      if (event.key !== 'F2' || !field || !open) return
      event.preventDefault()
      const path = parseKey(field.dataset.field!)
      const address = moveBelow(open.entry.address, { path })
      overlay.current?.reveal(address, true)
      const name = CSS.escape(formatAddress(address))
      const element = frame.current?.contentDocument?.querySelector<HTMLElement>(
        `[data-studio-path="${name}"]`,
      )
      if (!element) return store.notify('Edit it in the form: the page does not show it as a text.')
      latest.current(element, path)
    }
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  }, [store, frame, overlay])
}

/** @returns connects the page that is in the frame with the studio, once */
function useConnection(
  { frame, overlay, revealed }: FrameRefs,
  scheme: ColorScheme,
  editText: EditText,
) {
  const store = useStore()
  const latest = useRef(editText)
  latest.current = editText
  const latestScheme = useRef(scheme)
  latestScheme.current = scheme
  const connected = useRef<Document>(undefined)
  return () => {
    const page = frame.current?.contentDocument
    const view = page?.defaultView
    if (!page || !view || connected.current === page) return
    connected.current = page
    // In a new document, what was opened for the selection is closed again.
    revealed.current = -1
    const layer = createFrameOverlay(page)
    overlay.current = layer
    const refresh = () => {
      forceScheme(page, latestScheme.current)
      layer.place()
    }
    const showSelection = (isMarked: boolean) => {
      const { open, selection } = store.getState()
      if (!open) return
      const { path, serial, source } = selection
      const address = moveBelow(open.entry.address, { path })
      layer.show('selected', path.length > 0 ? address : undefined, nameAddress(open, address))
      if (path.length === 0) return
      // Rendering the page again may have closed it.
      if (revealed.current === serial) return void (isMarked && layer.reveal(address, false))
      // What has just been added appears with one of the next edits that are shown.
      const isShown = layer.reveal(address, source !== 'preview')
      if (isShown || (isMarked && source !== 'edit')) revealed.current = serial
    }
    refresh()
    showSelection(false)
    view.addEventListener('signpost:studio-marked', () => {
      refresh()
      showSelection(true)
    })
    new view.ResizeObserver(layer.place).observe(page.body)
    page.addEventListener('load', refresh, true)
    page.addEventListener('pointermove', ({ target }) => {
      const address = findShownAddress(target)
      layer.show('hover', address, address && nameAddress(store.getState().open, address))
    })
    page.addEventListener('pointerleave', () => layer.show('hover', undefined))
    const select = (event: MouseEvent) => {
      // The studio itself opens a tab.
      if (!event.isTrusted) return
      const link = (event.target as Element).closest('a')
      if (link && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        event.stopPropagation()
        return followLink(store, link)
      }
      // A text that is edited in place takes clicks itself.
      if (isEdited(event.target)) return event.preventDefault()
      const target = event.target as Element
      const shown = findShownAddress(target)
      // What opens the menus of the header selects nothing.
      if (!shown && target.closest('button, summary')) return
      const address = shown ?? findSharedPlace(target, store.getState().session.language)
      event.preventDefault()
      event.stopPropagation()
      if (address) void store.selectAddress(address, 'preview')
    }
    page.addEventListener('click', select, true)
    page.addEventListener(
      'dblclick',
      (event) => {
        if (isEdited(event.target)) return
        event.preventDefault()
        const address = findShownAddress(event.target)
        const { open } = store.getState()
        if (!address || !open) return
        const entry = open.entry.address
        const own = address.path.slice(entry.path.length)
        const element = (event.target as HTMLElement).closest<HTMLElement>('[data-studio-path]')
        if (!element || !isWithin(address, entry)) return
        layer.show('hover', undefined)
        const shown = (event.target as Element).textContent
        latest.current(element, own, { x: event.clientX, y: event.clientY, shown })
      },
      true,
    )
    listenToDrops(page, store, findShownAddress)
    const forward = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      const target = event.target as HTMLElement
      const isTyped = !ctrlKey && !metaKey && target.matches('input, textarea')
      if (isEdited(target) || isTyped) return
      const keys = { key, altKey, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }
      // What the studio does something about is not for the page, such as its open menu.
      if (frame.current?.dispatchEvent(new KeyboardEvent('keydown', keys)) !== false) return
      event.preventDefault()
      event.stopPropagation()
    }
    page.addEventListener('keydown', forward, true)
    page.addEventListener('submit', (event) => event.preventDefault(), true)
  }
}

/** Where the parts of the header and the footer are written that every page has. */
const sharedPlaces: Record<string, Path> = {
  '.header-phone': ['site', 'phone', 'number'],
  '.logo-tagline': ['site', 'logo', 'tagline'],
  '.logo': ['site', 'logo', 'text'],
  '.header-action': ['navigation', 'header', 'action'],
  '.site-header': ['navigation', 'header', 'menus'],
  '.footer-legal': ['navigation', 'footer', 'legal'],
  '.site-footer': ['navigation', 'footer'],
}

/** The setting that an element of the header or the footer shows. @param main the language of the site */
function findSharedPlace(target: Element, main: string): ValuePlace | undefined {
  const [, path] = Object.entries(sharedPlaces).find(([part]) => target.closest(part)) ?? []
  if (!path) return undefined
  const { lang } = target.ownerDocument.documentElement
  const isOther = lang !== main && path[1] !== 'phone'
  const own = ['site', 'languages', lang, ...path.slice(path[0] === 'site' ? 1 : 0)]
  return { file: 'pages.yaml', path: isOther ? own : path }
}

/** Opens the page that a link of the shown page leads to. */
function followLink(store: StudioStore, { origin, pathname, href }: HTMLAnchorElement): void {
  const route = decodeURI(pathname)
  const isPage = store.getState().pageList.pages.some((page) => page.route === route)
  if (origin === location.origin && isPage) void store.openPage(route)
  else store.notify(`${decodeURI(href)} is no page that the studio can open.`)
}

/** Whether a text is edited at an element. Citations in it are not editable themselves. */
const isEdited = (target: EventTarget | null) =>
  (target as Element).closest('[contenteditable]:not([contenteditable="false"])') !== null

/** Names an outlined element of the page: by its block, and the property in it. */
function nameAddress(open: OpenPage | undefined, { path }: ValuePlace): string {
  if (!open) return ''
  const relative = path.slice(open.page.address.path.length)
  if (relative[0] !== 'blocks' || relative.length < 2) return ''
  const type = getAt(open.page.value, [...relative.slice(0, 2), 'type'])
  const last = relative.findLast((step) => typeof step === 'string')
  const names = [type, relative.length > 2 && last]
  return names
    .filter((name) => typeof name === 'string')
    .map(toWords)
    .join(' › ')
}
