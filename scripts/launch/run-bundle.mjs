/** Loads one of the bundles that `scripts/run.mjs` makes: a command, or one of its modules. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runWithCodeCache } from '../../schema/source/code-cache.mjs'

/**
 * @param {string} bundleDir
 * @param {string} name of the command or module
 * @returns {any} the exports
 */
export function runBundle(bundleDir, name) {
  const file = join(bundleDir, `${name}.cjs`)
  // Strict, like the modules that it was bundled from.
  const run = runWithCodeCache(
    `(function (module, exports, require, importPackage) { 'use strict'; ${readFileSync(file, 'utf8')}\n})`,
    file,
    join(bundleDir, name),
  )
  const module = { exports: {} }
  run(module, module.exports, createRequire(file), importPackage)
  return module.exports
}

/** A script that comes from the code cache has no module loader of its own, so `import()` would fail in it. @param {string} specifier */
const importPackage = (specifier) => import(specifier)
