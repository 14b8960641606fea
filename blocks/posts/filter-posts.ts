/** Small and without accents, so that Cafe finds café. */
const normalizeForSearch = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type SearchablePost = { title: string; excerpt: string; category: string }
export type PostFilter = { query: string; category?: string }

/** The posts of a category in which every word of the query occurs: in the title, the excerpt or the category. */
export function filterPosts<P extends SearchablePost>(
  posts: P[],
  { query, category }: PostFilter,
): P[] {
  const words = normalizeForSearch(query).split(/\s+/).filter(Boolean)
  return posts.filter((post) => {
    const text = normalizeForSearch(`${post.title} ${post.excerpt} ${post.category}`)
    return (
      (category === undefined || post.category === category) &&
      words.every((word) => text.includes(word))
    )
  })
}

export const isFilterActive = ({ query, category }: PostFilter): boolean =>
  query.trim() !== '' || category !== undefined

/** What a screen reader hears when the list has changed; nothing while the list is whole. */
export function describeSearchResult(found: number, all: number, filter: PostFilter): string {
  if (!isFilterActive(filter)) return ''
  return found === 0 ? 'No article matches.' : `${found} of ${all} articles`
}
