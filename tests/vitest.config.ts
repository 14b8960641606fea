import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// What commands print is compared without colors, also where CI forces them.
delete process.env.FORCE_COLOR

/** Tests that leave global state alone share their modules, which saves a quarter of their time. */
const withoutGlobals = [
  'changes',
  'days',
  'edit',
  'ledger',
  'schema',
  'studio',
  'syntax',
  'words',
].map((folder) => `tests/${folder}`)
const listTests = (folder: string) => `${folder}/**/*.test.{ts,tsx}`

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  // Most tests wait for a command they started, so run one worker more than there are cores.
  test: {
    maxWorkers: availableParallelism() + 1,
    // A busy machine takes several times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: withoutGlobals.map(listTests), isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [listTests('tests')],
          exclude: withoutGlobals.map(listTests),
        },
      },
    ],
  },
})
