/** The part of a picture that an author chooses. */
import { expect, it } from 'vitest'
import { fitCrop, moveCrop, resizeCrop } from '../../../scripts/studio/ui/form/crop.ts'

const size = { width: 1600, height: 900 }

it('a part begins as the largest one of its shape, in the middle', () => {
  expect(fitCrop(size)).toEqual({ left: 0, top: 0, width: 1600, height: 900 })
  expect(fitCrop(size, 1)).toEqual({ left: 350, top: 0, width: 900, height: 900 })
  expect(fitCrop(size, 21 / 9)).toEqual({ left: 0, top: 107, width: 1600, height: 686 })
})

it('a part stays within the picture, and keeps its shape', () => {
  const crop = { left: 100, top: 100, width: 400, height: 300 }
  expect(moveCrop(crop, size, { left: 9999, top: -5 })).toMatchObject({ left: 1200, top: 0 })
  expect(resizeCrop(crop, size, { width: 9999, height: 9999 })).toEqual({
    ...crop,
    width: 1500,
    height: 800,
  })
  expect(resizeCrop(crop, size, { width: 9999, height: 0 }, 4 / 3)).toEqual({
    ...crop,
    width: 1067,
    height: 800,
  })
  expect(resizeCrop(crop, size, { width: -1, height: -1 })).toMatchObject({ width: 16, height: 16 })
})
