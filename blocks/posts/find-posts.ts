/** Small and without accents, so that Cafe finds café. */
const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Searched = { title: string; excerpt: string; category: string }
export type Filter = { query: string; category?: string }

/** The posts of a category in which every word of the query occurs: in the title, the excerpt or the category. */
export function findPosts<P extends Searched>(posts: P[], { query, category }: Filter): P[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return posts.filter((post) => {
    const text = foldText(`${post.title} ${post.excerpt} ${post.category}`)
    return (
      (category === undefined || post.category === category) &&
      words.every((word) => text.includes(word))
    )
  })
}

export const isFiltered = ({ query, category }: Filter): boolean =>
  query.trim() !== '' || category !== undefined

/** What a screen reader hears when the list has changed; nothing while the list is whole. */
export function describeResult(found: number, all: number, filter: Filter): string {
  if (!isFiltered(filter)) return ''
  return found === 0 ? 'No article matches.' : `${found} of ${all} articles`
}
