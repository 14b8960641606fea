/** Runs a bundle that `scripts/run.mjs` has created: a command, or one of its modules. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runWithCodeCache } from '../../schema/source/code-cache.mjs'

/**
 * @param {string} bundleDir
 * @param {string} name The name of the command or module.
 * @returns {any} Its exports.
 */
export function runBundle(bundleDir, name) {
  const file = join(bundleDir, `${name}.cjs`)
  // Strict mode, as in the bundled modules.
  const run = runWithCodeCache(
    `(function (module, exports, require, importPackage) { 'use strict'; ${readFileSync(file, 'utf8')}\n})`,
    file,
    join(bundleDir, name),
  )
  const module = { exports: {} }
  // The bundle may be in another folder than the packages.
  run(module, module.exports, createRequire(import.meta.url), importPackage)
  return module.exports
}

/**
 * Replaces `import()` in the bundle, because a script from the code cache has no module loader.
 * @param {string} specifier
 */
const importPackage = (specifier) => import(specifier)
