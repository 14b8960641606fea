import type { PostsBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/action-list.tsx'
import { Link } from '../shared/link.tsx'
import { RichText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'

type Post = PostsBlock['posts'][number]

export function Posts(block: PostsBlock) {
  const { heading, lead, all, categories, posts, popular, subscribe } = block
  return (
    <Section block={block} heading={heading} lead={lead}>
      <div className="posts-columns">
        <ul className="post-list">
          {posts.map((post) => (
            <PostCard key={post.title} post={post} />
          ))}
        </ul>
        <div className="posts-side">
          {categories && (
            <div>
              <h3>Categories</h3>
              <ul className="post-categories">
                {all && <Category label={all} count={String(posts.length)} />}
                {categories.map(({ label, count }) => (
                  <Category key={label} label={label} count={count.text} />
                ))}
              </ul>
            </div>
          )}
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
          {subscribe && (
            <div className="rich">
              <h3>{subscribe.heading}</h3>
              <RichText nodes={subscribe.text} />
              <ActionLink action={subscribe.action} />
            </div>
          )}
        </div>
      </div>
    </Section>
  )
}

function Category({ label, count }: { label: string; count: string }) {
  return (
    <li>
      <span>{label}</span>
      <span className="post-count">{count}</span>
    </li>
  )
}

function PostCard({ post }: { post: Post }) {
  const { title, excerpt, category, author, date, readTime, featured, image, href, placeholder } = post
  const byline = [author, date, readTime].filter(Boolean).join(' · ')
  return (
    <li className={featured ? 'card post featured' : 'card post'} data-placeholder={placeholder || undefined}>
      {image && <img src={image} alt="" loading="lazy" />}
      <p className="post-labels">
        {featured && <span className="badge">Featured</span>}
        <span className="badge">{category}</span>
        {placeholder && <span className="badge">Coming</span>}
      </p>
      <h3>{href ? <Link href={href}>{title}</Link> : title}</h3>
      <p>{excerpt}</p>
      {byline && <p className="note">{byline}</p>}
    </li>
  )
}
