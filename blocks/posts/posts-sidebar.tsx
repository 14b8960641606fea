import type { PostsBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { SubscribeBox, SubscribeByEmail } from './subscribe-box.tsx'

/** The sidebar of the list: popular posts, subscriptions and a feed link. */
export function PostsSidebar({ id = 'posts', popular, subscribe, feed, words }: PostsBlock) {
  if (!popular && !subscribe && !feed) return null
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
      {subscribe?.form && (
        <SubscribeBox {...subscribe} form={subscribe.form} words={words} name={`${id}-subscribe`} />
      )}
      {subscribe && !subscribe.form && <SubscribeByEmail {...subscribe} words={words} />}
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
