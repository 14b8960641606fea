import { defineConfig } from 'vitest/config'

// What commands print is compared without colors, also where CI forces them.
delete process.env.FORCE_COLOR

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  // Most tests wait for a command they started, so run one worker per core.
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    maxWorkers: '100%',
    // A busy machine takes several times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
