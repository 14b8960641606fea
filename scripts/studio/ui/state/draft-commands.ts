/** Commands for all unsaved changes of a site. */
import type { PictureCrop } from '../../../edit/inputs.ts'
import type { DraftState } from '../../../edit/draft/draft-state.ts'
import type { FileEdit, JsonValue } from '../../../edit/yaml-operations.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { formatAddress, type ValuePlace } from '../../../edit/source-address.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { proposePictureName } from '../form/picture-names.ts'
import { sendPicture, tellServer } from './api.ts'
import type { StudioStore } from './studio-store.ts'

export const undo = (store: StudioStore) => takeStep(store, 'undo', 'Undone')
export const redo = (store: StudioStore) => takeStep(store, 'redo', 'Redone')

/**
 * Takes back what was typed in a text: its step, which redo brings back, or its side of a conflict
 * if another program has changed the text meanwhile.
 */
export async function discardTyped(store: StudioStore, address: ValuePlace): Promise<void> {
  await store.flush()
  const { conflicts } = store.getState().draft
  const key = formatAddress(address)
  const conflict = conflicts.find((each) => formatAddress(each.address) === key)
  await (conflict ? store.act('conflicts', { id: conflict.id, keep: 'theirs' }) : undo(store))
}

/** What undo behind the last save means. */
export const savedHint = 'This was saved: the files change with the next save.'

/** The label identifies the step to undo: the last one after all pending requests are answered. */
async function takeStep(store: StudioStore, name: 'undo' | 'redo', done: string): Promise<void> {
  let label: string | undefined
  let isSaved: true | undefined
  const getBody = (draft: DraftState) => {
    label = draft[name]
    isSaved = draft.undoesSaved
    return label === undefined ? undefined : { label }
  }
  if (!(await store.act(name, getBody))) return
  const hint = isSaved && name === 'undo' ? `. ${savedHint}` : ''
  store.notify(`${done}: ${label}${hint}`)
}

/** Undoes an unsaved step and all that follow it. @param index of the step, 0 for the oldest */
export async function undoFrom(store: StudioStore, index: number): Promise<void> {
  const { steps } = store.getState().draft
  const count = steps.length - index
  for (let left = count; left > 0; left--)
    if (!(await store.act('undo', ({ undo: label }) => ({ label })))) return
  const changes = count === 1 ? '1 change is' : `${count} changes are`
  store.notify(`${changes} undone. Redo brings ${count === 1 ? 'it' : 'them'} back.`)
}

/** Sets values anywhere in the site, as one step. @returns whether it was done */
export const setAnywhere = (
  store: StudioStore,
  changes: (ValuePlace & { value: JsonValue })[],
  label: string,
): Promise<boolean> =>
  applyAnywhere(
    store,
    changes.map((change) => ({ kind: 'set', ...change })),
    label,
  )

/** Applies operations anywhere in the site, as one step. @returns whether it was done */
export const applyAnywhere = async (
  store: StudioStore,
  operations: FileEdit[],
  label: string,
): Promise<boolean> =>
  (await store.act('edits', { operations, label }, `Done: ${label}. Undo takes it back.`)) !==
  undefined

/** @property alt its description; empty if it only decorates */
export type Upload = { file: Blob; name: string; alt?: string }

/** Saves a picture in the site. @returns its path @throws StudioRequestError if it is refused */
export async function uploadToSite(store: StudioStore, { file, name }: Upload): Promise<string> {
  const saved = await sendPicture(name, file)
  await store.fetchChoices()
  return saved.file
}

/** Saves a part of a picture as another one. @returns its path @throws StudioRequestError */
export async function cropToSite(store: StudioStore, crop: PictureCrop): Promise<string> {
  const { pictures } = store.getState().choices
  const cropped = crop.file.replace(/.*\/(.*)(\.\w+)$/, '$1-crop$2')
  const name = proposePictureName(cropped, [crop.file], pictures)
  const saved = await tellServer('crops', { ...crop, name })
  await store.fetchChoices()
  return saved.file
}

/**
 * Saves a picture in the site, and shows it in a field, with its description if there is one.
 * @param path of the field
 * @throws StudioRequestError if the picture is refused
 */
export async function uploadPicture(store: StudioStore, path: Path, upload: Upload): Promise<void> {
  const file = await uploadToSite(store, upload)
  const at = (name: string) => [...path.slice(0, -1), name]
  const wasDecorative = getAt(store.getState().open?.entry.value, at('decorative'))
  const isDecorative = upload.alt === ''
  const description = [
    { path: at('alt'), value: upload.alt },
    ...(isDecorative === (wasDecorative ?? false)
      ? []
      : [{ path: at('decorative'), value: isDecorative || undefined }]),
  ]
  store.setValues([{ path, value: file }, ...(upload.alt === undefined ? [] : description)])
  store.notify(`${file} is on the page. Undo takes it off; the file stays in public/.`)
}
