// @ts-check
/**
 * `npm run prepare`, which `npm ci` runs: checks the site, so that editors know its facts and pages
 * from the start. Problems are for `npm run check` to report.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// Nobody opens an editor in CI.
if (!process.env.CI)
  spawnSync(process.execPath, [join(import.meta.dirname, '../run.mjs'), 'check'], {
    stdio: 'ignore',
  })
