import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/find-chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../node_modules/.cache/playwright',
  fullyParallel: true,
  workers: 2,
  // A retry would hide a race; a test that fails once has failed.
  retries: 0,
  use: { launchOptions: { executablePath: findChromium(), args: chromiumArgs } },
})
