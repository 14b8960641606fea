import { useEffect, useRef, useState } from 'react'
import type { PostsBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { Section } from '../shared/section.tsx'
import { useKeptChoice } from '../shared/visit/kept-choices.ts'
import { describeSearchResult, filterPosts, isFilterActive } from './filter-posts.ts'
import { PostCard, type Post } from './post-card.tsx'
import { SubscribeBox, SubscribeByEmail } from './subscribe-box.tsx'

/**
 * A list of posts with a search and category filter. The HTML contains every post, for visitors
 * without JavaScript and for print. If scripting is enabled, the stylesheet hides all but the first
 * posts on screens. Text typed before hydration counts, and the loader
 * replays clicks.
 */
export function Posts(block: PostsBlock) {
  const { heading, lead, articles = [], announced = [], categories = [], everywhere, words } = block
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

  // The first render must match the server's, so the URL is read afterwards. It is read again when
  // a link leads to this page with another category, which reloads the data.
  useEffect(() => {
    const slugInUrl = new URLSearchParams(location.search).get('category')
    const category = categories.find(({ slug }) => slug === slugInUrl)?.label
    // The HTML shows all categories: keep the height, so that the content below does not move up.
    if (category !== undefined) setMinHeight(list.current!.offsetHeight)
    setCategory(category)
    // The field may contain text typed before hydration.
    if (search.current!.value) setQuery(search.current!.value)
    setIsHydrated(true)
  }, [block.articles])
  useKeptChoice(block.id ?? block.type, { query, shown }, list, (kept) => {
    setQuery(kept.query)
    setShown(kept.shown)
  })

  // The button disappears once all posts are shown, so move the focus to the first new post.
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
  const countPosts = (label: string) =>
    String(filterPosts(posts, { query: '', category: label }).length)

  return (
    <Section block={block} heading={heading} lead={lead}>
      <div className="posts-controls" role="search" data-alive={isHydrated || undefined}>
        <label>
          <span>{words.search}</span>
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
            <legend className="visually-hidden">{words.categories}</legend>
            {[{ label: block.all ?? words.all, count: undefined }, ...categories].map(
              ({ label, count: statedCount }, index) => {
                const buttonCategory = index === 0 ? undefined : label
                return (
                  <button
                    key={label}
                    type="button"
                    aria-pressed={category === buttonCategory}
                    onClick={() => updateFilter({ category: buttonCategory })}
                  >
                    {label}{' '}
                    <span className="post-count">
                      {buttonCategory === undefined
                        ? posts.length
                        : (statedCount?.text ?? countPosts(buttonCategory))}
                    </span>
                  </button>
                )
              },
            )}
          </fieldset>
        )}
        <div className="posts-status">
          <p role="status">
            {describeSearchResult(
              Math.min(matches.length, shown),
              posts.length,
              filter,
              words,
              // The server always renders the unfiltered list, whose message is empty in every
              // language.
              isHydrated ? document.documentElement.lang : 'en',
            )}
          </p>
          {everywhere && matches.length === 0 && (
            <Link href={`${everywhere.href}?${new URLSearchParams({ q: query.trim() })}`}>
              {everywhere.label}
            </Link>
          )}
          {isFilterActive(filter) && (
            <button type="button" onClick={clear}>
              {words.clear}
            </button>
          )}
        </div>
      </div>
      <div className="posts-columns">
        <div className="posts-main">
          <ul className="post-list" ref={list} style={{ minBlockSize: minHeight }}>
            {matches.map((post, index) => (
              <PostCard
                key={post.title}
                post={post}
                words={words}
                isInitiallyHidden={index >= shown}
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
              {words.more}
            </button>
          )}
        </div>
        <PostsSidebar {...block} />
      </div>
    </Section>
  )
}

/** Writes the category to the URL, so that the visitor can share it. Keeps the router's state. */
function writeCategoryToUrl(slug: string | undefined): void {
  const url = new URL(location.href)
  if (slug === undefined) url.searchParams.delete('category')
  else url.searchParams.set('category', slug)
  history.replaceState(history.state, '', url)
}

/** The sidebar of the list: popular posts, subscriptions and a feed link. */
function PostsSidebar({ id = 'posts', popular, subscribe, feed, words }: PostsBlock) {
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
