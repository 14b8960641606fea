import { expect, it } from 'vitest'
import { findGap, findPlace } from '../../../scripts/studio/ui/form/paths.ts'

it.each([
  ['first, before the second: it stays', 0, 1, false, undefined],
  ['first, after the second', 0, 1, true, 1],
  ['last, before the first', 3, 0, false, 0],
  ['last, after the first', 3, 0, true, 1],
  ['onto itself', 2, 2, true, undefined],
])('%s', (_, from, target, isAfter, place) => {
  expect(findPlace(['blocks', from], ['blocks', target], isAfter)).toBe(place)
})

it('the row of the page is above its blocks', () => {
  expect(findPlace(['blocks', 2], ['page'], true)).toBe(0)
})

it('nothing moves into another list', () => {
  expect(findPlace(['blocks', 0, 'items', 1], ['blocks', 1], true)).toBeUndefined()
  expect(findPlace(['blocks', 0, 'items', 1], ['blocks', 1, 'items', 0], true)).toBeUndefined()
  expect(findPlace(['blocks', 0, 'items', 1], ['page'], true)).toBeUndefined()
})

it.each([
  ['above all', 0, 0],
  ['in the lower half of the first', 8, 1],
  ['in the upper half of the last', 21, 2],
  ['below all', 90, 3],
])('a gap %s', (_, y, gap) => {
  const boxes = [0, 10, 20].map((top) => ({ top, height: 10 }))
  expect(findGap(boxes, y)).toBe(gap)
})
