import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv'
import type { default as StandaloneCode } from 'ajv/dist/standalone/index.js'
import { hasCountOf } from './count-of.ts'
import { cachedCode } from './file-cache.ts'
import { annotations, type Schema } from './schema-walk.ts'

/** Whether a value is valid; what is wrong with it is for `createValidator` to say. */
type QuickCheck = (value: unknown) => boolean

/** For a whole file, and for parts of one by the name of their definition. */
export type QuickChecks = { whole: QuickCheck } & Partial<Record<string, QuickCheck>>

/** What is checked apart from its file: the pages of sets, and their facts. */
const parts = ['page', 'ledger-entry']

/**
 * To compile a schema takes longer than to check a site by it, so that the code is kept; and most files are valid, so that nothing
 * else is needed.
 */
export function loadQuickChecks(schema: Schema): QuickChecks {
  const exports = {} as QuickChecks
  const run = cachedCode(
    'quick-checks',
    [version, String(compile), JSON.stringify(schema)].join('\n'),
    () => compile(schema),
  )
  ;(run as (...given: unknown[]) => void)(exports, requireForCode)
  return exports
}

const require = createRequire(import.meta.url)
const { version } = require('ajv/package.json') as { version: string }

const countModule = 'count-of'

/** What the code asks for by these names is ours; all else is of ajv. */
const ownModules: Record<string, unknown> = {
  [countModule]: hasCountOf,
  'ajv/dist/runtime/ucs2length': { default: countSigns },
}
const requireForCode = (name: string): unknown => ownModules[name] ?? require(name)

/** How long a text is: a sign that takes two places counts once. ajv goes through all of each text for that, and hardly one holds such a sign. */
function countSigns(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? [...text].length : text.length
}

/** The code of a function that is given `exports` and `require`. */
function compile(schema: Schema): string {
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
  for (const keyword of annotations.keywords) ajv.addKeyword(keyword)
  for (const format of annotations.formats) ajv.addFormat(format, true)
  ajv.addKeyword({
    keyword: 'countOf',
    type: 'array',
    schemaType: 'string',
    code(context: AjvModule.KeywordCxt) {
      const { gen, schema: name, data, it } = context
      const count = gen.scopeValue('func', { ref: hasCountOf, code: _`require(${countModule})` })
      context.pass(_`${count}(${name}, ${data}, rootData, instancePath + ${it.errorPath})`)
    },
  })
  ajv.addSchema(schema, 'site')
  const code = standaloneCode(ajv, {
    whole: 'site',
    ...Object.fromEntries(parts.map((name) => [name, `site#/$defs/${name}`])),
  })
  return `(function (exports, require) {${code}\n})`
}
