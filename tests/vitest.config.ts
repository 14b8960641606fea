import { defineConfig } from 'vitest/config'

// What commands print is compared without colors, also where CI forces them.
delete process.env.FORCE_COLOR

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  // Most tests wait for a command they started, so run one worker per core.
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
