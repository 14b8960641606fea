/** What the list of articles does in the browser, without a browser. */
import { describe, expect, it } from 'vitest'
import { describeResult, findPosts } from '../blocks/posts/find-posts.ts'
import { mailLink } from '../blocks/shared/mail-link.ts'
import { slugOf } from '../schema/slug.ts'

const posts = [
  { title: 'Café racers', excerpt: 'Low bars, long rides.', category: 'News' },
  { title: 'A chain that lasts', excerpt: 'Oil it less.', category: 'How-To' },
  {
    title: 'A wheel that is true',
    excerpt: 'Turn by turn, with oil for the axle.',
    category: 'How-To',
  },
]
const titles = (query: string, category?: string) =>
  findPosts(posts, { query, category }).map(({ title }) => title)

describe('finding posts', () => {
  it('looks in title, excerpt and category', () => {
    expect(titles('wheel')).toEqual(['A wheel that is true'])
    expect(titles('bars')).toEqual(['Café racers'])
    expect(titles('how-to')).toEqual(['A chain that lasts', 'A wheel that is true'])
  })

  it('takes no account of case, accents and spaces around', () => {
    expect(titles('  CAFE ')).toEqual(['Café racers'])
    expect(titles('chaîn')).toEqual(['A chain that lasts'])
  })

  it('wants every word, in any order and any field', () => {
    expect(titles('oil wheel')).toEqual(['A wheel that is true'])
    expect(titles('oil less how')).toEqual(['A chain that lasts'])
    expect(titles('oil racers')).toEqual([])
  })

  it('keeps to a category', () => {
    expect(titles('', 'How-To')).toHaveLength(2)
    expect(titles('oil', 'News')).toEqual([])
  })

  it('takes signs of regular expressions as they are', () => {
    expect(titles('.*')).toEqual([])
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
    expect(describeResult(found, 5, filter)).toBe(words)
  })
})

it.each([
  ['How-To', 'how-to'],
  ['Legal Updates', 'legal-updates'],
  [' Überblick & mehr! ', 'uberblick-mehr'],
  ['日本', '日本'],
])('%s is %s in an address', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

it('writes an e-mail that holds the whole text, whatever signs are in it', () => {
  const mail = new URL(
    mailLink(
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
