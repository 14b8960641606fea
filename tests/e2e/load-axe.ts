import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../helpers/run-npm-script.ts'

/** Minified, because the browser compiles it faster. */
const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** Defines `window.axe` in a page that doesn't have it. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
}
