import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button, type Key, Tree, useDragAndDrop } from 'react-aria-components'
import { focusNewText, focusSoon, onceDialogIsClosed, rowSelector } from '../focus/move-focus.ts'
import { canMove } from '../form/move-place.ts'
import {
  buildPageMap,
  canMovePage,
  getParent,
  listMenus,
  type MapNode,
  type MenuRow,
  proposeAddress,
} from '../form/page-map.ts'
import { toKey } from '../form/paths.ts'
import { TreeRow, useReorder } from '../parts/tree-row.tsx'
import { applyAnywhere } from '../state/draft-commands.ts'
import { fetchEntry } from '../state/fetch-state.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { Dialog, useCloseDialog } from './dialog.tsx'
import { PageForm } from './page-dialog.tsx'

const pageType = 'application/x-signpost-page'

/** The page that moves, and the address that is proposed for it. */
type Move = { route: string; proposed: string }

/** The pages by their addresses, and the menus. Both are rearranged by dragging, or by keyboard. */
export function PageMap() {
  const [move, setMove] = useState<Move>()
  const ask = (next: Move) => {
    setMove(next)
    // The row of the tree would keep the focus.
    focusNewText('.page-form input')
  }
  return (
    <div className="dialog-content page-map">
      <AddressTree onMove={ask} />
      <MenuTree />
      <Dialog title="Change address" isOpen={move !== undefined} onClose={() => setMove(undefined)}>
        {move && (
          <PageForm
            action="rename"
            {...move}
            onDone={(to) => onceDialogIsClosed(() => focusSoon(mapRow(to)), 1)}
          />
        )}
      </Dialog>
    </div>
  )
}

const mapRow = (key: string) => rowSelector(key, '.page-map')

function AddressTree({ onMove }: { onMove: (move: Move) => void }) {
  const store = useStore()
  const close = useCloseDialog()
  const pages = useStudio((state) => state.pageList.pages)
  const open = useStudio((state) => state.open?.route ?? '/')
  const siteName = useStudio((state) => ` | ${state.session.siteName}`)
  const root = useMemo(() => buildPageMap(pages), [pages])
  const [expanded, setExpanded] = useState<Iterable<Key>>(() => listAbove(open))
  useEffect(() => setExpanded((known) => new Set([...known, ...listAbove(open)])), [open])
  const dragged = useRef('')
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [pageType]: String(key) })),
    onDragStart: ({ keys }) => void (dragged.current = String([...keys][0])),
    acceptedDragTypes: [pageType],
    getDropOperation: (target) => {
      const isOn = target.type === 'item' && target.dropPosition === 'on'
      return isOn && proposeAddress(dragged.current, String(target.key)) !== undefined
        ? 'move'
        : 'cancel'
    },
    onItemDrop: ({ target }) => {
      const proposed = proposeAddress(dragged.current, String(target.key))
      if (proposed !== undefined) onMove({ route: dragged.current, proposed })
    },
  })
  const renderNode = ({ route, page, nodes }: MapNode): ReactNode => {
    const isMovable = page !== undefined && canMovePage(page)
    const label = page?.title ?? route
    return (
      <TreeRow id={route} label={label} rows={nodes} renderRow={renderNode} isMovable={isMovable}>
        <span className="tree-label">{label.replace(siteName, '')}</span>
        {page && <span className="tree-note">{route}</span>}
        {isMovable && (
          <Button
            className="small-button"
            aria-label={`Move ${label}…`}
            onPress={() => onMove({ route, proposed: route })}
          >
            Move…
          </Button>
        )}
      </TreeRow>
    )
  }
  return (
    <section>
      <h3 id="map-pages">Pages by address</h3>
      <p className="help">
        Drag a page onto the one that its address should be below, or press its button. Links to it
        and its old address follow. Enter or a double-click opens a page.
      </p>
      <Tree
        aria-labelledby="map-pages"
        className="tree"
        items={[root]}
        expandedKeys={expanded}
        onExpandedChange={setExpanded}
        dragAndDropHooks={dragAndDropHooks}
        onAction={(key) => {
          if (!pages.some(({ route }) => route === key)) return
          close()
          void store.openPage(String(key))
        }}
      >
        {renderNode}
      </Tree>
    </section>
  )
}

const listAbove = (route: string): string[] =>
  route === '/' ? ['/'] : [...listAbove(getParent(route)), route]

const navigation = { file: 'pages.yaml', path: ['navigation'] }

function MenuTree() {
  const store = useStore()
  const version = useStudio((state) => state.draft.version)
  const entry = useAnswer(() => fetchEntry(navigation), [version])
  const rows = useMemo(() => listMenus(entry?.value), [entry])
  const dragAndDropHooks = useReorder((path, to) => {
    const at = { file: navigation.file, path: [...navigation.path, ...path] }
    void applyAnywhere(store, [{ kind: 'move', ...at, to }], 'Order a menu').then(() =>
      focusSoon(mapRow(toKey([...path.slice(0, -1), to]))),
    )
  })
  return (
    <section>
      <h3 id="map-menus">Menus</h3>
      <p className="help">Drag a link to another place in its menu.</p>
      {!entry && <p className="help">Loading…</p>}
      {entry && (
        <Tree
          aria-labelledby="map-menus"
          className="tree"
          items={rows}
          defaultExpandedKeys={listKeys(rows)}
          dragAndDropHooks={dragAndDropHooks}
        >
          {renderMenuRow}
        </Tree>
      )}
    </section>
  )
}

const renderMenuRow = ({ key, path, label, rows }: MenuRow): ReactNode => (
  <TreeRow id={key} label={label} rows={rows} renderRow={renderMenuRow} isMovable={canMove(path)}>
    <span className="tree-label">{label}</span>
  </TreeRow>
)

const listKeys = (rows: MenuRow[]): string[] =>
  rows.flatMap((row) => [row.key, ...listKeys(row.rows)])
