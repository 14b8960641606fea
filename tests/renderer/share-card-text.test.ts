/** The text of share images: sizes, lines, and characters that the typefaces lack. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test, vi } from 'vitest'
import {
  breakFirstLines,
  breakLines,
  breakLinesEvenly,
  createMeasure,
  omitMissing,
} from '../../scripts/images/break-lines.ts'
import { type Fonts, loadFonts } from '../../scripts/images/fonts.ts'
import { layoutCard } from '../../scripts/images/layout-card.ts'
import { findInitial } from '../../schema/drawing/drawn-letters.ts'
import { getPageSeal } from '../../schema/resolve/page/page-seal.ts'
import { drawLetter, outlineTexts } from '../../scripts/images/outline-text.ts'
import { sealPosition } from '../../scripts/images/share-image.ts'

const cache = await mkdtemp(join(tmpdir(), 'signpost-fonts-'))
vi.stubEnv('SIGNPOST_CACHE', cache)
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(cache, { recursive: true })
})

/** Every character is one pixel wide. */
const measure = (text: string) => [...text].length

describe('lines', () => {
  it('break after spaces, and after dashes and slashes between words', () => {
    expect(breakLines('one two three', 7, measure)).toEqual(['one two', 'three'])
    expect(breakLines('drop-off and/or', 8, measure)).toEqual(['drop-off', 'and/or'])
    expect(breakLines('drop-off and/or', 6, measure)).toEqual(['drop-', 'off', 'and/or'])
    expect(breakLines('30-45 min', 4, measure)).toEqual(['30-4', '5', 'min'])
  })

  it('break a word that is wider than a line, from a line of its own', () => {
    expect(breakLines('a conscientious b', 6, measure)).toEqual(['a', 'consci', 'entiou', 's b'])
  })

  it('are balanced without adding a line', () => {
    const text = 'A notary who comes to you'
    expect(breakLines(text, 20, measure)).toEqual(['A notary who comes', 'to you'])
    expect(breakLinesEvenly(text, 20, measure)).toEqual(['A notary who', 'comes to you'])
    expect(breakLinesEvenly('by conscientiously', 17, measure)).toEqual(['by', 'conscientiously'])
    expect(breakLinesEvenly('', 20, measure)).toEqual([])
  })

  it('end with an ellipsis when they are too many', () => {
    const limits = { maxLines: 2, maxWidth: 9 }
    expect(breakFirstLines('one two three four, five', limits, measure)).toEqual([
      'one two',
      'three…',
    ])
    expect(breakFirstLines('one two eight, five', limits, measure)).toEqual(['one two', 'eight…'])
    expect(breakFirstLines('one two unbreakable', limits, measure)).toEqual([
      'one two',
      'unbreaka…',
    ])
    expect(breakFirstLines('one two', limits, measure)).toEqual(['one two'])
  })
})

const card = {
  heading: 'Ramen',
  name: 'Bar',
  host: 'example.org',
  colors: {
    ground: '#fff',
    text: '#000',
    textSoft: '#000',
    line: '#000',
    accent: '#000',
    onAccent: '#fff',
    fill: '#a00',
  },
}

