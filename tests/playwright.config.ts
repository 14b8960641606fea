import { defineConfig } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { chromiumArgs, findChromium } from '../scripts/shared/find-chromium.ts'
import { distDir, siteOrigin, sitePort } from './e2e/test-servers.ts'

process.env.TEST_RUN ??= randomUUID()

const inOrder = ['studio.spec.ts', 'studio-tasks.spec.ts', 'hosted-studio.spec.ts', 'dev.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../node_modules/.cache/playwright',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // One more than cores: a test often waits for the page, a frame or a server.
  workers: availableParallelism() + 1,
  // Long files whose tests run one after the other come first: at the end, the other workers would
  // have nothing left to do.
  projects: [
    { name: 'editing', testMatch: inOrder },
    { name: 'site', testIgnore: inOrder },
  ],
  // On a busy machine, a tab sometimes draws no frame any more, and its test hangs. A retry has a new
  // browser, and a new server where tests share one. The report calls such a test flaky: one that is
  // often there has a race.
  retries: 2,
  // A busy machine takes several times as long. A test that passes doesn't wait.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: siteOrigin,
    // Not the time zone of the site, so that a test notices if the browser's is used instead.
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: findChromium(),
      // One renderer process for all windows of a worker: starting one is slow.
      args: [...chromiumArgs, '--renderer-process-limit=1'],
    },
  },
  metadata: { distDir, port: sitePort },
})
