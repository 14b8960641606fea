/** Every door refuses what is hostile, and says why. */
import { expect, it } from 'vitest'
import { drawingAttacks } from './drawings.ts'
import { withheldFiles } from './withheld-files.ts'

it.each([...drawingAttacks, ...withheldFiles])('$door: $attack', async ({ send, must }) => {
  expect(await send()).toMatch(must)
})