describe('with the typefaces', async () => {
  const fonts = await loadFonts()

  test('a heading has the largest size at which it fits and no word is broken', () => {
    /** Below a heading, an offer takes space. */
    const fitHeading = (heading: string, offer?: { name: string }) => {
      const { texts } = layoutCard({ ...card, heading, ...(offer && { offer }) }, fonts)
      const lines = texts.filter(({ font }) => font === 'heading')
      return { size: lines[0]!.size, lines: lines.map(({ text }) => text) }
    }
    const offer = { name: 'Ramen' }
    expect(fitHeading('Notary', offer)).toEqual({ size: 104, lines: ['Notary'] })
    const heading = 'A Midland notary, online or at your door'
    const [small, large] = [fitHeading(heading, offer), fitHeading(heading)]
    expect(small.lines.join(' ')).toBe(heading)
    expect(small.lines.length * small.size * 1.12).toBeLessThanOrEqual(236)
    expect(large.size).toBeGreaterThan(small.size)
    // On two lines there would be space for a larger size.
    expect(fitHeading('Conscientiousnesses', offer)).toMatchObject({
      lines: ['Conscientiousnesses'],
    })
    const long = fitHeading('all the words of a page '.repeat(20).trim(), offer)
    expect([long.size, long.lines.length, long.lines[5]!.at(-1)]).toEqual([36, 6, '…'])
  })

  test('a character that no typeface has is left out, and a text of mostly such characters', () => {
    expect(omitMissing('Tokyo 東京\nbar', fonts.heading)).toBe('Tokyo bar')
    expect(omitMissing('Bar 東京都港区', fonts.heading)).toBe('')
    expect(omitMissing('Cafe\u0301', fonts.text)).toBe('Café')
    const texts = (price: string) =>
      layoutCard({ ...card, offer: { name: 'Ramen', price } }, fonts).texts.map(({ text }) => text)
    expect(texts('500 kr')).toEqual(['Bar', 'Ramen', '500 kr', 'Ramen', 'example.org'])
    expect(texts('500 ₯')).toEqual(['Bar', 'Ramen', 'Ramen', 'example.org'])
  })

  test.each([
    ['Sửa xe đạp tận nhà', 'S'],
    ['Мобильный нотариус', 'М'],
    ['Κινητός συμβολαιογράφος', 'Κ'],
    ['Łódź, čaj ™', 'Ł'],
  ])('the letters of %s are all drawn, and an icon has one', async (heading, initial) => {
    const chosen = await loadFonts(heading)
    const { texts } = layoutCard(
      { ...card, heading, name: heading, offer: { name: heading } },
      chosen,
    )
    expect(texts.filter(({ font }) => font === 'bold').map(({ text }) => text)).toEqual([heading])
    expect(omitMissing(heading, chosen.heading)).toBe(heading)
    const measureInk = (text: string) =>
      outlineTexts([{ text, font: 'heading', size: 100, fill: '#000', x: 100, y: 200 }], {
        ...chosen.heading,
      }).box!.width
    for (const letter of new Set(heading.replace(/[^\p{L}]/gu, '')))
      expect(measureInk(`|${letter}|`), letter).toBeGreaterThan(measureInk('||'))
    expect(findInitial(heading)).toBe(initial)
    expect(await drawLetter(initial, 50, '#000')).toContain('<path')
  })

  test('an icon has the first letter that can be drawn, or none', () => {
    expect(findInitial('東京 Bar')).toBe('B')
    expect(findInitial('東京')).toBeUndefined()
  })

  test('a name, an offer and a host that are longer than a line end with an ellipsis', () => {
    const long = 'Midland '.repeat(12).trim()
    const offer = { name: long, price: '$35' }
    const { texts } = layoutCard({ ...card, name: long, host: long, offer }, fonts)
    const shortened = texts.filter(({ text }) => text.endsWith('…'))
    expect(shortened.map(({ font }) => font)).toEqual(['bold', 'text', 'text'])
    for (const { text, font, size, x, letterSpacing } of shortened)
      expect(createMeasure(fonts[font], size, letterSpacing)(text)).toBeLessThanOrEqual(784 - x)
    // Above a seal, there is space for 1032 pixels.
    const seal = getPageSeal('info', '/')
    const sealed = layoutCard({ ...card, name: long.slice(0, 60), seal }, fonts)
    expect(sealed.texts[0]!.text).toBe(long.slice(0, 60).trim())
  })

  test('no line below the name reaches the seal', () => {
    const long = 'A Midland notary, online or at your door '.repeat(4)
    const seal = getPageSeal('info', '/')
    const full = { ...card, heading: long, host: long, offer: { name: long, price: '$35' }, seal }
    const [, ...lines] = layoutCard(full, fonts).texts
    for (const { text, font, size, x, letterSpacing, isCentered } of lines) {
      const width = createMeasure(fonts[font], size, letterSpacing)(text)
      expect(x + (isCentered ? width / 2 : width)).toBeLessThan(
        sealPosition.x - sealPosition.radius,
      )
    }
  })

  test('lines are below each other', () => {
    for (const heading of ['Ramen', 'The ramen of an evening that is long '.repeat(6)]) {
      const lines = layoutCard({ ...card, heading, offer: { name: 'Ramen' } }, fonts).texts
      const { text, bold } = fonts
      expect(lines[0]!.y - bold.ascent * lines[0]!.size).toBeCloseTo(74)
      for (const [index, { y, size }] of lines.slice(1).entries())
        expect(y - lines[index]!.y).toBeGreaterThan(size)
      expect(lines.at(-1)!.y + text.descent * lines.at(-1)!.size).toBeCloseTo(630 - 66)
    }
  })

  test.each(['heading', 'text', 'bold'] as const)(
    'letters outside of a file come from another, as wide as measured: %s',
    (font) => {
      const measureInk = (text: string) =>
        outlineTexts([{ text, font, size: 100, fill: '#000', x: 100, y: 200 }], fonts[font]).box!
          .width
      // A line that has a ligature, and letters of each file.
      const base = 'office ŁódźŨ'
      for (const character of 'ŁźÑŨ™')
        expect(measureInk(`${base}${character}|`) - measureInk(`${base}|`), character).toBeCloseTo(
          100 * fonts[font satisfies keyof Fonts].widths[character]!,
          -1,
        )
    },
  )

  test('fonts are prepared again if their files were deleted', async () => {
    for (const file of fonts.text.files) await rm(file)
    const { text } = await loadFonts()
    const texts = [{ text: 'Bar', font: 'text', size: 100, fill: '#000', x: 100, y: 200 }] as const
    expect(outlineTexts([...texts], text).paths).not.toBe('')
  })
})
