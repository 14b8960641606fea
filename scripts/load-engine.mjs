/** Runs a part of the engine, which `scripts/run.mjs` bundles: a command or a thread. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runCompiled } from '../schema/compiled-code.mjs'

/** @param {string} engine the folder of the bundles. @param {string} name */
export function runEngine(engine, name) {
  const file = join(engine, `${name}.cjs`)
  // As modules are, so that a mistake is no silent one. Raw templates keep their signs beyond ASCII.
  const run = runCompiled(
    `(function (module, exports, require, importPackage) { 'use strict'; ${readFileSync(file, 'utf8')}\n})`,
    file,
    join(engine, name),
  )
  const module = { exports: {} }
  run(module, module.exports, createRequire(file), importPackage)
}

/** In compiled code that was kept, `import()` finds no one to ask. @param {string} specifier */
const importPackage = (specifier) => import(specifier)
