/** Commands for all unsaved changes of a site. */
import type {
  CommentItem,
  DraftState,
  NewComment,
  NextStep,
  PageAction,
  PictureCrop,
  RecoveredChoice,
  RedirectAction,
  RowEdit,
  SavedPicture,
  SaveResult,
  SourceProblem,
  SourceResult,
  StudioOperation,
  StudioProblem,
} from '../../protocol.ts'
import type { JsonValue } from '../../../edit/yaml-operations.ts'
import { getAt } from '../../../../schema/util/records.ts'
import type { NodeAddress } from '../../source-address.ts'
import type { Path } from '../../../../schema/source/position-types.ts'
import { proposePictureName } from '../form/picture-names.ts'
import { postFile, postJson } from './api.ts'
import type { StudioStore } from './studio-store.ts'

const asDraft = (draft: DraftState) => draft

export const undo = (store: StudioStore) => takeStep(store, 'undo', 'Undone')
export const redo = (store: StudioStore) => takeStep(store, 'redo', 'Redone')

/** What undo behind the last save means. */
export const savedHint = 'This was saved: the files change with the next save.'

/** The label identifies the step to undo: the last one after all pending requests are answered. */
async function takeStep(store: StudioStore, name: 'undo' | 'redo', done: string): Promise<void> {
  let label: string | undefined
  let isSaved: true | undefined
  const getBody = (): NextStep | undefined => {
    const { draft } = store.getState()
    label = draft[name]
    isSaved = draft.undoesSaved
    return label === undefined ? undefined : { label }
  }
  if (!(await store.changeDraft(name, getBody, asDraft))) return
  const hint = isSaved && name === 'undo' ? `. ${savedHint}` : ''
  store.notify(`${done}: ${label}${hint}`)
}

/** Undoes an unsaved step and all that follow it. @param index of the step, 0 for the oldest */
export async function undoFrom(store: StudioStore, index: number): Promise<void> {
  const { steps } = store.getState().draft
  const getBody = () => ({ label: store.getState().draft.undo })
  for (let left = steps.length - index; left > 0; left--)
    if (!(await store.changeDraft('undo', getBody, asDraft))) return
  const count = steps.length - index
  const changes = count === 1 ? '1 change is' : `${count} changes are`
  store.notify(`${changes} undone. Redo brings ${count === 1 ? 'it' : 'them'} back.`)
}

/** Sets values anywhere in the site, as one step. @returns whether it was done */
export const setAnywhere = (
  store: StudioStore,
  changes: (NodeAddress & { value: JsonValue })[],
  label: string,
): Promise<boolean> =>
  applyAnywhere(
    store,
    changes.map((change) => ({ kind: 'set', ...change })),
    label,
  )

/** Applies operations anywhere in the site, as one step. @returns whether it was done */
export async function applyAnywhere(
  store: StudioStore,
  operations: StudioOperation[],
  label: string,
): Promise<boolean> {
  await store.flush()
  const { version } = store.getState().draft
  if (!(await store.changeDraft('edits', { version, operations, label }, asDraft))) return false
  store.notify(`Done: ${label}. Undo takes it back.`)
  return true
}

/** Does something about a problem. @param cure one of `cures`; by default, its correction */
export async function fixProblem(
  store: StudioStore,
  problem: StudioProblem,
  cure?: string,
): Promise<void> {
  await store.flush()
  const { version } = store.getState().draft
  const { code, message, file, line, column } = problem
  const body = { version, code, message, file, line, column, cure }
  if (await store.changeDraft('fixes', body, asDraft))
    store.notify(`${cure === undefined ? 'Fixed' : `Done: ${cure}`}. Undo takes it back.`)
}

/** Adds a comment to a page or a block of it. @returns whether it was done */
export async function addComment(store: StudioStore, comment: NewComment): Promise<boolean> {
  await store.flush()
  const { version } = store.getState().draft
  return (await store.changeDraft('comments', { version, ...comment }, asDraft)) !== undefined
}

/** Settles a comment, or opens it again. */
export async function resolveComment(store: StudioStore, comment: CommentItem): Promise<void> {
  const { file, path } = comment.address
  const at = { file, path: [...path, 'resolved'] }
  await (comment.isResolved
    ? applyAnywhere(store, [{ kind: 'remove', ...at }], `Reopen a comment on ${comment.route}`)
    : setAnywhere(store, [{ ...at, value: true }], `Resolve a comment on ${comment.route}`))
}

/** Deletes a comment for good. */
export async function deleteComment(store: StudioStore, comment: CommentItem): Promise<void> {
  const { address, route } = comment
  await applyAnywhere(store, [{ kind: 'remove', ...address }], `Delete a comment on ${route}`)
}

