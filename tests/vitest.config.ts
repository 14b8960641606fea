import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// What commands print is compared without colors, also where CI forces them.
delete process.env.FORCE_COLOR

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  // Most tests wait for a command they started, so run one worker more than there are cores.
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    maxWorkers: availableParallelism() + 1,
    // A busy machine takes several times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
