import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/shared/find-chromium.ts'
import { distDir, siteOrigin, sitePort } from './e2e/test-servers.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../node_modules/.cache/playwright',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // A retry would hide a race; a test that fails once has failed.
  retries: 0,
  use: {
    baseURL: siteOrigin,
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
  },
  metadata: { distDir, port: sitePort },
})
