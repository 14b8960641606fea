/** Checks which misspelled names are surely another name, and where a correction writes it. */
import { describe, expect, it } from 'vitest'
import { replaceInPosition } from '../../schema/problems/correct-value.ts'
import { formatNearNames, suggestName } from '../../schema/validate/nearest-name.ts'

describe('a misspelled name', () => {
  it.each([
    ['heroo', ['hero', 'prose']],
    ['tilte', ['title', 'type']],
    ['discription', ['description']],
    ['Meta_Title', ['meta-title']],
    ['/notary/curthouse', ['/notary/courthouse', '/notary/weekend']],
    ['tune-upp', ['tune-up']],
    ['mobil-base', ['mobile-base', 'mobile-arrival']],
  ])('%s is surely a valid one', (name, valid) => {
    expect(suggestName(name, valid).replacement).toEqual({ from: name, to: valid[0] })
  })

  it.each([
    ['fee-a', ['fee-b']],
    ['min-fee', ['max-fee']],
    ['/2024', ['/2025']],
    ['price-10', ['price-100']],
    ['/page-1-1', ['/page-11']],
    ['rate-1-5', ['rate-15']],
    ['/cost', ['/post']],
    ['/town', ['/towns', '/tower', '/down']],
    ['pricee', ['prices', 'price']],
    ['weekday-hours', ['weekend-hours']],
  ])('%s may be another name', (name, valid) => {
    expect(suggestName(name, valid).replacement).toBeUndefined()
  })

  it.each([
    ['/prices', ['/privacy', '/service-areas', '/pricing', '/prices.pdf']],
    ['/book', ['/books/all', '/booking']],
    ['notary-fees-listed', ['notary-fee', 'notary-fees-listing']],
  ])('%s may be another form of a valid one', (name, valid) => {
    expect(suggestName(name, valid)).toEqual({
      suggestion: valid.find((each) => /ing$/.test(each)),
    })
  })

  it('suggests nothing for other words', () => {
    const valid = [
      '/',
      '/pricing',
      '/privacy',
      '/contact',
      '/testimonials',
      '/rating',
      '/es/precios',
    ]
    for (const name of ['/primer', '/international', '/estates', '/tests', '/rates-of-pay', '/???'])
      expect(suggestName(name, valid), name).toEqual({})
    expect(suggestName('photo', ['phone', 'file'])).toEqual({})
    expect(suggestName('/areas/weiz', ['/areas/graz', '/areas/linz'])).toEqual({})
    expect(suggestName('/areas/garz', ['/areas/graz'])).toMatchObject({ suggestion: '/areas/graz' })
    expect(suggestName('phoen', ['phone'])).toMatchObject({ suggestion: 'phone' })
  })

  it('is shown with the names that it shares a word with, else with all or the first', () => {
    const valid = ['hero', 'prose', 'price-table', 'pricing', 'steps']
    expect(formatNearNames('price-list', valid)).toBe('a name like price-table or pricing')
    expect(formatNearNames('proze', valid)).toBe('a name like prose')
    expect(formatNearNames('video', valid)).toBe('hero, prose, price-table, pricing or steps')
    const many = Array.from({ length: 41 }, (_, index) => `icon${index}`)
    expect(formatNearNames('video', many)).toMatch(/^icon0, (icon\d+, ){10}icon11, …$/)
  })
})

describe('a correction', () => {
  const at = (excerpt: string, column: number, endColumn: number) =>
    replaceInPosition({ line: 3, column, endColumn, excerpt }, { from: '/old', to: '/new' })

  it('replaces the text within the underlined part, inside its quotes', () => {
    expect(at("href: '/old#x' # not /old", 7, 15)).toEqual({
      edits: [{ line: 3, column: 8, endLine: 3, endColumn: 12, text: '/new' }],
      isSure: true,
    })
  })

  it('leaves longer names alone', () => {
    expect(at('href: /older', 7, 13)).toBeUndefined()
    expect(at('[a](/older) [b](/old)', 1, 22)?.edits).toMatchObject([{ column: 17 }])
  })

  it('is missing if the text is there twice', () => {
    expect(at('/old and /old', 1, 14)).toBeUndefined()
  })
})
