import { descriptionLimit, titleLimit } from '../../../../schema/rules/head-limits.ts'
import { replaceCitations } from '../form/citations.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { useCitableFacts, useStudio } from '../state/use-studio.ts'

/** What a search engine shows of the page: the end of a text that is too long is marked. */
export function SearchPreview({ value, route }: { value: unknown; route: string }) {
  const facts = useCitableFacts()
  const siteName = useStudio((state) => state.session.siteName)
  const [title, description] = ['title', 'description'].map((name) =>
    replaceCitations(facts, String(getAt(value, [name]) ?? '')),
  )
  return (
    <figure className="search-preview">
      <figcaption className="visually-hidden">In search results</figcaption>
      <p className="search-address">
        {[siteName, ...route.split('/').filter(Boolean)].join(' › ')}
      </p>
      <p className="search-title">
        <TruncatedText text={title ?? ''} limit={titleLimit} />
      </p>
      <p className="search-description">
        <TruncatedText text={description ?? ''} limit={descriptionLimit} />
      </p>
    </figure>
  )
}

function TruncatedText({ text, limit }: { text: string; limit: number }) {
  return (
    <>
      {text.slice(0, limit)}
      {text.length > limit && <mark>{text.slice(limit)}</mark>}
    </>
  )
}
