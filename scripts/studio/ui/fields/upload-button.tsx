import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Dialog } from '../dialogs/dialog.tsx'
import { UploadForm } from '../dialogs/upload-dialog.tsx'
import { asRecord, getAt } from '../../../../schema/util/records.ts'
import { uploadPicture } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import type { FieldProps } from './field-props.ts'

/** Opens the dialog that adds a picture to the site. */
export function UploadButton({ path, value, shape }: FieldProps<'text'>) {
  const store = useStore()
  const [isOpen, setOpen] = useState(false)
  const alt = useStudio(
    ({ open }) => asRecord(getAt(open?.entry.value, path.slice(0, -1))).alt as string | undefined,
  )
  const close = () => setOpen(false)
  return (
    <>
      <Button className="small-button" onPress={() => setOpen(true)}>
        <Upload size={14} aria-hidden /> Upload…
      </Button>
      <Dialog title="Upload a picture" isOpen={isOpen} onClose={close}>
        <UploadForm
          current={String(value ?? '')}
          hasDescription={alt !== undefined}
          shownAt={shape.schema.shownAt ?? 0}
          onUpload={(upload) => uploadPicture(store, path, upload)}
          onClose={close}
        />
      </Dialog>
    </>
  )
}
