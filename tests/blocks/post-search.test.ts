/** What the list of articles does in the browser, without a browser. */
import { describe, expect, it } from 'vitest'
import { describeSearchResult, filterPosts } from '../../blocks/posts/filter-posts.ts'
import { createMailLink } from '../../blocks/shared/links/mail-link.ts'
import { slugify } from '../../schema/resolve/slugify.ts'

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
  it('looks in title, excerpt and category', () => {
    expect(findTitles('wheel')).toEqual(['A wheel that is true'])
    expect(findTitles('bars')).toEqual(['Café racers'])
    expect(findTitles('how-to')).toEqual(['A chain that lasts', 'A wheel that is true'])
  })

  it('takes no account of case, accents and spaces around', () => {
    expect(findTitles('  CAFE ')).toEqual(['Café racers'])
    expect(findTitles('chaîn')).toEqual(['A chain that lasts'])
  })

  it('wants every word, in any order and any field', () => {
    expect(findTitles('oil wheel')).toEqual(['A wheel that is true'])
    expect(findTitles('oil less how')).toEqual(['A chain that lasts'])
    expect(findTitles('oil racers')).toEqual([])
  })

  it('keeps to a category', () => {
    expect(findTitles('', 'How-To')).toHaveLength(2)
    expect(findTitles('oil', 'News')).toEqual([])
  })

  it('takes signs of regular expressions as they are', () => {
    expect(findTitles('.*')).toEqual([])
  })
})

describe('saying what was found', () => {
  it.each([
    [5, { query: '' }, ''],
    [5, { query: '  ' }, ''],
    [2, { query: 'oil' }, '2 of 5 articles'],
    [1, { query: '', category: 'News' }, '1 of 5 articles'],
    [0, { query: 'zebra' }, 'No article matches.'],
  ])('%i found by %j: %s', (found, filter, words) => {
    expect(describeSearchResult(found, 5, filter)).toBe(words)
  })
})

it.each([
  ['How-To', 'how-to'],
  ['Legal Updates', 'legal-updates'],
  [' Überblick & mehr! ', 'uberblick-mehr'],
  ['日本', '日本'],
])('%s is %s in an address', (name, slug) => {
  expect(slugify(name)).toBe(slug)
})

it('writes an e-mail that holds the whole text, whatever signs are in it', () => {
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
