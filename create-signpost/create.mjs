#!/usr/bin/env node
// @ts-check
/**
 * `npm create signpost@latest my-site`: installs Signpost in the new folder, once, and calls
 * `signpost new site my-site` there.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const [dir = '', ...options] = process.argv.slice(2)
if (dir === '' || dir.startsWith('-'))
  fail(2, 'Name the folder of the new site first: npm create signpost@latest my-site')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))
const manifest = JSON.stringify({ private: true, dependencies: { signpost: `^${version}` } })
const packageFile = join(dir, 'package.json')
mkdirSync(dir, { recursive: true })
// Whoever stopped this before, or gave an answer that does not fit, starts it again.
const isStarted = existsSync(packageFile) && readFileSync(packageFile, 'utf8') === manifest
if (!isStarted && readdirSync(dir).some((name) => name !== '.git'))
  fail(1, `${dir} is not empty. Nothing was written. Name a new folder.`)
writeFileSync(packageFile, manifest)

const [agent = ''] = (process.env.npm_config_user_agent ?? '').split('/')
const manager = ['pnpm', 'yarn', 'bun'].includes(agent) ? agent : 'npm'
console.log(`Installing Signpost in ${dir} with ${manager}, which takes a moment.`)
run(manager, ['install'], { cwd: dir, shell: process.platform === 'win32' })
run(process.execPath, [
  join(resolve(dir), 'node_modules/signpost/scripts/run.mjs'),
  'new',
  'site',
  dir,
  ...options,
])

/**
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [settings]
 */
function run(program, args, settings) {
  // npm would install the packages in the folder of the command that has started this.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^npm_config_(local_)?prefix$/.test(key)),
  )
  const { status } = spawnSync(program, args, { ...settings, env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * @param {number} code
 * @param {string} message
 * @returns {never}
 */
function fail(code, message) {
  console.error(message)
  process.exit(code)
}
