import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/find-chromium.ts'
import { distDir, origin, port } from './e2e/server.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../node_modules/.cache/playwright',
  globalSetup: './e2e/build.ts',
  fullyParallel: true,
  workers: 2,
  // A retry would hide a race; a test that fails once has failed.
  retries: 0,
  use: { baseURL: origin, launchOptions: { executablePath: findChromium(), args: chromiumArgs } },
  metadata: { distDir, port },
})
