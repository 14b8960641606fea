import { ChevronRight, GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  Collection,
  TreeItem,
  TreeItemContent,
  useDragAndDrop,
} from 'react-aria-components'
import type { Path } from '../../../../schema/problems/location.ts'
import { findPlace, parseKey } from '../form/paths.ts'

type TreeRowProps<Row> = {
  id: string
  label: string
  /** The rows below it. */
  rows: Row[]
  renderRow: (row: Row) => ReactNode
  isMovable: boolean
  children: ReactNode
}

/** A row of a tree, indented by its depth. */
export const TreeRow = <Row extends object>(props: TreeRowProps<Row>) => (
  <TreeItem id={props.id} textValue={props.label} className="tree-row">
    <TreeItemContent>
      {({ hasChildItems, level }) => (
        <div className="tree-line" style={{ paddingInlineStart: (level - 1) * 14 }}>
          {hasChildItems ? (
            <Button slot="chevron" className="chevron">
              <ChevronRight size={14} aria-hidden />
            </Button>
          ) : (
            <span className="chevron" />
          )}
          {props.children}
          {props.isMovable && (
            <Button slot="drag" className="drag-handle" aria-label={`Drag ${props.label}`}>
              <GripVertical size={12} aria-hidden />
            </Button>
          )}
        </div>
      )}
    </TreeItemContent>
    <Collection items={props.rows}>{props.renderRow}</Collection>
  </TreeItem>
)

/** Lets entries be dragged within their lists. The keys of rows are those of their paths. */
export function useReorder(onMove: (path: Path, to: number) => void) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys: [dragged], target: { key, dropPosition } }) => {
      const path = parseKey(String(dragged))
      const to = findPlace(path, parseKey(String(key)), dropPosition === 'after')
      if (to !== undefined) onMove(path, to)
    },
  })
  return dragAndDropHooks
}
