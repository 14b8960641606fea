import { useEffect, useRef, useState } from 'react'
import type { PostsBlock } from '../../schema/types.gen.ts'
import { Section } from '../shared/section.tsx'
import { describeSearchResult, filterPosts, isFilterActive } from './filter-posts.ts'
import { PostCard, type Post } from './post-card.tsx'
import { PostsSidebar } from './posts-sidebar.tsx'

/**
 * The server writes every post, for those without JavaScript. With it, the stylesheet hides what is beyond the first few
 * from the first moment on, so nothing moves when the script comes. What is typed before that counts, and the loader keeps a click.
 */
export function Posts(block: PostsBlock) {
  const { heading, lead, articles = [], announced = [], categories = [] } = block
  const posts: Post[] = [...articles, ...announced]
  const pageSize = block.show ?? posts.length
  const [isHydrated, setIsHydrated] = useState(false)
  const [query, setQuery] = useState('')
  const [category, setCategory] = useState<string>()
  const [shown, setShown] = useState(pageSize)
  const [minHeight, setMinHeight] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const firstNewIndex = useRef<number>(undefined)

  // The first render must be the server's, so the address is read afterwards; and again when a link leads to this same
  // page with another category, which brings its data anew.
  useEffect(() => {
    const named = new URLSearchParams(location.search).get('category')
    const category = categories.find(({ slug }) => slug === named)?.label
    // The server wrote them all; what stands below must not jump up when fewer are left.
    if (category !== undefined) setMinHeight(list.current!.offsetHeight)
    setCategory(category)
    // Typed before the page was alive.
    setQuery(search.current!.value)
    setIsHydrated(true)
  }, [block.articles])

  // The button goes away under the visitor's focus when all is shown, so the focus goes to the first post that came.
  useEffect(() => {
    const card =
      firstNewIndex.current === undefined
        ? undefined
        : (list.current?.children[firstNewIndex.current] as HTMLElement | undefined)
    firstNewIndex.current = undefined
    if (!card) return
    card.tabIndex = -1
    card.focus()
  }, [shown])

  const filter = { query, category }
  const matches = filterPosts(posts, filter)
  const updateFilter = (next: Partial<typeof filter>) => {
    if ('query' in next) setQuery(next.query!)
    if ('category' in next) {
      setCategory(next.category)
      writeCategoryToUrl(categories.find(({ label }) => label === next.category)?.slug)
    }
    setShown(pageSize)
    setMinHeight(undefined)
  }
  const clear = () => {
    updateFilter({ query: '', category: undefined })
    search.current?.focus()
  }
  const showMore = () => {
    firstNewIndex.current = shown
    setShown(shown + pageSize)
  }
  const count = (label: string) => String(filterPosts(posts, { query: '', category: label }).length)

  return (
    <Section block={block} heading={heading} lead={lead}>
      <div className="posts-controls" role="search" data-alive={isHydrated || undefined}>
        <label>
          <span>Search</span>
          <input
            ref={search}
            type="search"
            value={query}
            autoComplete="off"
            onChange={(event) => updateFilter({ query: event.target.value })}
          />
        </label>
        {categories.length > 0 && (
          <fieldset className="post-categories">
            <legend className="visually-hidden">Categories</legend>
            {[{ label: block.all ?? 'All', count: undefined }, ...categories].map(
              ({ label, count: stated }, index) => {
                const own = index === 0 ? undefined : label
                return (
                  <button
                    key={label}
                    type="button"
                    aria-pressed={category === own}
                    onClick={() => updateFilter({ category: own })}
                  >
                    {label}{' '}
                    <span className="post-count">
                      {own === undefined ? posts.length : (stated?.text ?? count(own))}
                    </span>
                  </button>
                )
              },
            )}
          </fieldset>
        )}
        <div className="posts-status">
          <p role="status">
            {describeSearchResult(Math.min(matches.length, shown), posts.length, filter)}
          </p>
          {isFilterActive(filter) && (
            <button type="button" onClick={clear}>
              Show all
            </button>
          )}
        </div>
      </div>
      <div className="posts-columns">
        <div className="posts-main">
          <ul className="post-list" ref={list} style={{ minBlockSize: minHeight }}>
            {matches.slice(0, isHydrated ? shown : undefined).map((post, index) => (
              <PostCard
                key={post.title}
                post={post}
                isInitiallyHidden={!isHydrated && index >= pageSize}
              />
            ))}
          </ul>
          {matches.length > shown && (
            <button
              className="button secondary posts-more"
              type="button"
              data-alive={isHydrated || undefined}
              onClick={showMore}
            >
              Load more
            </button>
          )}
        </div>
        <PostsSidebar {...block} />
      </div>
    </Section>
  )
}

/** Keeps the category in the address, so that it can be sent to somebody; the router's own state stays. */
function writeCategoryToUrl(slug: string | undefined): void {
  const url = new URL(location.href)
  if (slug === undefined) url.searchParams.delete('category')
  else url.searchParams.set('category', slug)
  history.replaceState(history.state, '', url)
}
