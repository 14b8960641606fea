import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import {
  type NodeAddress,
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
import { createEditor, type YamlEditor } from './create-editor.ts'
import { restoreLineEnds, toShownText, toShownOffset } from './shown-text.ts'

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

function findSelected(store: StudioStore): NodeAddress | undefined {
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
    (): { address?: NodeAddress } => ({}),
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
