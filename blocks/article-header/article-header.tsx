import type { ArticleHeaderBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/link.tsx'
import { RichText } from '../shared/rich-text.tsx'
import { slugOf } from '../shared/slug.ts'

export function ArticleHeader({ id, heading, lead, article, listing }: ArticleHeaderBlock) {
  return (
    <header className="block article-header" id={id}>
      <div className="column">
        {article && (
          <p>
            {listing ? (
              // The list reads its category from the address.
              <Link className="badge" href={`${listing}?category=${encodeURIComponent(slugOf(article.category))}`}>
                {article.category}
              </Link>
            ) : (
              <span className="badge">{article.category}</span>
            )}
          </p>
        )}
        <h1>{heading}</h1>
        {lead && (
          <div className="lead">
            <RichText nodes={lead} />
          </div>
        )}
        {article && <Byline article={article} />}
      </div>
    </header>
  )
}

function Byline({ article: { author, published, updated, readingTime } }: { article: NonNullable<ArticleHeaderBlock['article']> }) {
  return (
    <p className="note article-byline">
      {author && <span>By {author}</span>}
      <time dateTime={published.iso}>{published.text}</time>
      {updated && (
        <span>
          Updated <time dateTime={updated.iso}>{updated.text}</time>
        </span>
      )}
      <span>{readingTime} read</span>
    </p>
  )
}
