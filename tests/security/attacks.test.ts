/** Every door refuses what is hostile, and says why. */
import { expect, it } from 'vitest'
import { addressAttacks } from './addresses.ts'
import { drawingAttacks } from './drawings.ts'
import { startLocalStudio } from './local-studio.ts'
import { otherServers } from './other-servers.ts'
import { expectUntouchedStudio, studioAttacks } from './studio-requests.ts'
import { storedScripts } from './stored-scripts.ts'
import { withheldFiles } from './withheld-files.ts'

startLocalStudio()

it.each([
  ...drawingAttacks,
  ...withheldFiles,
  ...addressAttacks,
  ...otherServers,
  ...studioAttacks,
  ...storedScripts,
])('$door: $attack', async ({ send, must }) => {
  expect(await send()).toMatch(must)
})

it('nothing of it was written', expectUntouchedStudio)
