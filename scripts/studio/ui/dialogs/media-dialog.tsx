import { Crop as CropIcon, Replace, Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { MediaItem } from '../../../report/find-texts.ts'
import { AddressLink } from '../parts/address-link.tsx'
import { askServer } from '../state/api.ts'
import { cropToSite, setAnywhere, uploadToSite, type Upload } from '../state/draft-commands.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { canCrop, CropForm } from './crop-dialog.tsx'
import { DialogActions, DialogButton } from './dialog.tsx'
import { UploadForm } from './upload-dialog.tsx'

/** Every picture of the site, and the pages that show it. */
export function Media() {
  const store = useStore()
  const media = useMedia()
  const [onlyUnused, setOnlyUnused] = useState(false)
  const unused = media?.filter(({ uses }) => uses.length === 0).length ?? 0
  const upload = async (picture: Upload) =>
    store.notify(`${await uploadToSite(store, picture)} was added.`)
  const shown = media?.filter(({ uses }) => !onlyUnused || uses.length === 0)
  return (
    <>
      <div className="dialog-content">
        <div className="bar">
          <DialogButton label="Upload…" Icon={UploadIcon} title="Upload a picture">
            <UploadForm onUpload={upload} />
          </DialogButton>
          {unused > 0 && (
            <ToggleButton className="small-button" isSelected={onlyUnused} onChange={setOnlyUnused}>
              Only unused <span className="tab-count">{unused}</span>
            </ToggleButton>
          )}
        </div>
        {media?.length === 0 && <p className="help">The site has no pictures yet.</p>}
        <ul className="media">
          {shown?.map((item) => (
            <MediaCard key={item.file} item={item} />
          ))}
        </ul>
      </div>
      <DialogActions closeLabel="Close" />
    </>
  )
}

function MediaCard({ item: { file, uses } }: { item: MediaItem }) {
  const store = useStore()
  const showInstead = async (other: string) => {
    const values = uses.map(({ address }) => ({ ...address, value: other }))
    if (values.length > 0) await setAnywhere(store, values, `Show ${other} in place of ${file}`)
    else store.notify(`${other} was added.`)
  }
  const name = <span className="visually-hidden"> {file}</span>
  const [size, setSize] = useState('')
  return (
    <li>
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
      {uses.length === 0 ? (
        <p className="muted">Unused</p>
      ) : (
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
      )}
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
    </li>
  )
}

/** Fetched again after every change of the draft, and after an upload. */
function useMedia(): MediaItem[] | undefined {
  const version = useStudio((state) => state.draft.version)
  const pictures = useStudio((state) => state.choices.pictures)
  return useAnswer(() => askServer('media', {}), [version, pictures])
}
