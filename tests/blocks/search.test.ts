/** What the search block finds, and what it quotes. */
import { describe, expect, it } from 'vitest'
import { createFinder } from '../../blocks/search/find-pages.ts'
import { quoteMatch } from '../../blocks/search/find-pages.ts'
import { readSections } from '../../scripts/prerender/documents/read-sections.ts'

const find = createFinder([
  [
    '/bread',
    'Our bread',
    [
      ['Our bread', '', 'Sourdough and rye.'],
      ['Do you deliver on Sundays?', 'sundays', 'Yes, to every café in town.'],
    ],
  ],
  [
    '/repairs',
    'Oven repairs',
    [['Oven repairs', '', 'We repair ovens and mills in Bahnhofstraße from $60.']],
  ],
])
const list = (query: string) => find(query).map(({ href }) => href)

describe('a search', () => {
  it('finds pages despite spelling mistakes, accents and unfinished words', () => {
    expect(list('sourdouhg')).toEqual(['/bread'])
    expect(list('CAFE')).toEqual(['/bread#sundays'])
    expect(list('repa')).toEqual(['/repairs'])
    expect(list('unicorn')).toEqual([])
    expect(list('60')).toEqual(['/repairs'])
    expect(list('$60')).toEqual(['/repairs'])
    expect(list('bahnhofstrasse')).toEqual(['/repairs'])
  })

  it('leads to the section that fits, once for each page', () => {
    expect(find('deliver bread')).toEqual([
      {
        href: '/bread#sundays',
        title: 'Our bread',
        heading: 'Do you deliver on Sundays?',
        quote: [{ text: 'Yes, to every café in town.', isMatch: false }],
      },
    ])
    // Only the title of the page has this word.
    expect(list('our')).toEqual(['/bread'])
  })

  it('prefers pages with all words, and falls back to some of them', () => {
    expect(list('bread rye')).toEqual(['/bread'])
    expect(list('rye mills').sort()).toEqual(['/bread', '/repairs'])
  })
})

describe('a quote', () => {
  it('marks whole words, and is cut between words', () => {
    const text = `${'one two '.repeat(30)}here it is ${'three four '.repeat(30)}`.trim()
    const quote = quoteMatch(text, (word) => word === 'here')
    expect(quote.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'here', isMatch: true }])
    const whole = quote.map((part) => part.text).join('')
    expect(whole).toMatch(/^… (one|two) .*(three|four) …$/)
    expect(whole.length).toBeLessThan(180)
  })

  it('is the whole text if that is short', () => {
    expect(quoteMatch('“Here”, it said.', () => false)).toEqual([
      { text: '“Here”, it said.', isMatch: false },
    ])
  })
})

describe('the sections of a document', () => {
  const read = (main: string) =>
    readSections(`<body><h2>Menu</h2><main id="main">${main}</main><p>Footer</p></body>`)

  it('are texts under headings, with the anchor that is nearest', () => {
    expect(
      read(
        '<h1>Bread</h1><p>It is <b>sour</b>dough.</p><section id="faq"><h2>Questions</h2>' +
          '<details><summary><h3>When?</h3></summary><div id="when">At <a href="/">six</a><a href="/x">Map</a></div></details></section>',
      ),
    ).toEqual([
      ['Bread', '', 'It is sourdough.'],
      ['Questions', 'faq', ''],
      ['When?', 'when', 'At six Map'],
    ])
  })

  it('leave out what visitors do not see', () => {
    expect(
      read(
        '<nav>Home</nav><p hidden>No</p><form><label>No <input></label></form><svg><text>No</text></svg><div data-when="unknown">No<br></div><p>Yes</p>',
      ),
    ).toEqual([['', '', 'Yes']])
  })
})
