import { ChevronRight, GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, TreeItemContent } from 'react-aria-components'

/** A row of a tree, indented by its depth. @param rowKey by which others find the row */
export const TreeLine = ({ rowKey, children }: { rowKey?: string; children: ReactNode }) => (
  <TreeItemContent>
    {({ hasChildItems, level }) => (
      <div className="tree-line" data-key={rowKey} style={{ paddingInlineStart: (level - 1) * 14 }}>
        {hasChildItems ? (
          <Button slot="chevron" className="chevron">
            <ChevronRight size={14} aria-hidden />
          </Button>
        ) : (
          <span className="chevron" />
        )}
        {children}
      </div>
    )}
  </TreeItemContent>
)

export const DragHandle = ({ label, isDisabled }: { label: string; isDisabled?: boolean }) => (
  <Button slot="drag" className="drag-handle" aria-label={`Drag ${label}`} isDisabled={isDisabled}>
    <GripVertical size={12} aria-hidden />
  </Button>
)
