/** The pairs that are alike, found by an index, are those that are found by comparing each with each. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findAlikePairs, type AlikePair } from '../schema/alike-pairs.ts'

function compareAll(sets: Float64Array[], least: number): AlikePair[] {
  return sets.flatMap((set, second) =>
    sets.slice(0, second).flatMap((other, first) => {
      const shared = [...set].filter((member) => other.includes(member)).length
      return shared > 0 && shared >= (least * (set.length + other.length)) / 2 ? [{ first, second, shared }] : []
    }),
  )
}

const inOrder = (pairs: AlikePair[]) => pairs.sort((a, b) => a.second - b.second || a.first - b.first)
/** Few members, so that many pairs are near any limit; some as large as a hash. */
const member = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom(2 ** 52 + 1, 2 ** 52 + 2 ** 32 + 1, 2 ** 20, 2 ** 40))
const set = fc.uniqueArray(member, { maxLength: 25 }).map((members) => Float64Array.from(members))

it('finds the pairs that comparing each with each finds, whatever the sets and the limit', () => {
  fc.assert(
    fc.property(fc.array(set, { maxLength: 12 }), fc.integer({ min: 1, max: 200 }), (sets, limit) => {
      expect(inOrder(findAlikePairs(sets, limit / 200))).toEqual(compareAll(sets, limit / 200))
    }),
    { numRuns: 2000 },
  )
})

it('takes a pair that is exactly at the limit', () => {
  const sets = [Float64Array.of(1, 2, 3, 4, 5), Float64Array.of(1, 2, 3, 6, 7)]
  expect(findAlikePairs(sets, 0.6)).toEqual([{ first: 0, second: 1, shared: 3 }])
  expect(findAlikePairs(sets, 0.6001)).toEqual([])
})

it('compares thousands of pages that all share their frame', () => {
  // Of each page's 200 members, 80 are on all others, and page 2999 is page 1 with one more.
  const frame = Array.from({ length: 80 }, (_, at) => at)
  const sets = Array.from({ length: 2999 }, (_, page) => Float64Array.from([...frame, ...Array.from({ length: 120 }, (_, at) => 1000 + page * 120 + at)]))
  sets.push(Float64Array.from([...sets[1]!, 999]))
  expect(findAlikePairs(sets, 0.605)).toEqual([{ first: 1, second: 2999, shared: 200 }])
})
