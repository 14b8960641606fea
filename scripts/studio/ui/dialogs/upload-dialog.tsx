import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { describeSize, pictureTypes, proposePictureName } from '../form/picture-names.ts'
import { asRecord, getAt } from '../../../../schema/util/records.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { Refused } from '../parts/problem-note.tsx'
import { uploadPicture, uploadToSite, type Upload } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { type Answers, DialogForm } from './dialog-form.tsx'

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
  children?: ReactNode
}

/** Adds a picture from the author's computer to the site. */
export function UploadForm(props: UploadFormProps) {
  const { initial, current = '', hasDescription = false, shownAt = 0, onUpload, children } = props
  const id = useId()
  const pictures = useStudio((state) => state.choices.pictures)
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [answers, setAnswers] = useState<Answers>({})
  const [size, setSize] = useState<{ width: number; height: number }>()
  /** Why the file cannot be uploaded. */
  const [reason, setReason] = useState<string>()
  const url = useObjectUrl(file)
  const choose = (chosen: File | undefined) => {
    const isTooLarge = (chosen?.size ?? 0) > maxMegabytes * 1024 * 1024
    setReason(
      isTooLarge ? `A picture can have at most ${maxMegabytes} MB. Make it smaller.` : undefined,
    )
    setSize(undefined)
    setFile(isTooLarge ? undefined : chosen)
    const beside = pictures.includes(current) ? [current] : pictures
    const name = chosen && proposePictureName(chosen.name, beside, pictures)
    setAnswers((given) => ({ ...given, name }))
  }
  useEffect(() => {
    if (!initial || !input.current) return
    const files = new DataTransfer()
    files.items.add(initial)
    input.current.files = files.files
    choose(initial)
  }, [initial])
  const asksAlt = hasDescription && answers.decorative !== true
  const schema: Schema = {
    type: 'object',
    required: ['name', 'alt'],
    properties: {
      ...(file && { name: { type: 'string', formLabel: 'Name in the site' } }),
      ...(file && asksAlt && { alt: descriptionSchema }),
      ...(file && hasDescription && { decorative: decorativeSchema }),
    },
  }
  const upload = async ({ name, alt = '' }: Answers) => {
    const described = hasDescription && { alt: asksAlt ? String(alt) : '' }
    if (file) await onUpload({ file, name: String(name), ...described })
  }
  return (
    <DialogForm
      schema={schema}
      answers={answers}
      onChange={setAnswers}
      onSubmit={upload}
      button="Upload"
      isDisabled={!file || reason !== undefined}
      after={
        <p className="help">
          The picture is saved in the folder public/ immediately. No other picture is replaced. Undo
          takes it off the page, and leaves the file.
        </p>
      }
    >
      {children}
      <div className="field">
        <label htmlFor={id}>Picture</label>
        <input
          id={id}
          type="file"
          accept={pictureTypes}
          ref={input}
          required
          aria-describedby={`${id}-size`}
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
            onError={() => setReason(explainUnshown(file))}
          />
        )}
        <div id={`${id}-size`}>
          <p className="help" role="status">
            {file && size && describeSize(size.width, size.height, file.size, shownAt)}
          </p>
          <Refused reason={reason} />
        </div>
      </div>
    </DialogForm>
  )
}

const explainUnshown = (file: File | undefined): string =>
  /\.hei[cf]$/i.test(file?.name ?? '')
    ? 'This is a HEIC file, as iPhones save photos, and websites cannot show it. On a Mac, open it in Preview and export it as JPEG; on an iPhone, send it to yourself by Mail. For new photos, choose Settings › Camera › Formats › Most Compatible.'
    : 'This file is no picture that can be shown. Save it again as JPEG or PNG.'

const descriptionSchema = {
  type: 'string',
  formLabel: 'Description for those who cannot see it',
  formHelp: 'What the picture shows.',
}

const decorativeSchema = {
  type: 'boolean',
  formLabel: 'It only decorates: who cannot see it misses nothing',
}

/** Asks for the first picture of a site, before something is added that shows one. */
export function FirstPicture({ onUploaded }: { onUploaded: () => void }) {
  const store = useStore()
  const upload = async (picture: Upload) => {
    await uploadToSite(store, picture)
    onUploaded()
  }
  return (
    <UploadForm onUpload={upload}>
      <p>
        The site has no pictures yet, and what you add shows one. It is added once you have chosen
        it.
      </p>
    </UploadForm>
  )
}

/** @property path of the picture on which the file fell, in the open entry */
type DroppedFileProps = { file: File; path: Path | undefined }

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
    <UploadForm
      initial={dropped}
      current={current}
      hasDescription={replaced && asRecord(getAt(value, replaced.slice(0, -1))).alt !== undefined}
      onUpload={upload}
    >
      {path && (
        <label className="inline">
          <input
            type="checkbox"
            checked={isReplacing}
            onChange={({ target }) => setReplacing(target.checked)}
          />{' '}
          Show it in place of {current}
        </label>
      )}
    </UploadForm>
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
