import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { describeSize, pictureTypes, proposePictureName } from '../form/picture-names.ts'
import { asRecord, getAt } from '../../../../schema/util/records.ts'
import { uploadPicture, uploadToSite, type Upload } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import type { DroppedFile as DroppedFileProps } from '../state/studio-state.ts'
import { DialogActions } from './dialog.tsx'
import { LabeledCheckbox, LabeledInput, Refused } from './form-parts.tsx'
import { useSending } from './use-sending.ts'

const maxMegabytes = 15

type UploadFormProps = {
  /** The file, if it is known. */
  initial?: File
  /** The picture that is shown now, beside which the new one is saved. */
  current?: string
  /** Whether the picture has a description. */
  hasDescription?: boolean
  /** The greatest width on a page, in pixels. */
  shownAt?: number
  /** Rejects with a StudioRequestError if the picture is refused. */
  onUpload: (upload: Upload) => Promise<void>
}

/** Adds a picture from the author's computer to the site. */
export function UploadForm(props: UploadFormProps) {
  const { initial, current = '', hasDescription, shownAt = 0, onUpload } = props
  const id = useId()
  const pictures = useStudio((state) => state.choices.pictures)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [name, setName] = useState('')
  const [size, setSize] = useState<{ width: number; height: number }>()
  const { isBusy, reason, setReason, send } = useSending()
  const [isDecorative, setDecorative] = useState(false)
  const url = useObjectUrl(file)
  const choose = (chosen: File | undefined) => {
    const isTooLarge = (chosen?.size ?? 0) > maxMegabytes * 1024 * 1024
    setReason(
      isTooLarge ? `A picture can have at most ${maxMegabytes} MB. Make it smaller.` : undefined,
    )
    setSize(undefined)
    setFile(isTooLarge ? undefined : chosen)
    const beside = pictures.includes(current) ? [current] : pictures
    setName(chosen && !isTooLarge ? proposePictureName(chosen.name, beside, pictures) : '')
  }
  useEffect(() => {
    if (!initial || !input.current) return
    const files = new DataTransfer()
    files.items.add(initial)
    input.current.files = files.files
    choose(initial)
  }, [initial])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!file) return
    const description = new FormData(event.currentTarget).get('alt')
    const alt = hasDescription && { alt: String(description ?? '').trim() }
    void send(() => onUpload({ file, name, ...alt }))
  }
  return (
    <form onSubmit={submit}>
      <div className="dialog-content page-form">
        <LabeledInput
          label="Picture"
          type="file"
          accept={pictureTypes}
          ref={input}
          required
          aria-describedby={`${id}-size ${id}-reason`}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        {url !== undefined && (
          <img
            className="upload-preview"
            src={url}
            alt="What you have chosen"
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
            onError={() => setReason('This file is no picture that can be shown.')}
          />
        )}
        <p id={`${id}-size`} className="help" role="status">
          {file && size && describeSize(size.width, size.height, file.size, shownAt)}
        </p>
        {file && (
          <LabeledInput
            label="Name in the site"
            required
            value={name}
            aria-invalid={reason !== undefined || undefined}
            aria-describedby={`${id}-reason`}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        {file && hasDescription && !isDecorative && (
          <LabeledInput
            label="Description for those who cannot see it"
            name="alt"
            required
            placeholder="What the picture shows"
          />
        )}
        {file && hasDescription && (
          <LabeledCheckbox
            label="It only decorates: who cannot see it misses nothing"
            checked={isDecorative}
            onChange={({ target }) => setDecorative(target.checked)}
          />
        )}
        <Refused id={`${id}-reason`} reason={reason} />
        <p className="help">
          The picture is saved in the folder public/ immediately. No other picture is replaced. Undo
          takes it off the page, and leaves the file.
        </p>
      </div>
      <DialogActions isDisabled={!file} isBusy={isBusy}>
        Upload
      </DialogActions>
    </form>
  )
}

/** Asks for the first picture of a site, before something is added that shows one. */
export function FirstPicture({ onUploaded }: { onUploaded: () => void }) {
  const store = useStore()
  const upload = async (picture: Upload) => {
    await uploadToSite(store, picture)
    onUploaded()
  }
  return (
    <>
      <p className="dialog-about">
        The site has no pictures yet, and what you add shows one. It is added once you have chosen
        it.
      </p>
      <UploadForm onUpload={upload} />
    </>
  )
}

/** Uploads a file that was dropped in the window, and shows it where it fell, if that is a picture. */
export function DroppedFile({ file: dropped, path }: DroppedFileProps) {
  const store = useStore()
  const value = useStudio((state) => state.open?.entry.value)
  const current = path ? String(getAt(value, path) ?? '') : ''
  const [isReplacing, setReplacing] = useState(true)
  const replaced = isReplacing ? path : undefined
  const upload = async (picture: Upload) => {
    if (replaced) return uploadPicture(store, replaced, picture)
    const file = await uploadToSite(store, picture)
    store.notify(`${file} was added. Fields for pictures offer it now.`)
  }
  return (
    <>
      {path && (
        <div className="dialog-about">
          <LabeledCheckbox
            label={`Show it in place of ${current}`}
            checked={isReplacing}
            onChange={({ target }) => setReplacing(target.checked)}
          />
        </div>
      )}
      <UploadForm
        initial={dropped}
        current={current}
        hasDescription={replaced && asRecord(getAt(value, replaced.slice(0, -1))).alt !== undefined}
        onUpload={upload}
      />
    </>
  )
}

/** A URL for a file on this computer, which is valid in this window alone. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = file && URL.createObjectURL(file)
    setUrl(created)
    return () => {
      if (created !== undefined) URL.revokeObjectURL(created)
    }
  }, [file])
  return url
}
