import { countItems } from '../../../../schema/util/group-by.ts'
import { Check, MessageSquare, RotateCcw, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { CommentItem } from '../../../edit/pages/page-comments.ts'
import { applyAnywhere, setAnywhere } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

/** The comments on a block of the open page, or on the page itself, and a field for another one. */
export function BlockComments({ route, index }: { route: string; index: number | undefined }) {
  const store = useStore()
  const comments = useStudio((state) => state.comments)
  const [text, setText] = useState('')
  const id = useId()
  const own = comments.filter(
    (each) => each.route === route && !each.isResolved && !each.isLost && each.index === index,
  )
  const add = async () => {
    if (text.trim() === '') return
    const at = index !== undefined && { index }
    if (await store.act('comments', { route, ...at, text })) setText('')
  }
  return (
    <section className="comments" aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Comments {own.length > 0 && `(${own.length})`}</h3>
      <ul>
        {own.map((comment) => (
          <Comment key={comment.address.path.join()} comment={comment} />
        ))}
      </ul>
      <label htmlFor={id}>Comment on this {index === undefined ? 'page' : 'block'}</label>
      <textarea id={id} rows={2} value={text} onChange={({ target }) => setText(target.value)} />
      <Button className="small-button" isDisabled={text.trim() === ''} onPress={() => void add()}>
        Add comment
      </Button>
    </section>
  )
}

/** What somebody has said, and buttons that settle and delete it. */
function Comment({ comment }: { comment: CommentItem }) {
  const store = useStore()
  const { by, on, text, isResolved, route, address } = comment
  const settled = { file: address.file, path: [...address.path, 'resolved'] }
  const settle = () =>
    isResolved
      ? applyAnywhere(store, [{ kind: 'remove', ...settled }], `Reopen a comment on ${route}`)
      : setAnywhere(store, [{ ...settled, value: true }], `Resolve a comment on ${route}`)
  const remove = () =>
    applyAnywhere(store, [{ kind: 'remove', ...address }], `Delete a comment on ${route}`)
  return (
    <li className="comment">
      <p>
        <strong>{by}</strong> <time className="muted">{on}</time>
      </p>
      <p className="comment-text">{text}</p>
      <Button
        className="small-button"
        aria-label={`${isResolved ? 'Reopen' : 'Resolve'}: ${text.slice(0, 60)}`}
        onPress={() => void settle()}
      >
        {isResolved ? <RotateCcw size={12} aria-hidden /> : <Check size={12} aria-hidden />}
        {isResolved ? 'Reopen' : 'Resolve'}
      </Button>
      <Button
        className="small-button"
        aria-label={`Delete: ${text.slice(0, 60)}`}
        onPress={() => void remove()}
      >
        <Trash2 size={12} aria-hidden /> Delete
      </Button>
    </li>
  )
}

/** All comments of the site, with those whose block is gone. */
export function CommentsPanel() {
  const store = useStore()
  const comments = useStudio((state) => state.comments)
  const show = async ({ route, index, isLost }: CommentItem) => {
    await store.openPage(route, isLost || index === undefined ? [] : ['blocks', index], 'problems')
  }
  const sorted = comments.toSorted((a, b) => Number(a.isResolved ?? 0) - Number(b.isResolved ?? 0))
  if (comments.length === 0)
    return <p className="help">No comments. The form of a block has a field for them.</p>
  return (
    <ul className="all-comments" aria-label="Comments of the site">
      {sorted.map((comment) => (
        <li key={`${comment.address.file} ${comment.address.path.join()}`}>
          <Button className="link-button" onPress={() => void show(comment)}>
            {comment.route}
            {comment.block !== undefined && `, ${comment.block}`}
          </Button>
          {comment.isLost && (
            <span className="muted">
              {' '}
              {comment.block === undefined ? 'The page' : 'The block'} is gone.
            </span>
          )}
          {comment.isResolved && <span className="muted"> Resolved.</span>}
          <ul>
            <Comment comment={comment} />
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** How many comments on a block are open; nothing if there are none. */
export function CommentCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="count comment-count">
      <MessageSquare size={10} aria-hidden />
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{formatCount(count, 'comment')}</span>
    </span>
  )
}

/** The open comments on the blocks of a page, by the index of the block. */
export const countComments = (comments: CommentItem[], route: string | undefined) =>
  countItems(
    comments.flatMap(({ route: own, index, isResolved }) =>
      own === route && index !== undefined && !isResolved ? index : [],
    ),
  )
