/** Every door refuses what is hostile, and says why. */
import { expect, it } from 'vitest'
import { addressAttacks } from './addresses.ts'
import { drawingAttacks } from './drawings.ts'
import { hostedAttacks, startHostedStudio } from './hosted-studio.ts'
import { startLocalStudio } from './local-studio.ts'
import { otherServers } from './other-servers.ts'
import { expectUntouchedStudios, studioAttacks } from './studio-requests.ts'
import { storedScripts } from './stored-scripts.ts'
import { withheldFiles } from './withheld-files.ts'
import { writtenPaths } from './written-paths.ts'

startLocalStudio()
startHostedStudio()

it.each([
  ...drawingAttacks,
  ...withheldFiles,
  ...addressAttacks,
  ...otherServers,
  ...studioAttacks,
  ...hostedAttacks,
  ...storedScripts,
  ...writtenPaths,
])('$door: $attack', async ({ send, must }) => {
  expect(await send()).toMatch(must)
})

it('nothing of it was written', expectUntouchedStudios)
