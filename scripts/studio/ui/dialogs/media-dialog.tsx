import { Crop as CropIcon, Replace, Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { MediaItem } from '../../../report/find-texts.ts'
import { AddressLink } from '../parts/address-link.tsx'
import { askServer } from '../state/api.ts'
import { cropToSite, setAnywhere, uploadToSite, type Upload } from '../state/draft-commands.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { canCrop, CropForm } from './crop-dialog.tsx'
import { DialogButton } from './dialog.tsx'
import { ListDialog, ListTable } from './list-dialog.tsx'
import { UploadForm } from './upload-dialog.tsx'

/** Every picture of the site, and the pages that show it. */
export function Media() {
  const store = useStore()
  const version = useStudio((state) => state.draft.version)
  const pictures = useStudio((state) => state.choices.pictures)
  const media = useAnswer(() => askServer('media', {}), [version, pictures])
  const upload = async (picture: Upload) =>
    store.notify(`${await uploadToSite(store, picture)} was added.`)
  return (
    <ListDialog
      name="pictures"
      items={media}
      getText={({ file, uses }) => `${file} ${uses.map(({ route }) => route).join(' ')}`}
      filter={{ label: 'Only unused', isShown: ({ uses }) => uses.length === 0 }}
      actions={
        <DialogButton label="Upload…" Icon={UploadIcon} title="Upload a picture">
          <UploadForm onUpload={upload} />
        </DialogButton>
      }
    >
      {(shown) => (
        <ListTable
          label="Pictures"
          items={shown}
          getKey={({ file }) => file}
          columns={columns}
          empty={media?.length === 0 ? 'The site has no pictures yet.' : 'No matching pictures.'}
        />
      )}
    </ListDialog>
  )
}

const columns = [
  { heading: 'Picture', getCell: (item: MediaItem) => <Picture file={item.file} /> },
  { heading: 'Pages', getCell: (item: MediaItem) => <Uses item={item} /> },
  {
    heading: 'Actions',
    isQuiet: true,
    getCell: (item: MediaItem) => <PictureActions item={item} />,
  },
]

function Picture({ file }: Pick<MediaItem, 'file'>) {
  const [size, setSize] = useState('')
  return (
    <div className="listed-picture">
      <img
        src={file}
        alt=""
        loading="lazy"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(`${naturalWidth} × ${naturalHeight}`)
        }
      />
      <p>
        {file} <span className="help">{size}</span>
      </p>
    </div>
  )
}

function Uses({ item: { file, uses } }: { item: MediaItem }) {
  if (uses.length === 0) return <span className="muted">Unused</span>
  return (
    <details>
      <summary>
        Used {uses.length === 1 ? 'once' : `${uses.length} times`}
        <span className="visually-hidden">: {file}</span>
      </summary>
      <ul>
        {uses.map(({ route, address }, index) => (
          <li key={index}>
            <AddressLink route={route} address={address}>
              {route ?? address.file}
            </AddressLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

function PictureActions({ item: { file, uses } }: { item: MediaItem }) {
  const store = useStore()
  const showInstead = async (other: string) => {
    const values = uses.map(({ address }) => ({ ...address, value: other }))
    if (values.length > 0) await setAnywhere(store, values, `Show ${other} in place of ${file}`)
    else store.notify(`${other} was added.`)
  }
  const name = <span className="visually-hidden"> {file}</span>
  return (
    <div className="bar">
      {canCrop(file) && (
        <DialogButton label={<>Crop…{name}</>} Icon={CropIcon} title="Crop the picture">
          <CropForm
            src={file}
            onCrop={async (crop) => showInstead(await cropToSite(store, { file, ...crop }))}
          />
        </DialogButton>
      )}
      {uses.length > 0 && (
        <DialogButton
          label={
            <>
              Replace in {formatCount(uses.length, 'place')}…{name}
            </>
          }
          Icon={Replace}
          title="Upload a picture"
        >
          <UploadForm
            current={file}
            onUpload={async (picture) => showInstead(await uploadToSite(store, picture))}
          />
        </DialogButton>
      )}
    </div>
  )
}
