import { Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Button, Collection, Tree, TreeItem, type Key, useDragAndDrop } from 'react-aria-components'
import { focusSoon, rowSelector } from '../focus/move-focus.ts'
import { findRow, findTrail, listOutline, type OutlineRow } from '../form/outline.ts'
import { canMove, findPlace } from '../form/move-place.ts'
import { toWords } from '../../operations/to-words.ts'
import { parseKey, toKey } from '../form/paths.ts'
import type { Path } from '../../../../schema/source/position-types.ts'
import { CommentCount, countComments } from '../parts/comments.tsx'
import { DragHandle, TreeLine } from '../parts/tree-line.tsx'
import { ProblemCount } from '../parts/problem-note.tsx'
import { isPageOpen } from '../state/studio-state.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

/** The blocks of the open page, with the lists in them. */
export function OutlinePanel() {
  const store = useStore()
  const outline = useStudio((state) => state.open?.outline)
  const selection = useStudio((state) => state.selection)
  const isPage = useStudio(({ open }) => open !== undefined && isPageOpen(open))
  const rows = useMemo(() => (outline ? listOutline(outline) : []), [outline])
  const [expanded, setExpanded] = useState<Set<Key>>(new Set())
  const selected = isPage ? findRow(rows, selection.path)?.key : undefined
  useEffect(() => {
    const trail = findTrail(rows, selection.path)
    // The arrow keys pass rows without unfolding them. A row that is selected elsewhere is
    // unfolded.
    const above = (selection.source === 'outline' ? trail.slice(0, -1) : trail)
      .filter((row) => row.rows.length > 0)
      .map(({ key }) => key)
    setExpanded((current) => new Set([...current, ...above]))
    // A new outline unfolds nothing by itself.
  }, [selection])
  useEffect(() => {
    if (selected === undefined || selection.source === 'outline') return
    document
      .querySelector(`.outline [data-key="${CSS.escape(selected)}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  }, [selected, selection])
  const dragAndDropHooks = useOutlineDrag()
  const paths = useMemo(() => new Map(listAll(rows).map((row) => [row.key, row.path])), [rows])
  return (
    <section className="panel outline" aria-labelledby="outline-heading">
      <div className="panel-head">
        <h2 id="outline-heading">Outline</h2>
        <Button
          className="small-button"
          onPress={() => store.openDialog({ name: 'palette' })}
          isDisabled={!outline}
        >
          <Plus size={14} aria-hidden /> Add block
        </Button>
      </div>
      {outline ? (
        <Tree
          aria-label="Outline of the page"
          className="tree"
          items={rows}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={selected === undefined ? [] : [selected]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys]
            const path = paths.get(String(key))
            if (path) store.selectInPage(path, 'outline')
          }}
          dragAndDropHooks={dragAndDropHooks}
          expandedKeys={expanded}
          onExpandedChange={setExpanded}
        >
          {renderRow}
        </Tree>
      ) : (
        <p className="help">Choose a page to see its blocks.</p>
      )}
    </section>
  )
}

/** Blocks and entries are dragged within their lists. The form has buttons that move them, too. */
function useOutlineDrag() {
  const store = useStore()
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys: [dragged], target: { key, dropPosition } }) => {
      const from = parseKey(String(dragged))
      const to = findPlace(from, parseKey(String(key)), dropPosition === 'after')
      const { open } = store.getState()
      if (to === undefined || !open) return
      if (!isPageOpen(open)) store.selectInPage(from, 'outline')
      const moved = store.moveEntry(from, to)
      if (!moved) return
      store.select(moved, 'outline')
      focusSoon(rowSelector(toKey(moved)))
    },
  })
  return dragAndDropHooks
}

const renderRow = (row: OutlineRow) => (
  <TreeItem key={row.key} id={row.key} textValue={row.label} className="tree-row">
    <TreeLine rowKey={row.key}>
      <span className="tree-label">{row.label}</span>
      {row.days && (
        <span className="tree-days" title={row.days}>
          {row.days}
        </span>
      )}
      {row.note && <span className="tree-note">{toWords(row.note)}</span>}
      <RowComments path={row.path} />
      <ProblemCount errors={row.errors} warnings={row.warnings} />
      <DragHandle label={row.label} isDisabled={!canMove(row.path)} />
    </TreeLine>
    <Collection items={row.rows}>{renderRow}</Collection>
  </TreeItem>
)

/** The open comments on a block. */
function RowComments({ path }: { path: Path }) {
  const count = useStudio(({ comments, open }) =>
    path[0] === 'blocks' && path.length === 2
      ? (countComments(comments, open?.route).get(Number(path[1])) ?? 0)
      : 0,
  )
  return <CommentCount count={count} />
}

const listAll = (rows: OutlineRow[]): OutlineRow[] =>
  rows.flatMap((row) => [row, ...listAll(row.rows)])
