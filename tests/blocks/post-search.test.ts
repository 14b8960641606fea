/** The browser logic of the article list, without a browser. */
import { describe, expect, it } from 'vitest'
import { describeSearchResult, filterPosts } from '../../blocks/posts/filter-posts.ts'
import { createMailLink } from '../../blocks/shared/links/mail-link.ts'
import { slugify } from '../../schema/util/slugify.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { createWords } from '../../schema/words/create-words.ts'
import type { PostsBlock } from '../../schema/types.gen.ts'

const posts = [
  { title: 'Café racers', excerpt: 'Low bars, long rides.', category: 'News' },
  { title: 'A chain that lasts', excerpt: 'Oil it less.', category: 'How-To' },
  {
    title: 'A wheel that is true',
    excerpt: 'Turn by turn, with oil for the axle.',
    category: 'How-To',
  },
]
const findTitles = (query: string, category?: string) =>
  filterPosts(posts, { query, category }).map(({ title }) => title)

describe('finding posts', () => {
  it('searches title, excerpt and category', () => {
    expect(findTitles('wheel')).toEqual(['A wheel that is true'])
    expect(findTitles('bars')).toEqual(['Café racers'])
    expect(findTitles('how-to')).toEqual(['A chain that lasts', 'A wheel that is true'])
  })

  it('ignores case, accents and surrounding spaces', () => {
    expect(findTitles('  CAFE ')).toEqual(['Café racers'])
    expect(findTitles('chaîn')).toEqual(['A chain that lasts'])
  })

  it('requires every word, in any order and field', () => {
    expect(findTitles('oil wheel')).toEqual(['A wheel that is true'])
    expect(findTitles('oil less how')).toEqual(['A chain that lasts'])
    expect(findTitles('oil racers')).toEqual([])
  })

  it('stays within a category', () => {
    expect(findTitles('', 'How-To')).toHaveLength(2)
    expect(findTitles('oil', 'News')).toEqual([])
  })

  it('treats regular expression characters literally', () => {
    expect(findTitles('.*')).toEqual([])
  })
})

describe('the search status', () => {
  const words = createWords(loadSchema(), 'en', undefined).get(
    'posts',
  ) as unknown as PostsBlock['words']

  it.each([
    [5, { query: '' }, ''],
    [5, { query: '  ' }, ''],
    [2, { query: 'oil' }, '2 of 5 articles'],
    [1, { query: '', category: 'News' }, '1 of 5 articles'],
    [0, { query: 'zebra' }, 'No articles match.'],
  ])('for %i posts found by %j is %s', (found, filter, status) => {
    expect(describeSearchResult(found, 5, filter, words, 'en')).toBe(status)
  })
})

it.each([
  ['How-To', 'how-to'],
  ['Legal Updates', 'legal-updates'],
  [' Überblick & mehr! ', 'uberblick-mehr'],
  ['日本', '日本'],
])('%s becomes %s in an address', (name, slug) => {
  expect(slugify(name)).toBe(slug)
})

it('a mailto: link contains the whole text with all special characters', () => {
  const mail = new URL(
    createMailLink(
      'mailto:hello@example.com',
      'Subscribe',
      'Please send new articles to a+b&subject=x@example.com.',
    ),
  )
  expect(mail.pathname).toBe('hello@example.com')
  expect(mail.searchParams.get('subject')).toBe('Subscribe')
  expect(mail.searchParams.get('body')).toBe(
    'Please send new articles to a+b&subject=x@example.com.',
  )
  expect(mail.href).not.toContain(' ')
})
