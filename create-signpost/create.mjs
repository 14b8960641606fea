#!/usr/bin/env node
// @ts-check
/** `npm create signpost@latest my-site`: calls `signpost new site my-site --install`. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const manifest = createRequire(import.meta.url).resolve('signpost/package.json')
const program = join(dirname(manifest), 'scripts/run.mjs')
const args = ['new', 'site', ...process.argv.slice(2), '--install']
const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
process.exitCode = status ?? 1
