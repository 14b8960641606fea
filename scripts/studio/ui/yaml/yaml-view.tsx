import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import {
  type ValuePlace,
  formatAddress,
  isWithinPath,
  moveBelow,
} from '../../../edit/source-address.ts'
import type { SourceProblem, SourceView } from '../../../edit/describe/source-view.ts'
import { findInOverride, locateShownValue } from '../form/set-edits.ts'
import { askServer } from '../state/api.ts'
import { isPageOpen } from '../state/studio-state.ts'
import type { StudioStore } from '../state/studio-store.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { restoreLineEnds, toShownText, toShownOffset } from './shown-text.ts'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { findDifference } from '../../../../schema/util/splice-text.ts'

/** The file of what is selected, as it would be saved. What is selected is marked in it. */
export function YamlView() {
  const store = useStore()
  const file = useStudio(({ open }) => open?.entry.address.file)
  if (file === undefined) return <p className="help">Choose a page to see its YAML.</p>
  return <FileEditor key={file} file={file} store={store} />
}

function FileEditor({ file, store }: { file: string; store: StudioStore }) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<YamlEditor>(undefined)
  const selection = useStudio((state) => state.selection)
  const version = useStudio((state) => state.draft.version)
  const [problems, setProblems] = useState<SourceProblem[]>([])
  /** The text of the file before the author changed it here. Undefined if nothing was changed. */
  const [edited, setEdited] = useState<string>()
  const source = useRef<SourceView>(undefined)
  const apply = async () => {
    const { current: view } = editor
    if (!view || edited === undefined) return
    const after = restoreLineEnds(edited, view.getText())
    const answer = await store.act('source', { file, before: edited, after })
    if (!answer) return
    const { problems: found, draft } = answer
    if (draft) store.notify(`The YAML of ${file} has been applied. Undo takes it back.`)
    setProblems(found)
    view.showProblems(found)
    if (found.length === 0) setEdited(undefined)
    view.focus()
  }
  const latestApply = useRef(apply)
  latestApply.current = apply

  useEffect(() => {
    const created = createEditor({
      parent: host.current!,
      label: `YAML of ${file}`,
      onEdit: () => setEdited((current) => current ?? source.current?.text),
      onCursor: (line, column) => {
        // The lines of a text that is not applied yet do not match those of the page.
        const isUsed = created.getText() === toShownText(source.current?.text ?? '')
        if (isUsed) void selectPlace(store, { file, line, column })
      },
      onApply: () => void latestApply.current(),
    })
    editor.current = created
    return () => created.destroy()
  }, [file, store])

  useEffect(() => {
    // An edited text is kept until it is applied or discarded.
    if (edited !== undefined) return
    let isCurrent = true
    const address = formatAddress(findSelected(store) ?? { file, path: [] })
    const show = (view: SourceView) => {
      if (!isCurrent) return
      source.current = view
      editor.current?.setText(toShownText(view.text))
      setProblems(view.problems)
      const { start, end } = view
      if (start !== undefined && end !== undefined)
        editor.current?.mark(
          toShownOffset(view.text, start),
          toShownOffset(view.text, end),
          selection.source !== 'yaml',
        )
      else editor.current?.showProblems(view.problems)
    }
    store
      .flush()
      .then(() => askServer('source', { address }))
      .then(show, (error: Error) => store.notify(error.message, 'error'))
    return () => {
      isCurrent = false
    }
  }, [store, file, selection, version, edited])

  return (
    <div className="yaml" data-edited={edited !== undefined || undefined}>
      <div className="yaml-bar">
        <span className="muted">{file}</span>
        {edited !== undefined && (
          <>
            <Button className="small-button" onPress={() => void apply()}>
              Use this text
            </Button>
            <Button className="small-button" onPress={() => setEdited(undefined)}>
              Discard
            </Button>
          </>
        )}
      </div>
      {problems.length > 0 && (
        <ul className="yaml-problems" role="alert">
          {problems.map(({ line, column, message, fix }) => (
            <li key={`${line} ${column} ${message}`} className="problem-note">
              Line {line}: {message} {fix}
            </li>
          ))}
        </ul>
      )}
      <div ref={host} className="yaml-editor" />
    </div>
  )
}

function findSelected(store: StudioStore): ValuePlace | undefined {
  const { open, selection } = store.getState()
  if (open?.set && isPageOpen(open)) return locateShownValue(open.set, selection.path)
  return open && moveBelow(open.entry.address, { path: selection.path })
}

/** Selects what the cursor is in, if the page or the form shows it. */
async function selectPlace(
  store: StudioStore,
  { file, line, column }: { file: string; line: number; column: number },
): Promise<void> {
  const place = { file, line, column }
  const { address } = await askServer('source-place', place).catch(
    (): { address?: ValuePlace } => ({}),
  )
  const { open } = store.getState()
  if (!address || !open) return
  const [section, route] = address.path
  const isOpen =
    [open.page, open.entry].some((each) => isWithinPath(address.path, each.address.path)) ||
    (open.set && findInOverride(open.set, address))
  if (isOpen) await store.selectAddress(address, 'yaml')
  else if (section === 'pages' && typeof route === 'string')
    await store.openPage(route, address.path.slice(2), 'yaml')
}

