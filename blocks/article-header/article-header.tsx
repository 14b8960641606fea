import type { ArticleHeaderBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { Seal } from '../shared/seal/seal.tsx'
import { FilledWord } from '../shared/text/filled-word.tsx'
import { TextPart } from '../shared/text/rich-text.tsx'

export function ArticleHeader(block: ArticleHeaderBlock) {
  const { id, heading, lead, article, listing, words, seal } = block
  return (
    <header className="block article-header" id={id}>
      {seal && <Seal seal={seal} />}
      <div className="column">
        {article && (
          <p>
            {listing ? (
              <Link className="badge" href={listing}>
                {article.category}
              </Link>
            ) : (
              <span className="badge">{article.category}</span>
            )}
          </p>
        )}
        <h1>{heading}</h1>
        <TextPart nodes={lead} className="lead" />
        {article && <ArticleByline article={article} words={words} />}
      </div>
    </header>
  )
}

function ArticleByline({
  article: { author, published, updated, readingTime },
  words,
}: Pick<ArticleHeaderBlock, 'words'> & { article: NonNullable<ArticleHeaderBlock['article']> }) {
  return (
    <p className="note article-byline">
      {author && (
        <span>
          <FilledWord word={words.author} values={{ author }} />
        </span>
      )}
      <time dateTime={published.iso}>{published.text}</time>
      {updated && (
        <span>
          <FilledWord
            word={words.updated}
            values={{ date: <time dateTime={updated.iso}>{updated.text}</time> }}
          />
        </span>
      )}
      <span>
        <FilledWord word={words.readingTime} values={{ time: readingTime }} />
      </span>
    </p>
  )
}
