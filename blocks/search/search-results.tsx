import { useState } from 'react'
import type { SearchBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { fillIn } from '../shared/text/fill-in.ts'
import type { FindPages } from './find-pages.ts'

/** How many results are shown at first, and added each time. */
const pageSize = 10

type Props = {
  block: SearchBlock
  query: string
  state: 'idle' | 'loading' | 'failed' | FindPages
}

/** The search results, and their number, which screen readers announce. */
export function SearchResults({ block, query, state }: Props) {
  const { all, words } = block
  const [more, setMore] = useState({ query, shown: pageSize })
  const shown = more.query === query ? more.shown : pageSize
  const find = typeof state === 'function' ? state : undefined
  const found = query === '' ? [] : (find?.(query) ?? [])
  const isEmpty = find !== undefined && query !== '' && found.length === 0
  return (
    <>
      <p className="search-status" role="status">
        {describeProgress(block, query, state, found.length)}
      </p>
      {all && (
        <p className="search-all" data-shown={isEmpty || state === 'failed' || undefined}>
          <Link href={all.href}>{all.label}</Link>
        </p>
      )}
      {found.length > 0 && (
        <ol className="search-results">
          {found.slice(0, shown).map(({ href, title, heading, quote }) => (
            <li key={href}>
              <Link href={href}>
                {title}
                {heading && <span className="search-heading"> {heading}</span>}
              </Link>
              <span className="search-address">{href}</span>
              <p>
                {quote.map(({ text, isMatch }, index) =>
                  isMatch ? <mark key={index}>{text}</mark> : text,
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
      {found.length > shown && (
        <button
          className="button secondary"
          type="button"
          onClick={() => setMore({ query, shown: shown + pageSize })}
        >
          {words?.more}
        </button>
      )}
    </>
  )
}

function describeProgress(
  { words, none = words?.none }: SearchBlock,
  query: string,
  state: Props['state'],
  n: number,
): string | undefined {
  if (query === '' || state === 'idle') return ''
  if (state === 'loading') return words?.searching
  if (state === 'failed') return words?.failed
  if (n === 0) return none && fillIn(none, { query })
  const forms: Record<string, string | undefined> = { ...words?.found }
  const form = new Intl.PluralRules(document.documentElement.lang).select(n)
  return fillIn(forms[form] ?? forms.other ?? '', { n })
}
