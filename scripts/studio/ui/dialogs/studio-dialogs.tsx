import type { ComponentType } from 'react'
import type { OpenDialog } from '../state/studio-state.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { Dialog } from './dialog.tsx'
import { FactsTable, NewFactForm } from './facts-dialog.tsx'
import { FindForm } from './find-dialog.tsx'
import { Keys } from './keys-dialog.tsx'
import { Media } from './media-dialog.tsx'
import { Palette } from './palette-dialog.tsx'
import { PublishForm } from './publish-dialog.tsx'
import { Redirects } from './redirects-dialog.tsx'
import { Rows } from './rows-dialog.tsx'
import { SaveForm } from './save-dialog.tsx'

/** What is shown under a name. */
type DialogContent<Name> = {
  title: string
  Content: ComponentType<Extract<OpenDialog, { name: Name }>>
  /** `steps-modal` if it makes steps while it is open, which Ctrl+Z undoes there, too. */
  className?: string
}

type NamedDialog = Exclude<OpenDialog, { name: 'form' }>

const contents: { [Name in NamedDialog['name']]: DialogContent<Name> } = {
  save: { title: 'Save changes', Content: SaveForm, className: 'wide' },
  publish: { title: 'Publish', Content: PublishForm },
  palette: { title: 'Add a block', Content: Palette, className: 'wide' },
  facts: { title: 'Facts', Content: FactsTable, className: 'wide steps-modal' },
  redirects: { title: 'Redirects', Content: Redirects, className: 'wide steps-modal' },
  keys: { title: 'Keyboard', Content: Keys },
  media: { title: 'Pictures', Content: Media, className: 'wide steps-modal' },
  find: { title: 'Find and replace', Content: FindForm, className: 'wide steps-modal' },
  'new-fact': { title: 'New fact', Content: NewFactForm },
  rows: { title: 'Rows', Content: Rows, className: 'wide rows-modal' },
}

/** The open dialogs of those about the whole site or page. */
export function StudioDialogs() {
  const store = useStore()
  const dialogs = useStudio((state) => state.dialogs)
  return dialogs.map((dialog, index) => {
    const { title, content, className } = describeDialog(dialog)
    const close = () => store.closeDialog(dialog)
    return (
      // One that takes the place of another returns the focus to what has opened that one.
      <Dialog key={index} title={title} onClose={close} className={className}>
        {content}
      </Dialog>
    )
  })
}

function describeDialog(dialog: OpenDialog) {
  if (dialog.name === 'form') return { ...dialog, className: undefined }
  const { Content, ...named } = contents[dialog.name] as DialogContent<string>
  return { ...named, content: <Content {...dialog} /> }
}
