import { expect, it } from 'vitest'
import { limitPages } from '../../schema/util/format-first-items.ts'

it('says with the last page that is reported how many others there are', () => {
  expect(limitPages(['/a', '/b', '/c', '/d'], 2)).toEqual([
    { page: '/a', more: '' },
    { page: '/b', more: ' The same holds for 2 more pages.' },
  ])
})

it('says nothing where each page is reported', () => {
  expect(limitPages(['/a', '/b'], 2).map(({ more }) => more)).toEqual(['', ''])
})