/** Undoes everything that is not saved. */
export async function revert(store: StudioStore): Promise<void> {
  if (await store.changeDraft('revert', {}, asDraft))
    store.notify('All unsaved changes are undone. Redo brings them back one by one.')
}

export async function chooseRecovered(store: StudioStore, choice: RecoveredChoice): Promise<void> {
  if (await store.changeDraft('recovered', choice, asDraft)) store.endRecovery()
}

export async function resolveConflict(
  store: StudioStore,
  id: string,
  keep: 'mine' | 'theirs',
): Promise<void> {
  await store.changeDraft('conflicts', { id, keep }, asDraft)
}

/**
 * @param version of the changes that the author has seen
 * @returns whether everything was written
 */
export async function save(store: StudioStore, version: number): Promise<boolean> {
  const result = await store.changeDraft<SaveResult>('save', { version }, ({ draft }) => draft)
  if (!result) return false
  const { saved } = result
  store.notify(saved.length === 0 ? 'Nothing to save.' : 'Saved. Publish brings it to others.')
  return true
}

/**
 * Adds, copies, renames or deletes a page, and opens the resulting page.
 * @returns why it was refused; undefined if it was done
 */
export async function changePage(
  store: StudioStore,
  action: PageAction,
): Promise<string | undefined> {
  const reason = await requestChange(store, 'pages', action)
  if (reason !== undefined) return reason
  await store.refresh()
  const target = 'to' in action ? action.to : action.route
  const next = action.action === 'delete' ? (action.redirectTo ?? '/') : target
  await store.openPage(next)
  store.notify(describePageAction(action))
  return undefined
}

/**
 * Adds, changes or removes a redirect.
 * @returns why it was refused; undefined if it was done
 */
export const changeRedirect = (
  store: StudioStore,
  action: RedirectAction,
): Promise<string | undefined> => requestChange(store, 'redirects', action)

/**
 * Changes a table, as one step.
 * @returns why it was refused; undefined if it was done
 */
export const changeRows = (
  store: StudioStore,
  address: NodeAddress,
  edit: Partial<RowEdit>,
): Promise<string | undefined> => requestChange(store, 'rows', { address, ...edit })

/** @returns why the server refused the action; undefined if it was done */
async function requestChange(
  store: StudioStore,
  path: 'pages' | 'redirects' | 'rows',
  action: object,
): Promise<string | undefined> {
  await store.flush()
  const { version } = store.getState().draft
  let reason: string | undefined
  await store.changeDraft(path, { version, ...action }, asDraft, (why) => void (reason = why))
  return reason
}

/** @property alt its description; empty if it only decorates */
export type Upload = { file: Blob; name: string; alt?: string }

/** Saves a picture in the site. @returns its path @throws StudioRequestError if it is refused */
export async function uploadToSite(store: StudioStore, { file, name }: Upload): Promise<string> {
  const saved = await postFile<SavedPicture>('pictures', { file: name }, file)
  await store.fetchChoices()
  return saved.file
}

/** Saves a part of a picture as another one. @returns its path @throws StudioRequestError */
export async function cropToSite(store: StudioStore, crop: PictureCrop): Promise<string> {
  const { pictures } = store.getState().choices
  const cropped = crop.file.replace(/.*\/(.*)(\.\w+)$/, '$1-crop$2')
  const name = proposePictureName(cropped, [crop.file], pictures)
  const saved = await postJson<SavedPicture>('crops', { ...crop, name })
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

/**
 * Applies the YAML of a file that was edited as text.
 * @returns mistakes in it; undefined if it was refused, which has been reported
 */
export async function editSource(
  store: StudioStore,
  edit: { file: string; before: string; after: string },
): Promise<SourceProblem[] | undefined> {
  await store.flush()
  const { version } = store.getState().draft
  const getDraft = ({ draft }: SourceResult) => draft ?? store.getState().draft
  const result = await store.changeDraft<SourceResult>('source', { version, ...edit }, getDraft)
  if (result?.draft) store.notify(`The YAML of ${edit.file} has been applied. Undo takes it back.`)
  return result?.problems
}

function describePageAction(action: PageAction): string {
  switch (action.action) {
    case 'new':
      return `The page ${action.route} was added.`
    case 'duplicate':
      return `${action.from} was copied to ${action.to}.`
    case 'rename':
      return `${action.from} is ${action.to} now.`
    case 'delete':
      return `The page ${action.route} was deleted. Undo brings it back.`
  }
}
