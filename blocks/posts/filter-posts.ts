import type { PostsBlock } from '../../schema/types.gen.ts'
import { choosePlural, fillIn } from '../shared/text/fill-in.ts'
import { createWordFilter } from '../shared/text/match-words.ts'

type SearchablePost = { title: string; excerpt: string; category: string }
type PostFilter = { query: string; category?: string }

/**
 * Returns the posts of a category whose title, excerpt or category contains every word of the
 * query.
 */
export function filterPosts<P extends SearchablePost>(
  posts: P[],
  { query, category }: PostFilter,
): P[] {
  const hasWords = createWordFilter(query)
  return posts.filter(
    (post) =>
      (category === undefined || post.category === category) &&
      hasWords(`${post.title} ${post.excerpt} ${post.category}`),
  )
}

export const isFilterActive = ({ query, category }: PostFilter): boolean =>
  query.trim() !== '' || category !== undefined

/** Returns the message announced when the list changes; empty while it is unfiltered. */
export function describeSearchResult(
  shown: number,
  total: number,
  filter: PostFilter,
  words: PostsBlock['words'],
  language: string,
): string {
  if (!isFilterActive(filter)) return ''
  if (shown === 0) return words.none
  const word = choosePlural(words.shown, total, language)
  return fillIn(word, { shown, total })
}
