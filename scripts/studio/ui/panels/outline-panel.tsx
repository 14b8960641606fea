import { Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Button, type Key, Tree } from 'react-aria-components'
import { focusSoon, rowSelector } from '../focus/move-focus.ts'
import { findRow, findTrail, listOutline, type OutlineRow } from '../form/outline.ts'
import { canMove, toKey } from '../form/paths.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { CommentCount, countComments } from '../parts/comments.tsx'
import { TreeRow, useReorder } from '../parts/tree-row.tsx'
import { ProblemCount } from '../parts/problem-note.tsx'
import { printWords } from '../form/citations.ts'
import { isPageOpen } from '../state/studio-state.ts'
import { usePageProblems } from '../state/use-problems.ts'
import { useCitableFacts, useStore, useStudio } from '../state/use-studio.ts'

/** The blocks of the open page, with the lists in them. */
export function OutlinePanel() {
  const store = useStore()
  const value = useStudio((state) => state.open?.page.value)
  const facts = useCitableFacts()
  const count = usePageProblems()
  const selection = useStudio((state) => state.selection)
  const isPage = useStudio(({ open }) => open !== undefined && isPageOpen(open))
  const listed = listOutline(value, { count, print: (text) => printWords(facts, text) })
  // Most letters that are typed change no row.
  const rows = useMemo(() => listed, [JSON.stringify(listed)])
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
    document.querySelector(rowSelector(selected))?.scrollIntoView({ block: 'nearest' })
  }, [selected, selection])
  // The form has buttons that move them, too.
  const dragAndDropHooks = useReorder((path, to) => {
    if (!isPage) store.selectInPage(path, 'outline')
    const moved = store.moveEntry(path, to)
    if (!moved) return
    store.select(moved, 'outline')
    focusSoon(rowSelector(toKey(moved)))
  })
  const paths = useMemo(() => new Map(listAll(rows).map((row) => [row.key, row.path])), [rows])
  return (
    <section className="panel outline" aria-labelledby="outline-heading">
      <div className="panel-head">
        <h2 id="outline-heading">Outline</h2>
        <Button
          className="small-button"
          onPress={() => store.openDialog({ name: 'palette' })}
          isDisabled={value === undefined}
        >
          <Plus size={14} aria-hidden /> Add block
        </Button>
      </div>
      {value !== undefined ? (
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

const renderRow = (row: OutlineRow) => (
  <TreeRow
    id={row.key}
    label={row.label}
    rows={row.rows}
    renderRow={renderRow}
    isMovable={canMove(row.path)}
  >
    <span className="tree-label">{row.label}</span>
    {row.days && (
      <span className="tree-days" title={row.days}>
        {row.days}
      </span>
    )}
    {row.note && <span className="tree-note">{toWords(row.note)}</span>}
    <RowComments path={row.path} />
    <ProblemCount errors={row.errors} warnings={row.warnings} />
  </TreeRow>
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
