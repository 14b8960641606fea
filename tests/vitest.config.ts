import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Commands do the same everywhere: without the colors that CI forces, with what it leaves out.
delete process.env.FORCE_COLOR
delete process.env.CI
// By this, processes know what another one has made for the same run.
process.env.TEST_RUN ??= randomUUID()

/** Tests that replace modules, need React's warnings, or start a development server. */
const withOwnProcess = [
  'tests/blocks/{booking-widget,form,keep-ranges,visitor-location}.test.tsx',
  'tests/commands/{cache-folder,color-report,serve}.test.ts',
  'tests/fast/fast-paths.test.ts',
  'tests/renderer/{dev-and-build,loader,share-card-text}.test.ts',
  'tests/studio/dev-session.test.ts',
]

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: {
    // Each worker loads and compiles the engine for itself, and a command that a test waits for uses
    // what one leaves idle.
    maxWorkers: availableParallelism(),
    // A busy machine takes several times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: { name: 'own process', include: withOwnProcess },
      },
      {
        extends: true,
        // A build uses React without warnings, and that can't change later in its process.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'shared process',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: withOwnProcess,
          env: { NODE_ENV: 'production' },
          // Loading the engine again for each file would take much of the time of all tests.
          // Whatever a test replaces in the process, it must restore.
          isolate: false,
        },
      },
    ],
  },
})
