/** Commands for all unsaved changes of a site. */
import type {
  NewComment,
  PageAction,
  PictureCrop,
  RedirectAction,
  RowEdit,
} from '../../../edit/inputs.ts'
import type { CommentItem } from '../../../edit/pages/page-comments.ts'
import type { DraftState } from '../../../edit/draft/draft-state.ts'
import type { Action, Answer, Input } from '../../server/requests.ts'
import type { SourceProblem } from '../../../edit/describe/source-view.ts'
import type { ListedProblem } from '../../../edit/describe/problem-list.ts'
import type { FileOperation, JsonValue } from '../../../edit/yaml-operations.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { formatAddress, type NodeAddress } from '../../../edit/source-address.ts'
import type { Path } from '../../../../schema/problems/position.ts'
import { proposePictureName } from '../form/picture-names.ts'
import { sendPicture, tellServer } from './api.ts'
import type { StudioStore } from './studio-store.ts'

/** Requests a change of the draft as it is once what was sent before is answered. */
const changeLatest = <Name extends Action>(
  store: StudioStore,
  name: Name,
  body: Unversioned<Input<'POST', Name>>,
  onRefused?: (reason: string) => void,
): Promise<Answer<'POST', Name> | undefined> =>
  store.changeDraft(name, ({ version }) => ({ version, ...body }) as Input<'POST', Name>, onRefused)

type Unversioned<Request> = Request extends unknown ? Omit<Request, 'version'> : never

export const undo = (store: StudioStore) => takeStep(store, 'undo', 'Undone')
export const redo = (store: StudioStore) => takeStep(store, 'redo', 'Redone')

/**
 * Takes back what was typed in a text: its step, which redo brings back, or its side of a conflict
 * if another program has changed the text meanwhile.
 */
export async function discardTyped(store: StudioStore, address: NodeAddress): Promise<void> {
  await store.flush()
  const { conflicts } = store.getState().draft
  const key = formatAddress(address)
  const conflict = conflicts.find((each) => formatAddress(each.address) === key)
  await (conflict ? resolveConflict(store, conflict.id, 'theirs') : undo(store))
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
  if (!(await store.changeDraft(name, getBody))) return
  const hint = isSaved && name === 'undo' ? `. ${savedHint}` : ''
  store.notify(`${done}: ${label}${hint}`)
}

/** Undoes an unsaved step and all that follow it. @param index of the step, 0 for the oldest */
export async function undoFrom(store: StudioStore, index: number): Promise<void> {
  const { steps } = store.getState().draft
  const count = steps.length - index
  for (let left = count; left > 0; left--)
    if (!(await store.changeDraft('undo', ({ undo: label }) => ({ label })))) return
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
async function applyAnywhere(
  store: StudioStore,
  operations: FileOperation[],
  label: string,
): Promise<boolean> {
  if (!(await changeLatest(store, 'edits', { operations, label }))) return false
  store.notify(`Done: ${label}. Undo takes it back.`)
  return true
}

/** Does something about a problem. @param cure one of `cures`; by default, its correction */
export async function fixProblem(
  store: StudioStore,
  problem: ListedProblem,
  cure?: string,
): Promise<void> {
  const { code, message, file, line, column } = problem
  if (await changeLatest(store, 'fixes', { code, message, file, line, column, cure }))
    store.notify(`${cure === undefined ? 'Fixed' : `Done: ${cure}`}. Undo takes it back.`)
}

/** Takes back one change of a commit. */
export async function restoreChange(
  store: StudioStore,
  change: Unversioned<Input<'POST', 'restore'>>,
): Promise<void> {
  if (await changeLatest(store, 'restore', change)) store.notify('Restored. Undo takes it back.')
}

/** Adds a comment to a page or a block of it. @returns whether it was done */
export const addComment = async (store: StudioStore, comment: NewComment): Promise<boolean> =>
  (await changeLatest(store, 'comments', comment)) !== undefined

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
  if (await store.changeDraft('revert', () => ({})))
    store.notify('All unsaved changes are undone. Redo brings them back one by one.')
}

export async function chooseRecovered(
  store: StudioStore,
  choice: Input<'POST', 'recovered'>,
): Promise<void> {
  if (await store.changeDraft('recovered', () => choice)) store.endRecovery()
}

export async function resolveConflict(
  store: StudioStore,
  id: string,
  keep: 'mine' | 'theirs',
): Promise<void> {
  await store.changeDraft('conflicts', () => ({ id, keep }))
}

/**
 * @param version of the changes that the author has seen
 * @returns whether everything was written
 */
export async function save(store: StudioStore, version: number): Promise<boolean> {
  const result = await store.changeDraft('save', () => ({ version }))
  if (!result) return false
  const { saved } = result
  const mayPublish = store.getState().session.person?.role !== 'edit'
  const next = mayPublish
    ? 'Publish it to put it online.'
    : 'Publish… asks others to put it online.'
  store.notify(saved.length === 0 ? 'Nothing to save.' : `Saved. ${next}`)
  return true
}

/**
 * Adds, copies, renames or deletes a page, and opens the resulting page.
 * @throws Error if it is refused
 */
export async function changePage(store: StudioStore, action: PageAction): Promise<void> {
  await requestChange(store, 'pages', action)
  if (action.action === 'rename') store.noteRenamed(action.from, action.to)
  await store.refresh()
  const target = 'to' in action ? action.to : action.route
  const next = action.action === 'delete' ? (action.redirectTo ?? '/') : target
  await store.openPage(next)
  store.notify(describePageAction(action))
}

/** Adds, changes or removes a redirect. @throws Error if it is refused */
export const changeRedirect = (store: StudioStore, action: RedirectAction): Promise<void> =>
  requestChange(store, 'redirects', action)

/** Changes a table, as one step. @throws Error if it is refused */
export const changeRows = (
  store: StudioStore,
  address: NodeAddress,
  edit: Partial<RowEdit>,
): Promise<void> => requestChange(store, 'rows', { address, ...edit })

/** @throws Error if the server refuses the action */
async function requestChange<Name extends 'pages' | 'redirects' | 'rows'>(
  store: StudioStore,
  name: Name,
  body: Unversioned<Input<'POST', Name>>,
): Promise<void> {
  let reason: string | undefined
  await changeLatest(store, name, body, (why) => void (reason = why))
  if (reason !== undefined) throw new Error(reason)
}

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

/**
 * Applies the YAML of a file that was edited as text.
 * @returns mistakes in it; undefined if it was refused, which has been reported
 */
export async function editSource(
  store: StudioStore,
  edit: { file: string; before: string; after: string },
): Promise<SourceProblem[] | undefined> {
  const result = await changeLatest(store, 'source', edit)
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
