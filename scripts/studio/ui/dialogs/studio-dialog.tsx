import type { ComponentType } from 'react'
import { Dialog } from './dialog.tsx'
import { FactsTable } from './facts-dialog.tsx'
import { FindForm } from './find-dialog.tsx'
import { Keys } from './keys-dialog.tsx'
import { PageMap } from './map-dialog.tsx'
import { Palette } from './palette-dialog.tsx'
import { Media } from './media-dialog.tsx'
import { PublishForm } from './publish-dialog.tsx'
import { Redirects } from './redirects-dialog.tsx'
import { SaveForm } from './save-dialog.tsx'

export type DialogName =
  | 'save'
  | 'publish'
  | 'palette'
  | 'facts'
  | 'find'
  | 'keys'
  | 'map'
  | 'media'
  | 'redirects'

type DialogContent = {
  title: string
  Content: ComponentType<{ onClose: () => void; onSave: () => void }>
  isWide?: boolean
  /** Whether it makes steps while it is open, which Ctrl+Z undoes there, too. */
  hasSteps?: boolean
}

const contents: Record<DialogName, DialogContent> = {
  save: { title: 'Save changes', Content: SaveForm, isWide: true },
  publish: { title: 'Publish', Content: PublishForm },
  palette: { title: 'Add a block', Content: Palette, isWide: true },
  facts: { title: 'Facts', Content: FactsTable, isWide: true, hasSteps: true },
  redirects: { title: 'Redirects', Content: Redirects, isWide: true, hasSteps: true },
  keys: { title: 'Keyboard', Content: Keys },
  map: { title: 'Map of pages', Content: PageMap, isWide: true, hasSteps: true },
  media: { title: 'Pictures', Content: Media, isWide: true, hasSteps: true },
  find: { title: 'Find and replace', Content: FindForm, isWide: true, hasSteps: true },
}

type StudioDialogProps = {
  name: DialogName | undefined
  onClose: () => void
  /** Shows the dialog that saves, in place of the open one. */
  onSave: () => void
}

/** The dialog that is open, of those about the whole site or page. */
export function StudioDialog({ name, onClose, onSave }: StudioDialogProps) {
  if (name === undefined) return null
  const { title, Content, isWide, hasSteps } = contents[name]
  const className = `${isWide ? 'wide' : ''} ${hasSteps ? 'steps-modal' : ''}`
  return (
    <Dialog title={title} isOpen onClose={onClose} className={className}>
      <Content onClose={onClose} onSave={onSave} />
    </Dialog>
  )
}
