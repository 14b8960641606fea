/** Likeness: near-linear, and yet every pair above the limit is found. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutBands, findAlike } from '../schema/likeness/find-alike.ts'
import { comparePhrases, listPhrases } from '../schema/likeness/list-phrases.ts'
import { estimateJaccard, signatureLength, signNumbers } from '../schema/likeness/min-hash.ts'

/** Words by number, so that every run has the same ones. */
const wordsFrom = (start: number, count: number) =>
  Array.from({ length: count }, (_, index) => `w${(start + index).toString(36)}`).join(' ')
type Print = { phrases: Uint32Array; signature: Uint16Array }
const print = (texts: string[], names: string[] = []): Print => {
  const phrases = listPhrases(texts, names)
  return { phrases, signature: signNumbers(phrases) }
}

const joinSignatures = (prints: Print[]) =>
  Uint16Array.from(prints.flatMap(({ signature }) => [...signature]))
const findAmong = (prints: Print[], limit: number) =>
  findAlike(joinSignatures(prints), (page) => prints[page]!.phrases, limit)

describe('phrases', () => {
  it('are three words each, within one text', () => {
    expect(listPhrases(['One two three four', 'Five six'], [])).toHaveLength(2)
    expect(listPhrases(['one TWO three.'], [])).toEqual(listPhrases(['One, two: three'], []))
  })

  it('leave names aside', () => {
    expect(listPhrases(['We come to Fort Worth every day'], ['Fort Worth'])).toEqual(
      listPhrases(['We come to Odessa every day'], ['Odessa', '']),
    )
    expect(listPhrases(['We come to Oslo'], ['(O'])).toHaveLength(2)
  })

  it('leave aside whatever is written like a name', () => {
    const without = listPhrases(['We come to every house'], [])
    for (const written of [
      'Fort Worth',
      'FORT  WORTH',
      'Fort-Worth',
      "Fort Worth's",
      'Fort',
      'Fort Fort Worth',
    ]) {
      expect(
        listPhrases([`We come to ${written} every house`], ['Fort'], ['Oslo', 'Fort Worth']),
        written,
      ).toEqual(without)
    }
    for (const other of ['Worth', 'Forts', 'Fort Worthy', "Fort's", 'Worth Fort x'])
      expect(listPhrases([`We come to ${other} every house`], ['Fort Worth']), other).not.toEqual(
        without,
      )
    expect(listPhrases(["We 's come to every house"], ['', '()'])).toHaveLength(4)
    expect(listPhrases(['We come to Fort', 'Worth every house'], ['Fort Worth'])).toEqual(
      listPhrases(['We come to Fort', 'Worth every house'], []),
    )
    expect(listPhrases(['We come to Ñuñoa every house'], ['ñuñoa'])).toEqual(without)
  })

  it('are compared as sets are, by the coefficient of Sørensen and Dice', () => {
    const numbers = fc.uniqueArray(fc.nat(60), { maxLength: 40 })
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const shared = a.filter((number) => b.includes(number)).length
        const expected = a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length)
        expect(comparePhrases(Uint32Array.from(a).sort(), Uint32Array.from(b).sort())).toBe(
          expected,
        )
      }),
    )
  })
})

describe('signatures', () => {
  it('agree in as large a share as the sets are alike', () => {
    for (const shared of [50, 100, 200, 300]) {
      const [a, b] = [print([wordsFrom(0, 402)]), print([wordsFrom(400 - shared, 402)])]
      const common = a.phrases.filter((phrase) => b.phrases.includes(phrase)).length
      const jaccard = common / (a.phrases.length + b.phrases.length - common)
      const matrix = new Uint16Array(2 * signatureLength)
      matrix.set(a.signature)
      matrix.set(b.signature, signatureLength)
      expect(Math.abs(estimateJaccard(matrix, 0, 1, 0) - jaccard)).toBeLessThan(0.1)
    }
  })

  it('follow from the text alone', () => {
    expect(print(['one two three four'])).toEqual(print(['one two three four']))
    expect(signNumbers(Uint32Array.of(3, 1, 2))).toEqual(signNumbers(Uint32Array.of(1, 2, 3)))
  })
})

describe('pairs', () => {
  it('are cut into bands in which a pair at the limit agrees at least 999 times in 1,000', () => {
    const bandsOf = (dice: number) => cutBands(dice / (2 - dice))
    expect(bandsOf(0.6)).toHaveLength(85)
    for (const dice of [0.1, 0.3, 0.6, 0.8, 0.95, 0.999]) {
      const [{ from, to } = { from: 0, to: 0 }, ...more] = bandsOf(dice)
      expect((1 - (dice / (2 - dice)) ** (to - from)) ** (more.length + 1)).toBeLessThanOrEqual(
        0.001,
      )
    }
  })

  /** 2,000 pages with a text of their own beside one that all share, and among them pairs that share more. */
  const common = wordsFrom(0, 100)
  const pages = Array.from({ length: 2000 }, (_, index) => [
    common,
    wordsFrom(10_000 + 1000 * index, 200),
  ])
  const planted = [70, 100, 130, 190].map((shared, index) => {
    const [first, second] = [300 + 7 * index, 1400 + 11 * index]
    pages[second] = [
      common,
      `${wordsFrom(10_000 + 1000 * first, shared)} ${wordsFrom(5_000_000 + 1000 * index, 200 - shared)}`,
    ]
    return [first, second] as const
  })
  const prints = pages.map((texts) => print(texts))

  it('are found among thousands of pages that share a third of their text', () => {
    const found = findAmong(prints, 0.5)
    expect(found.map(({ page, other }) => [other, page]).sort()).toEqual(
      planted.map(([first, second]) => [first, second]).sort(),
    )
    expect(found.map(({ share }) => Math.round(100 * share))).toEqual([97, 76, 66, 56])
  })

  it('are those that comparing every page with every other finds', () => {
    const some = prints.slice(250, 420).concat(planted.map(([, second]) => prints[second]!))
    const all = some.flatMap((a, page) =>
      some
        .slice(0, page)
        .flatMap((b, other) => (comparePhrases(a.phrases, b.phrases) > 0.5 ? [[other, page]] : [])),
    )
    expect(
      findAmong(some, 0.5)
        .map(({ page, other }) => [other, page])
        .sort(),
    ).toEqual(all.sort())
  })

  it('of pages that are all alike are listed a few for each', () => {
    const same = Array.from({ length: 500 }, (_, index) =>
      print([common, wordsFrom(10_000 * index, 4)]),
    )
    const found = findAmong(same, 0.6)
    expect(new Set(found.map(({ page }) => page)).size).toBe(499)
    expect(found.length).toBeLessThanOrEqual(499 * 8)
  })
})
