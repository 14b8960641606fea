import { useEffect, useState } from 'react'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { BlockList, useBlockSearch } from '../parts/block-list.tsx'
import { DialogActions, useCloseDialog } from './dialog.tsx'

/** Adds a block below the selected one. */
export function Palette() {
  const found = useBlockSearch(useCloseDialog())
  const { chosen } = found
  const example = chosen?.example
  return (
    <>
      <div className="palette">
        <BlockList found={found} />
        <div className="palette-preview">
          {chosen && example && (
            <Example
              key={chosen.type}
              title={`Example of ${toWords(chosen.type)}`}
              url={example.previewUrl}
            />
          )}
        </div>
      </div>
      <DialogActions isDisabled={!chosen} onAct={() => chosen && found.add(chosen.type)}>
        Add {chosen ? toWords(chosen.type).toLowerCase() : 'block'}
      </DialogActions>
    </>
  )
}

/** An example in a frame, once it is there with its styles. */
function Example({ title, url }: { title: string; url: string }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const note = (event: Event) => {
      if ((event as CustomEvent<string>).detail.endsWith(url)) setReady(true)
    }
    addEventListener('signpost:page-ready', note)
    return () => removeEventListener('signpost:page-ready', note)
  }, [url])
  return (
    <>
      <iframe title={title} src={url} tabIndex={-1} data-loading={!isReady || undefined} />
      {!isReady && <p className="help">Loading the example…</p>}
    </>
  )
}
