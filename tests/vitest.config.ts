import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  // Most tests wait for a command that they have started: as many at a time as there are cores.
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
