import { Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { Button, ToggleButton } from 'react-aria-components'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { MediaItem } from '../../protocol.ts'
import { AddressLink } from '../parts/address-link.tsx'
import { getJson } from '../state/api.ts'
import { cropToSite, setAnywhere, uploadToSite, type Upload } from '../state/draft-commands.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { canCrop, CropForm } from './crop-dialog.tsx'
import { DialogActions } from './dialog.tsx'
import { UploadForm } from './upload-dialog.tsx'

/** Every picture of the site, and the pages that show it. */
export function Media() {
  const store = useStore()
  const media = useMedia()
  const [onlyUnused, setOnlyUnused] = useState(false)
  const [cropped, setCropped] = useState<MediaItem>()
  /** What is uploaded: a new picture, or one in place of another. */
  const [replaced, setReplaced] = useState<MediaItem | 'none'>()
  const unused = media?.filter(({ uses }) => uses.length === 0).length ?? 0
  const upload = async (picture: Upload) => {
    const file = await uploadToSite(store, picture)
    if (replaced === undefined || replaced === 'none') return store.notify(`${file} was added.`)
    await showInstead(replaced, file)
  }
  const showInstead = async ({ file: old, uses }: MediaItem, file: string) => {
    const values = uses.map(({ address }) => ({ ...address, value: file }))
    if (values.length > 0) await setAnywhere(store, values, `Show ${file} in place of ${old}`)
    else store.notify(`${file} was added.`)
  }
  if (cropped)
    return (
      <CropForm
        src={cropped.file}
        onCrop={async (crop) =>
          showInstead(cropped, await cropToSite(store, { file: cropped.file, ...crop }))
        }
        onClose={() => setCropped(undefined)}
      />
    )
  if (replaced !== undefined)
    return (
      <UploadForm
        current={replaced === 'none' ? undefined : replaced.file}
        onUpload={upload}
        onClose={() => setReplaced(undefined)}
      />
    )
  const shown = media?.filter(({ uses }) => !onlyUnused || uses.length === 0)
  return (
    <>
      <div className="dialog-content">
        <div className="bar">
          <Button className="small-button" onPress={() => setReplaced('none')}>
            <UploadIcon size={14} aria-hidden /> Upload…
          </Button>
          {unused > 0 && (
            <ToggleButton className="small-button" isSelected={onlyUnused} onChange={setOnlyUnused}>
              Only unused <span className="tab-count">{unused}</span>
            </ToggleButton>
          )}
        </div>
        {media?.length === 0 && <p className="help">The site has no pictures yet.</p>}
        <ul className="media">
          {shown?.map((item) => (
            <MediaCard
              key={item.file}
              item={item}
              onReplace={() => setReplaced(item)}
              onCrop={() => setCropped(item)}
            />
          ))}
        </ul>
      </div>
      <DialogActions closeLabel="Close" />
    </>
  )
}

type MediaCardProps = {
  item: MediaItem
  onReplace: () => void
  onCrop: () => void
}

function MediaCard({ item: { file, uses }, onReplace, onCrop }: MediaCardProps) {
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
        <Button className="small-button" onPress={onCrop}>
          Crop…<span className="visually-hidden"> {file}</span>
        </Button>
      )}
      {uses.length > 0 && (
        <Button className="small-button" onPress={onReplace}>
          Replace in {formatCount(uses.length, 'place')}…
          <span className="visually-hidden"> {file}</span>
        </Button>
      )}
    </li>
  )
}

/** Fetched again after every change of the draft, and after an upload. */
function useMedia(): MediaItem[] | undefined {
  const version = useStudio((state) => state.draft.version)
  const pictures = useStudio((state) => state.choices.pictures)
  return useAnswer(() => getJson<MediaItem[]>('media'), [version, pictures])
}
