import { useEffect } from 'react'
import type { Path } from '../../../schema/problems/location.ts'
import { getAt, isRecord } from '../../../schema/util/records.ts'
import { isWithinPath, moveBelow, type ValuePlace } from '../../edit/source-address.ts'
import { DroppedFile } from './dialogs/upload-dialog.tsx'
import { parseKey } from './form/paths.ts'
import type { StudioStore } from './state/studio-store.ts'
import { useStore } from './state/use-studio.ts'

/** A file that is dropped anywhere in the window is uploaded, and may replace what it falls on. */
export function useFileDrop(): void {
  const store = useStore()
  useEffect(() => {
    const end = listenToDrops(document, store, (target) => {
      const field = target.closest<HTMLElement>('.form [data-field]')?.dataset.field
      const { open } = store.getState()
      if (field === undefined || !open) return undefined
      return moveBelow(open.entry.address, { path: parseKey(field) })
    })
    return end
  }, [store])
}

/**
 * Follows the files that are dropped in a document.
 * @param locate the value that is shown where a file falls
 * @returns ends it
 */
export function listenToDrops(
  page: Document,
  store: StudioStore,
  locate: (target: Element) => ValuePlace | undefined,
): () => void {
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
  // A form that asks for a file takes it itself.
  const isTaken = ({ target }: DragEvent) => (target as Element).matches?.('input[type="file"]')
  const allow = (event: DragEvent) => {
    if (isFile(event) && !isTaken(event)) event.preventDefault()
  }
  const drop = (event: DragEvent) => {
    if (!isFile(event) || isTaken(event)) return
    // Otherwise the browser would show the file in place of the studio.
    event.preventDefault()
    const [file, ...others] = event.dataTransfer?.files ?? []
    if (!file || document.querySelector('.modal input[type="file"]')) return
    if (others.length > 0) store.notify(`Only ${file.name} is uploaded: one picture at a time.`)
    const address = locate(event.target as Element)
    const path = address && findPicture(store, address)
    const content = <DroppedFile file={file} path={path} />
    store.openDialog({ name: 'form', title: 'Upload a picture', content })
  }
  page.addEventListener('dragover', allow)
  page.addEventListener('drop', drop)
  return () => {
    page.removeEventListener('dragover', allow)
    page.removeEventListener('drop', drop)
  }
}

/** The path in the open entry of the picture at an address: the file itself, or what has one. */
function findPicture(store: StudioStore, address: ValuePlace): Path | undefined {
  const { open, choices } = store.getState()
  const { file, path } = open?.entry.address ?? { file: '', path: [] }
  if (!open || address.file !== file || !isWithinPath(address.path, path)) return undefined
  const own = address.path.slice(path.length)
  const value = getAt(open.entry.value, own)
  const places = isRecord(value)
    ? [
        [...own, 'src'],
        [...own, 'picture', 'src'],
      ]
    : [own, [...own.slice(0, -1), 'src']]
  return places.find((each) => choices.pictures.includes(String(getAt(open.entry.value, each))))
}
