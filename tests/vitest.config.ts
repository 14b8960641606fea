import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: { include: ['tests/*.test.ts', 'tests/*.test.tsx'], testTimeout: 120_000, hookTimeout: 120_000 },
})
