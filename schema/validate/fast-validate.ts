import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv'
import type { default as StandaloneCode } from 'ajv/dist/standalone/index.js'
import { addExtensions, countOfModule, findRequiredLength } from './count-of.ts'
import { runCachedCode } from '../util/file-cache.ts'
import type { Schema } from './json-schema.ts'

/** Returns whether a value is valid. The reference explains why an invalid one is not. */
type FastCheck = (value: unknown) => boolean

/** Checks of whole files, and of single values by the name of their definition. */
export type FastChecks = { whole: FastCheck } & Partial<Record<string, FastCheck>>

/** @returns no problems for a valid value; undefined for others, which the reference validates */
export const fastValidate = (check: FastCheck | undefined, value: unknown): [] | undefined =>
  check?.(value) ? [] : undefined

/**
 * Definitions of values that are checked apart from a file: pages of sets, their facts, and the
 * settings as they are at a moment.
 */
const definitionNames = ['page', 'ledger-entry', 'site', 'navigation']

/**
 * Loads checks for a schema. Their code is cached, since compiling a schema takes longer than
 * validating a site.
 */
export function loadFastChecks(schema: Schema): FastChecks {
  const exports = {} as FastChecks
  const run = runCachedCode(
    'quick-checks',
    [ajvVersion, compileFastChecks, addExtensions, definitionNames, JSON.stringify(schema)].join(
      '\n',
    ),
    () => compileFastChecks(schema),
  )
  ;(run as (...given: unknown[]) => void)(exports, requireModule)
  return exports
}

const require = createRequire(import.meta.url)
const { version: ajvVersion } = require('ajv/package.json') as { version: string }

const requireModule = (name: string): unknown =>
  name === countOfModule ? findRequiredLength : require(name)

/** Compiles a schema to the code of a function with the parameters `exports` and `require`. */
function compileFastChecks(schema: Schema): string {
  // Loaded on demand, since loading it would delay every thread.
  const { Ajv } = require('ajv') as typeof AjvModule
  const { default: standaloneCode } = require('ajv/dist/standalone') as {
    default: typeof StandaloneCode
  }
  const ajv = new Ajv({
    strict: true,
    discriminator: true,
    allowUnionTypes: true,
    code: { source: true },
  })
  addExtensions(ajv)
  ajv.addSchema(schema, 'site')
  const code = standaloneCode(ajv, {
    whole: 'site',
    ...Object.fromEntries(definitionNames.map((name) => [name, `site#/$defs/${name}`])),
  })
  return `(function (exports, require) {${code}\n})`
}
