import { ArrowLeft, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from 'react-aria-components'
import { Properties } from '../fields/group-field.tsx'
import { UnknownBlock } from '../fields/unknown-fields.tsx'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { isNameAt, listTexts } from '../../../report/find-texts.ts'
import { asRecord, getAt } from '../../../../schema/util/records.ts'
import { describeShape, getEntrySchema, type Property } from '../form/describe-shape.ts'
import { createSettingFilter, describeSetting } from '../form/find-settings.ts'
import type { FactListing } from '../../../report/list-facts.ts'
import { CitedFact, FactSum } from '../parts/cited-fact.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { LongForm } from '../fields/field-frame.tsx'
import type { Path } from '../../../../schema/problems/location.ts'
import { summarize } from '../form/names.ts'
import { sectionNames, toWords } from '../../../../schema/shared/to-words.ts'
import { parseKey, toKey } from '../form/paths.ts'
import { BlockComments } from '../parts/comments.tsx'
import { FactUses } from '../parts/fact-uses.tsx'
import { HiddenNote } from '../parts/hidden-note.tsx'
import { ItemActions } from '../parts/item-actions.tsx'
import { fieldSelector, focusSoon, selectText, textControls } from '../focus/move-focus.ts'
import { citationAttribute } from '../form/paste-html.ts'
import { ProblemNotes } from '../parts/problem-note.tsx'
import { useProblemsAt } from '../state/use-problems.ts'
import { isPageOpen, type OpenPage, type Selection } from '../state/studio-state.ts'
import type { StudioStore } from '../state/studio-store.ts'
import { useCitableFacts, useStore, useStudio } from '../state/use-studio.ts'
import { descriptionLimit, titleLimit } from '../../../../schema/rules/head-limits.ts'
import { printCitations } from '../form/citations.ts'

/** The form of the selected block, or of the page. */
export function FormPanel() {
  const open = useStudio((state) => state.open)
  const selection = useStudio((state) => state.selection)
  const panel = useRef<HTMLElement>(null)
  const shown = open && toKey([open.route, ...locateForm(open, selection.path)])
  // Another form begins at its top. What it returns is a promise in some browsers.
  useEffect(() => void panel.current?.scrollTo(0, 0), [shown])
  useEffect(() => showSelected(panel.current, selection), [selection])
  useStillContent(panel)
  return (
    <section className="panel form" aria-labelledby="form-heading" ref={panel}>
      {open ? (
        <OpenForm key={toKey(locateForm(open, selection.path))} open={open} path={selection.path} />
      ) : (
        <>
          <div className="panel-head">
            <h2 id="form-heading">Form</h2>
          </div>
          <p className="help">Choose a page, then point at what you want to change.</p>
        </>
      )}
    </section>
  )
}

/**
 * Scrolls to the field that was selected elsewhere. If it was clicked in the page, it also gets the
 * focus.
 */
function showSelected(panel: HTMLElement | null, { path, source }: Selection): void {
  if (source === 'form') return
  const field = panel?.querySelector(fieldSelector(toKey(path)))
  const shown = field ?? panel?.querySelector(`[data-item="${CSS.escape(toKey(path))}"]`)
  shown?.scrollIntoView({ block: 'nearest' })
  const change = '.cited-fact button'
  // Letters typed beside a mere citation would become part of what it prints.
  const editor = field?.querySelector<HTMLElement>('[role="textbox"]')
  const cited = editor?.querySelector(`[${citationAttribute}]`)
  const isCitation = cited != null && cited.textContent === editor?.textContent
  const control =
    (source === 'preview' && isCitation && field?.querySelector<HTMLElement>(change)) ||
    field?.querySelector<HTMLElement>(`${textControls}, .select-button, ${change}`)
  if (source === 'preview' || source === 'problems') control?.focus({ preventScroll: true })
  // What is typed replaces the value that is to be changed.
  if (source === 'problems' && control?.matches('input')) selectText(control)
  // `/` adds a block here.
  if (source === 'preview' && control?.matches('textarea'))
    (control as HTMLTextAreaElement).setSelectionRange(0, 0)
  else if (source === 'preview' && control?.matches('[role="textbox"]'))
    getSelection()!.collapse(control, 0)
  // The focused element may have been in the previous form.
  if (source !== 'pages' && document.activeElement === document.body)
    panel?.querySelector<HTMLElement>('#form-heading')?.focus()
}

/** The path of the selected block; empty if the form is about something else. */
const locateBlock = (open: OpenPage, path: Path): Path =>
  isPageOpen(open) && path[0] === 'blocks' && path.length > 1 ? path.slice(0, 2) : []

/** Which form is shown: selecting a field of it does not change that. */
const locateForm = (open: OpenPage, path: Path): Path => [
  ...open.entry.address.path,
  ...locateBlock(open, path),
]

function OpenForm({ open, path }: { open: OpenPage; path: Path }) {
  const { entry, outline } = open
  const store = useStore()
  const isPage = isPageOpen(open)
  const at = locateBlock(open, path)
  const isBlock = at.length > 0
  const value = getAt(entry.value, at)
  const root = useStudio((state) => state.schema)
  const facts = useCitableFacts()
  const problems = useProblemsAt(at)
  const schema = isBlock ? { $ref: '#/$defs/block' } : getEntrySchema(root, entry.address)
  const shape = describeShape(root, schema, value)
  const title = nameForm(open, at)
  const [query, setQuery] = useState('')
  const isSettings = entry.address.path[0] === 'site'
  const isSearched = isSettings && query.trim() !== ''
  const isFact = entry.address.path[0] === 'facts'
  const fact = isFact ? facts.find(({ name }) => name === entry.address.path[1]) : undefined
  const matches = createSettingFilter(query)
  const foundFacts = isSearched ? findFacts(facts, matches) : []
  const isShown = ({ name, schema: own }: Property) =>
    isSettings
      ? matches(describeSetting(root, name, own, getAt(value, [name])))
      : isBlock || !isPage || !notInPageForm.has(name)
  return (
    <div className="form-content">
      <div className="panel-head" data-item={isBlock ? toKey(at) : undefined}>
        {!isPage && (
          <Button className="small-button" onPress={() => store.selectInPage([], 'edit')}>
            <ArrowLeft size={14} aria-hidden /> Page
          </Button>
        )}
        <h2 id="form-heading" tabIndex={-1}>
          {title}
        </h2>
        {isBlock && (
          <ItemActions path={at} label={title} minimum={1} maximum={Number.POSITIVE_INFINITY} />
        )}
      </div>
      <p className="form-about">
        {isBlock ? summarize(value, facts) : isPage && outline.route}
        <span className="help">{shape.description}</span>
      </p>
      {isBlock && <HiddenNote value={value} />}
      {isPage && outline.set && (
        <p className="set-note">
          This page is one of {outline.set.pages} that are made from one template. Below each field
          is where its value comes from, and you choose which pages an edit changes. Adding, moving
          or removing a block or a property changes all of them.
        </p>
      )}
      {isPage && outline.original && <OriginalNote route={outline.original.route} />}
      {entry.locked !== undefined && <p className="set-note">{entry.locked}</p>}
      <ProblemNotes problems={problems} />
      {fact && <FactSum fact={fact} />}
      {isPage && !isBlock && <SearchPreview value={value} route={outline.route} />}
      {isSettings && (
        <SearchBox
          label="Search settings"
          value={query}
          onChange={setQuery}
          onSubmit={() => focusSoon(...listFound(matches))}
        />
      )}
      {isSettings && shape.kind === 'group' && !shape.properties.some(isShown) && (
        <p className="help">No matching settings.</p>
      )}
      {foundFacts.length > 0 && (
        <div role="group" aria-label="Matching facts">
          {foundFacts.map(({ name }) => (
            <p key={name}>
              <CitedFact facts={facts} name={name} />
            </p>
          ))}
        </div>
      )}
      <fieldset
        className="fields"
        disabled={entry.locked !== undefined}
        onFocus={({ currentTarget, target }) => {
          // The fields of a dialog that one of these has opened are no part of the page.
          if (currentTarget.contains(target)) selectFocused(store, target)
        }}
      >
        <LongForm value={isSettings ? (isSearched ? { matches } : {}) : undefined}>
          {shape.kind === 'group' ? (
            <Properties
              path={at}
              value={value}
              isSearched={isSearched}
              properties={
                isFact ? listFigureFirst(shape.properties, fact) : shape.properties.filter(isShown)
              }
            >
              {isFact && <FactUses name={String(entry.address.path[1])} />}
            </Properties>
          ) : (
            <UnknownBlock path={at} />
          )}
        </LongForm>
      </fieldset>
      {isBlock && (
        <Button className="add-button" onPress={() => store.openDialog({ name: 'palette' })}>
          <Plus size={14} aria-hidden /> Add a block below
        </Button>
      )}
      {isPage && <BlockComments route={open.route} index={isBlock ? Number(path[1]) : undefined} />}
    </div>
  )
}

/** What a fact says comes before what it is called. Of a sum, pages print no figure of its own. */
const listFigureFirst = (properties: Property[], fact: FactListing | undefined): Property[] =>
  properties
    .filter((each) => !fact?.computedFrom || !isFigure(each))
    .toSorted((a, b) => Number(isFigure(b)) - Number(isFigure(a)))

const isFigure = ({ name }: Property) => name === 'value' || name === 'readings'

/** Figures that are searched for in the settings are mostly facts. */
const findFacts = (facts: FactListing[], matches: (text: string) => boolean): FactListing[] =>
  facts.filter(({ label, text }) => matches(`${label} ${text}`)).slice(0, maxFoundFacts)

const maxFoundFacts = 10

/** The fields of the settings, those whose names are searched for first, then what adds one. */
function listFound(matches: (text: string) => boolean): string[] {
  const fields = [...document.querySelectorAll<HTMLElement>('.form .fields [data-field]')]
  const isNamed = (field: HTMLElement) =>
    matches(field.querySelector('[id$="-label"]')?.textContent ?? '')
  return [
    ...fields.filter(isNamed).map(({ dataset }) => fieldSelector(dataset.field!)),
    '.form .fields [data-field]',
    '.form .fields .add-button',
  ]
}

/** Blocks have forms of their own. A checksum of the original is recorded by a button. */
const notInPageForm = new Set(['blocks', 'original'])

/** On a translation: the page that it translates, and whether that has changed since. */
function OriginalNote({ route }: { route: string }) {
  const store = useStore()
  const problems = useProblemsAt(['translates'])
  return (
    <div className="set-note">
      <p>
        This page translates{' '}
        <Button className="link-button" onPress={() => void store.openPage(route)}>
          {route}
        </Button>
        . The original is below each text. Its history says what has changed.
      </p>
      <Untranslated />
      <ProblemNotes problems={problems} />
    </div>
  )
}

/** What of a translation is still in the words of its original. */
function Untranslated() {
  const open = useStudio((state) => state.open)
  const names = new Set(useStudio((state) => state.facts).map(({ name }) => name))
  const { page, original } = open ?? {}
  const left = [...listTexts({ file: '', value: page?.value ?? null })].filter(
    ({ address: { path }, text }) =>
      /^\p{Lu}|\p{L}\s/u.test(text) &&
      getAt(original?.value, path) === text &&
      !isNameAt(path, text, names),
  )
  if (left.length === 0) return null
  const places = left.map(({ address: { path } }) => {
    const block = path[0] === 'blocks' && getAt(page?.value, [...path.slice(0, 2), 'type'])
    return toWords(String(block || path[0])).toLowerCase()
  })
  return (
    <p role="status">
      {formatCount(left.length, 'text')} still to be translated, in{' '}
      {[...new Set(places)].join(', ')}.
    </p>
  )
}

/** What the form is about: a block, the page, or what pages share. */
function nameForm({ entry, page }: OpenPage, at: Path): string {
  const { type } = asRecord(getAt(entry.value, at))
  if (at.length > 0) return toWords(String(type ?? 'block'))
  if (entry === page) return 'Page settings'
  const { label } = asRecord(entry.value)
  return sectionNames[String(entry.address.path[0])] ?? String(label ?? entry.address.path.at(-1))
}

/** The field that has the focus is selected in the page and in the outline, too. */
function selectFocused(store: StudioStore, target: Element): void {
  const key = target.closest('[data-field]')?.getAttribute('data-field')
  const focused = key === undefined || key === null ? undefined : parseKey(key)
  const current = store.getState().selection.path
  if (focused && toKey(focused) !== toKey(current) && hasControl(target))
    store.select(focused, 'form')
}

/** Buttons within a field act; they do not select. */
const hasControl = (element: Element) => element.matches(`${textControls}, .select-button`)

/** What a search engine shows of the page: the end of a text that is too long is marked. */
function SearchPreview({ value, route }: { value: unknown; route: string }) {
  const facts = useCitableFacts()
  const siteName = useStudio((state) => state.session.siteName)
  const [title, description] = ['title', 'description'].map((name) =>
    printCitations(facts, String(getAt(value, [name]) ?? '')),
  )
  return (
    <figure className="search-preview">
      <figcaption className="visually-hidden">In search results</figcaption>
      <p className="search-address">
        {[siteName, ...route.split('/').filter(Boolean)].join(' › ')}
      </p>
      <p className="search-title">
        <TruncatedText text={title ?? ''} limit={titleLimit} />
      </p>
      <p className="search-description">
        <TruncatedText text={description ?? ''} limit={descriptionLimit} />
      </p>
    </figure>
  )
}

function TruncatedText({ text, limit }: { text: string; limit: number }) {
  return (
    <>
      {text.slice(0, limit)}
      {text.length > limit && <mark>{text.slice(limit)}</mark>}
    </>
  )
}

/**
 * Keeps what is pointed at, or has the focus, where it is on the screen when something appears above
 * it. The browser does so as well, but not at the top of what scrolls.
 */
function useStillContent(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const panel = scroller.current!
    let kept: { element: Element; top: number; scroll: number } | undefined
    const keep = (element: Element | null | undefined) => {
      kept = element?.isConnected
        ? { element, top: element.getBoundingClientRect().top, scroll: panel.scrollTop }
        : undefined
    }
    const restore = () => {
      if (!kept) return
      const moved = kept.element.getBoundingClientRect().top - kept.top
      // Whoever has scrolled meanwhile meant to.
      if (kept.element.isConnected && panel.scrollTop === kept.scroll) panel.scrollTop += moved
      keep(kept.element)
    }
    const sizes = new ResizeObserver(restore)
    const watch = () => {
      sizes.disconnect()
      for (const form of panel.children) sizes.observe(form)
    }
    const forms = new MutationObserver(watch)
    forms.observe(panel, { childList: true })
    watch()
    const ending = new AbortController()
    const follow = ({ target }: Event) =>
      keep((target as Element).closest('[data-field], [data-item]'))
    for (const name of ['pointermove', 'focusin'])
      panel.addEventListener(name, follow, { signal: ending.signal })
    panel.addEventListener('scroll', () => keep(kept?.element), { signal: ending.signal })
    return () => {
      ending.abort()
      forms.disconnect()
      sizes.disconnect()
    }
  }, [scroller])
}
