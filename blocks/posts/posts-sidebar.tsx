import type { PostsBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { SubscribeBox } from './subscribe-box.tsx'

/**
 * The sidebar of the list: popular posts, a subscription form and a feed link. The form is hidden
 * unless a service receives it.
 */
export function PostsSidebar({ id = 'posts', popular, subscribe, feed, words }: PostsBlock) {
  const form = subscribe?.form
  if (!popular && !form && !feed) return null
  return (
    <div className="posts-side">
      {popular && (
        <div>
          <h3>{popular.heading}</h3>
          <ul className="post-popular">
            {popular.items.map(({ label, href }) => (
              <li key={label}>{href ? <Link href={href}>{label}</Link> : label}</li>
            ))}
          </ul>
        </div>
      )}
      {form && <SubscribeBox {...subscribe} form={form} words={words} name={`${id}-subscribe`} />}
      {feed && (
        <p className="note">
          <Link href={feed} type="application/atom+xml">
            {words.feed}
          </Link>
        </p>
      )}
    </div>
  )
}
