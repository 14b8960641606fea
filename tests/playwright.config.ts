import { defineConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'
import { chromiumArgs, findChromium } from '../scripts/shared/find-chromium.ts'
import { distDir, siteOrigin, sitePort } from './e2e/test-servers.ts'

const inOrder = ['studio.spec.ts', 'studio-tasks.spec.ts', 'dev.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../node_modules/.cache/playwright',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  // Two more than cores: a test often waits for the page, a frame or a server.
  workers: availableParallelism() + 2,
  // Long files whose tests run one after the other come first: at the end, the other workers would
  // have nothing left to do.
  projects: [
    // What a test left in the window that it shares can stop the next. A retry has a new window.
    { name: 'editing', testMatch: inOrder, retries: 2 },
    { name: 'site', testIgnore: inOrder },
  ],
  // A retry would hide a race; a test that fails once has failed.
  retries: 0,
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
