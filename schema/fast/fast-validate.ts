import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv'
import type { default as StandaloneCode } from 'ajv/dist/standalone/index.js'
import { hasSameLength } from '../validate/same-length.ts'
import { runCachedCode } from '../source/file-cache.ts'
import { schemaExtensions, type Schema } from '../validate/walk-schema.ts'

/** Whether a value is valid; what is wrong with it is for `createValidator` to say. */
type FastCheck = (value: unknown) => boolean

/** For a whole file, and for parts of one by the name of their definition. */
export type FastChecks = { whole: FastCheck } & Partial<Record<string, FastCheck>>

/** @returns no problems for a valid value; undefined for others, which the reference explains. */
export const fastValidate = (check: FastCheck | undefined, value: unknown): [] | undefined =>
  check?.(value) ? [] : undefined

/** What is checked apart from its file: the pages of sets, and their facts. */
const definitionNames = ['page', 'ledger-entry']

/**
 * To compile a schema takes longer than to check a site by it, so that the code is kept; and most files are valid, so that nothing
 * else is needed.
 */
export function loadFastChecks(schema: Schema): FastChecks {
  const exports = {} as FastChecks
  const run = runCachedCode(
    'quick-checks',
    [ajvVersion, String(compileFastChecks), JSON.stringify(schema)].join('\n'),
    () => compileFastChecks(schema),
  )
  ;(run as (...given: unknown[]) => void)(exports, requireModule)
  return exports
}

const require = createRequire(import.meta.url)
const { version: ajvVersion } = require('ajv/package.json') as { version: string }

const sameLengthModule = 'count-of'

const requireModule = (name: string): unknown =>
  name === sameLengthModule ? hasSameLength : require(name)

/** The code of a function that is given `exports` and `require`. */
function compileFastChecks(schema: Schema): string {
  // Seldom needed, and every thread would wait for it.
  const { _, Ajv } = require('ajv') as typeof AjvModule
  const { default: standaloneCode } = require('ajv/dist/standalone') as {
    default: typeof StandaloneCode
  }
  const ajv = new Ajv({
    strict: true,
    discriminator: true,
    allowUnionTypes: true,
    code: { source: true },
  })
  for (const keyword of schemaExtensions.keywords) ajv.addKeyword(keyword)
  for (const format of schemaExtensions.formats) ajv.addFormat(format, true)
  ajv.addKeyword({
    keyword: 'countOf',
    type: 'array',
    schemaType: 'string',
    code(context: AjvModule.KeywordCxt) {
      const { gen, schema: name, data, it } = context
      const count = gen.scopeValue('func', {
        ref: hasSameLength,
        code: _`require(${sameLengthModule})`,
      })
      context.pass(_`${count}(${name}, ${data}, rootData, instancePath + ${it.errorPath})`)
    },
  })
  ajv.addSchema(schema, 'site')
  const code = standaloneCode(ajv, {
    whole: 'site',
    ...Object.fromEntries(definitionNames.map((name) => [name, `site#/$defs/${name}`])),
  })
  return `(function (exports, require) {${code}\n})`
}
