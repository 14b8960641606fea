/** Similarity search takes near-linear time, and still finds every pair above the limit. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeDiceCoefficient, hashUniqueShingles } from '../../schema/similarity/shingles.ts'
import {
  findSimilarPairs,
  signatureLength,
  computeSignature,
} from '../../schema/similarity/find-similar-pairs.ts'

/** Returns numbered words, which are the same in every run. */
const createNumberedWords = (start: number, count: number) =>
  Array.from({ length: count }, (_, index) => `w${(start + index).toString(36)}`).join(' ')
type PageFingerprint = { shingles: Uint32Array; signature: Uint16Array }
const fingerprint = (texts: string[], names: string[] = []): PageFingerprint => {
  const shingles = hashUniqueShingles(texts, names)
  return { shingles, signature: computeSignature(shingles) }
}

const joinSignatures = (fingerprints: PageFingerprint[]) =>
  Uint16Array.from(fingerprints.flatMap(({ signature }) => [...signature]))
const findSimilarAmong = (fingerprints: PageFingerprint[], limit: number) =>
  findSimilarPairs(joinSignatures(fingerprints), (page) => fingerprints[page]!.shingles, limit)

describe('shingles', () => {
  it('are three words each, within one text', () => {
    expect(hashUniqueShingles(['One two three four', 'Five six'], [])).toHaveLength(2)
    expect(hashUniqueShingles(['one TWO three.'], [])).toEqual(
      hashUniqueShingles(['One, two: three'], []),
    )
  })

  it('omit names', () => {
    expect(hashUniqueShingles(['We come to Fort Worth every day'], ['Fort Worth'])).toEqual(
      hashUniqueShingles(['We come to Odessa every day'], ['Odessa', '']),
    )
    expect(hashUniqueShingles(['We come to Oslo'], ['(O'])).toHaveLength(2)
  })

  it('omit every spelling of a name', () => {
    const without = hashUniqueShingles(['We come to every house'], [])
    for (const written of [
      'Fort Worth',
      'FORT  WORTH',
      'Fort-Worth',
      "Fort Worth's",
      'Fort',
      'Fort Fort Worth',
    ]) {
      expect(
        hashUniqueShingles([`We come to ${written} every house`], ['Fort'], ['Oslo', 'Fort Worth']),
        written,
      ).toEqual(without)
    }
    for (const other of ['Worth', 'Forts', 'Fort Worthy', "Fort's", 'Worth Fort x'])
      expect(
        hashUniqueShingles([`We come to ${other} every house`], ['Fort Worth']),
        other,
      ).not.toEqual(without)
    expect(hashUniqueShingles(["We 's come to every house"], ['', '()'])).toHaveLength(4)
    expect(hashUniqueShingles(['We come to Fort', 'Worth every house'], ['Fort Worth'])).toEqual(
      hashUniqueShingles(['We come to Fort', 'Worth every house'], []),
    )
    expect(hashUniqueShingles(['We come to Ñuñoa every house'], ['ñuñoa'])).toEqual(without)
  })

  it('are compared by the Sørensen–Dice coefficient of their sets', () => {
    const numbers = fc.uniqueArray(fc.nat(60), { maxLength: 40 })
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const shared = a.filter((number) => b.includes(number)).length
        const expected = a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length)
        expect(computeDiceCoefficient(Uint32Array.from(a).sort(), Uint32Array.from(b).sort())).toBe(
          expected,
        )
      }),
    )
  })
})

describe('signatures', () => {
  it('have as many equal rows as the sets are similar', () => {
    for (const shared of [50, 100, 200, 300]) {
      const [a, b] = [
        fingerprint([createNumberedWords(0, 402)]),
        fingerprint([createNumberedWords(400 - shared, 402)]),
      ]
      const common = a.shingles.filter((shingle) => b.shingles.includes(shingle)).length
      const jaccard = common / (a.shingles.length + b.shingles.length - common)
      const equal = a.signature.filter((value, row) => value === b.signature[row]).length
      expect(Math.abs(equal / signatureLength - jaccard)).toBeLessThan(0.1)
    }
  })

  it('depend only on the text', () => {
    expect(fingerprint(['one two three four'])).toEqual(fingerprint(['one two three four']))
    expect(computeSignature(Uint32Array.of(3, 1, 2))).toEqual(
      computeSignature(Uint32Array.of(1, 2, 3)),
    )
  })
})

describe('pairs', () => {
  it('at the limit are hardly ever missed', () => {
    // Each pair shares 430 of 570 phrases, so its coefficient is 0.86. No other pages share any.
    const pairs = Array.from({ length: 1000 }, (_, index) => [
      fingerprint([createNumberedWords(10_000 * index, 502)]),
      fingerprint([createNumberedWords(10_000 * index + 70, 502)]),
    ])
    expect(findSimilarAmong(pairs.flat(), 0.859).length).toBeGreaterThan(990)
  })

  /** 2,000 pages with a shared and a unique text, and pairs among them that are similar. */
  const common = createNumberedWords(0, 100)
  const pages = Array.from({ length: 2000 }, (_, index) => [
    common,
    createNumberedWords(10_000 + 1000 * index, 200),
  ])
  const planted = [70, 100, 130, 190].map((shared, index) => {
    const [first, second] = [300 + 7 * index, 1400 + 11 * index]
    pages[second] = [
      common,
      `${createNumberedWords(10_000 + 1000 * first, shared)} ${createNumberedWords(5_000_000 + 1000 * index, 200 - shared)}`,
    ]
    return [first, second] as const
  })
  const fingerprints = pages.map((texts) => fingerprint(texts))

  it('are found among thousands of pages that share a third of their text', () => {
    const found = findSimilarAmong(fingerprints, 0.5)
    expect(found.map(({ page, other }) => [other, page]).sort()).toEqual(
      planted.map(([first, second]) => [first, second]).sort(),
    )
    expect(found.map(({ similarity }) => Math.round(100 * similarity))).toEqual([97, 76, 66, 56])
  })

  it('are the same as from comparing every page with every other', () => {
    const some = fingerprints
      .slice(250, 420)
      .concat(planted.map(([, second]) => fingerprints[second]!))
    const all = some.flatMap((a, page) =>
      some
        .slice(0, page)
        .flatMap((b, other) =>
          computeDiceCoefficient(a.shingles, b.shingles) > 0.5 ? [[other, page]] : [],
        ),
    )
    expect(
      findSimilarAmong(some, 0.5)
        .map(({ page, other }) => [other, page])
        .sort(),
    ).toEqual(all.sort())
  })

  it('of pages that are all similar are limited to a few per page', () => {
    const same = Array.from({ length: 500 }, (_, index) =>
      fingerprint([common, createNumberedWords(10_000 * index, 4)]),
    )
    const found = findSimilarAmong(same, 0.6)
    expect(new Set(found.map(({ page }) => page)).size).toBe(499)
    expect(found.length).toBeLessThanOrEqual(499 * 8)
  })
})
