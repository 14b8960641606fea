import type { RelatedPostsBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { Section } from '../shared/section.tsx'
import { FilledWord } from '../shared/text/filled-word.tsx'

export function RelatedPosts(block: RelatedPostsBlock) {
  const { heading, lead, related = [], words } = block
  // The first article of a site has no others beside it yet.
  if (related.length === 0) return null
  return (
    <Section block={block} heading={heading ?? words.heading} lead={lead}>
      <ul className="card-list">
        {related.map(({ href, title, excerpt, category, published, readingTime }) => (
          <li className="card" key={href}>
            <p className="badge">{category}</p>
            <h3>
              <Link href={href}>{title}</Link>
            </h3>
            <p>{excerpt}</p>
            <p className="note related-byline">
              <time dateTime={published.iso}>{published.text}</time>
              <span>
                <FilledWord word={words.readingTime} values={{ time: readingTime }} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