type EditorOptions = {
  parent: HTMLElement
  label: string
  onEdit: (text: string) => void
  /** Called when the author moves the cursor. Line and column begin with 1. */
  onCursor: (line: number, column: number) => void
  onApply: () => void
}

type YamlEditor = ReturnType<typeof createEditor>

/** Distinguishes changes that the studio makes from those that the author types. */
const isReplacement = Annotation.define<boolean>()
const setSelected = StateEffect.define<{ from: number; to: number } | undefined>()
const setProblems = StateEffect.define<SourceProblem[]>()

/** Colors of the studio, so that both schemes are readable. */
const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-strong)' },
  { tag: tags.comment, color: 'var(--text-soft)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--text-soft)' },
])

const theme = EditorView.theme({
  '&': { blockSize: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    color: 'var(--text-soft)',
    backgroundColor: 'var(--ground)',
    borderInlineEnd: '1px solid var(--line)',
  },
  '.yaml-selected': { backgroundColor: 'var(--accent-tint)' },
  '.yaml-problem': { backgroundColor: 'var(--error-tint)' },
})

/** Whole lines with a background. */
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, { changes, effects, state }) {
    let decorations = current.map(changes)
    for (const effect of effects) {
      if (effect.is(setSelected)) decorations = drawSelected(state, effect.value)
      if (effect.is(setProblems)) decorations = drawProblems(state, effect.value)
    }
    return decorations
  },
  provide: (field) => EditorView.decorations.from(field),
})

function drawSelected({ doc }: EditorState, range?: { from: number; to: number }): DecorationSet {
  if (!range) return Decoration.none
  const first = doc.lineAt(Math.min(range.from, doc.length)).number
  const last = doc.lineAt(Math.min(Math.max(range.to - 1, range.from), doc.length)).number
  const lines = Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index))
  return Decoration.set(
    lines.map(({ from }) => Decoration.line({ class: 'yaml-selected' }).range(from)),
  )
}

function drawProblems({ doc }: EditorState, problems: SourceProblem[]): DecorationSet {
  const numbers = [...new Set(problems.map(({ line }) => Math.min(line, doc.lines)))]
  return Decoration.set(
    numbers
      .sort((a, b) => a - b)
      .map((number) => Decoration.line({ class: 'yaml-problem' }).range(doc.line(number).from)),
  )
}

function createEditor({ parent, label, onEdit, onCursor, onApply }: EditorOptions) {
  const view = new EditorView({
    parent,
    extensions: [
      lineNumbers(),
      history(),
      marks,
      yaml(),
      theme,
      syntaxHighlighting(colors),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      keymap.of([
        { key: 'Mod-Enter', run: () => (onApply(), true) },
        ...defaultKeymap,
        ...historyKeymap,
      ]),
      EditorView.updateListener.of(({ docChanged, selectionSet, transactions, state }) => {
        const isByAuthor = transactions.some(
          (each) => each.isUserEvent('select') || each.isUserEvent('input'),
        )
        if (docChanged && transactions.some((each) => !each.annotation(isReplacement)))
          onEdit(state.doc.toString())
        else if (selectionSet && isByAuthor) {
          const line = state.doc.lineAt(state.selection.main.head)
          onCursor(line.number, state.selection.main.head - line.from + 1)
        }
      }),
    ],
  })
  // It scrolls by keyboard, too.
  view.scrollDOM.tabIndex = 0
  return {
    /** Shows a text, unless it is shown already. */
    setText(text: string) {
      const shown = view.state.doc.toString()
      if (text === shown) return
      const { start, end, text: insert } = findDifference(shown, text)
      const changes = { from: start, to: end, insert }
      view.dispatch({ changes, annotations: isReplacement.of(true) })
    },
    getText: () => view.state.doc.toString(),
    /** Marks the lines of what is selected. @param isRevealed whether they are scrolled to */
    mark(start: number, end: number, isRevealed: boolean) {
      const scroll = EditorView.scrollIntoView(Math.min(start, view.state.doc.length), {
        y: 'start',
        yMargin: 24,
      })
      view.dispatch({
        effects: [setSelected.of({ from: start, to: end }), ...(isRevealed ? [scroll] : [])],
      })
    },
    /** Marks the lines with mistakes, and shows the first one. */
    showProblems(problems: SourceProblem[]) {
      const [first] = problems
      const { doc } = view.state
      const line = first && doc.line(Math.min(Math.max(first.line, 1), doc.lines))
      view.dispatch({
        effects: setProblems.of(problems),
        ...(line && {
          selection: { anchor: Math.min(line.from + first.column - 1, line.to) },
          scrollIntoView: true,
        }),
      })
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}
