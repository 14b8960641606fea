/** The editor of YAML. Loaded when it is shown, since it is large. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { SourceProblem } from '../../../edit/describe/source-view.ts'
import { findDifference } from '../../../edit/find-difference.ts'

type EditorOptions = {
  parent: HTMLElement
  label: string
  onEdit: (text: string) => void
  /** Called when the author moves the cursor. Line and column begin with 1. */
  onCursor: (line: number, column: number) => void
  onApply: () => void
}

export type YamlEditor = {
  /** Shows a text, unless it is shown already. */
  setText(text: string): void
  getText(): string
  /** Marks the lines of what is selected. @param isRevealed whether they are scrolled to */
  mark(start: number, end: number, isRevealed: boolean): void
  /** Marks the lines with mistakes, and shows the first one. */
  showProblems(problems: SourceProblem[]): void
  focus(): void
  destroy(): void
}

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

export function createEditor(options: EditorOptions): YamlEditor {
  const { parent, label, onEdit, onCursor, onApply } = options
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
    setText(text) {
      const shown = view.state.doc.toString()
      if (text === shown) return
      const { start, end, text: insert } = findDifference(shown, text)
      const changes = { from: start, to: end, insert }
      view.dispatch({ changes, annotations: isReplacement.of(true) })
    },
    getText: () => view.state.doc.toString(),
    mark(start, end, isRevealed) {
      const scroll = EditorView.scrollIntoView(Math.min(start, view.state.doc.length), {
        y: 'start',
        yMargin: 24,
      })
      view.dispatch({
        effects: [setSelected.of({ from: start, to: end }), ...(isRevealed ? [scroll] : [])],
      })
    },
    showProblems(problems) {
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
