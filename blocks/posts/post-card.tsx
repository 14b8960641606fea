import type { ArticleSummary, PostsBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { FilledWord } from '../shared/text/filled-word.tsx'
import { ResponsivePicture } from '../shared/responsive-picture.tsx'

type AnnouncedPost = NonNullable<PostsBlock['announced']>[number]
/** A published article, or an announced post, which has no URL yet. */
export type Post = ArticleSummary | AnnouncedPost

const isPublished = (post: Post): post is ArticleSummary => 'href' in post

/**
 * @param props.isInitiallyHidden whether the card is shown only in print and without JavaScript,
 * until the visitor asks for more
 */
export function PostCard({
  post,
  isInitiallyHidden,
  words,
}: Pick<PostsBlock, 'words'> & { post: Post; isInitiallyHidden: boolean }) {
  const article = isPublished(post) ? post : undefined
  const classes = ['card post', article?.featured && 'featured', isInitiallyHidden && 'beyond']
    .filter(Boolean)
    .join(' ')
  return (
    <li
      className={classes}
      data-placeholder={(!isPublished(post) && post.placeholder) || undefined}
    >
      {article?.image && (
        <ResponsivePicture file={article.image} alt="" sizes="(width >= 40rem) 24rem, 90vw" />
      )}
      <p className="post-labels">
        {article?.featured && <span className="badge">{words.featured}</span>}
        <span className="badge">{post.category}</span>
        {!article && <span className="badge">{words.coming}</span>}
      </p>
      <h3>{article ? <Link href={article.href}>{post.title}</Link> : post.title}</h3>
      <p>{post.excerpt}</p>
      {article && <PostByline article={article} words={words} />}
    </li>
  )
}

function PostByline({
  article: { author, published, readingTime },
  words,
}: Pick<PostsBlock, 'words'> & { article: ArticleSummary }) {
  return (
    <p className="note post-byline">
      {author && <span>{author}</span>}
      <time dateTime={published.iso}>{published.text}</time>
      <span>
        <FilledWord word={words.readingTime} values={{ time: readingTime }} />
      </span>
    </p>
  )
}
