import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv'
import type { Path } from '../problems/location.ts'
import { schemaExtensions } from './json-schema.ts'

const require = createRequire(import.meta.url)

/** What compiled checks require to get `findRequiredLength`. */
export const countOfModule = 'count-of'

/** Adds the formats and keywords that are not part of JSON Schema. */
export function addExtensions(ajv: AjvModule.Ajv): void {
  // Loaded on demand, since loading it would delay every thread.
  const { _ } = require('ajv') as typeof AjvModule
  for (const keyword of schemaExtensions.keywords) ajv.addKeyword(keyword)
  for (const format of schemaExtensions.formats) ajv.addFormat(format, true)
  ajv.addKeyword({
    keyword: 'countOf',
    type: 'array',
    schemaType: 'string',
    error: {
      message: 'another length',
      params: ({ params }) => _`{list: ${params.list}, count: ${params.count}}`,
    },
    code(context: AjvModule.KeywordCxt) {
      const { gen, schema: list, data, it } = context
      const find = gen.scopeValue('func', {
        ref: findRequiredLength,
        code: _`require(${countOfModule})`,
      })
      const count = gen.const(
        'count',
        _`${find}(${list}, rootData, instancePath + ${it.errorPath})`,
      )
      context.setParams({ list: _`${list}`, count })
      context.pass(_`${count} === undefined || ${count} === ${data}.length`)
    },
  })
}

/**
 * Finds how many entries a list must have: as many as the list property `name` of the same object or
 * of the nearest enclosing one.
 * @param pointer the JSON Pointer of the list in `root`
 * @returns undefined if there is no such list
 */
export function findRequiredLength(
  name: string,
  root: unknown,
  pointer: string,
): number | undefined {
  const groups = [root as MaybeRecord]
  for (const step of parseJsonPointer(pointer)) groups.push(groups.at(-1)?.[step] as MaybeRecord)
  const list = groups.reverse().find((group) => Array.isArray(group?.[name]))?.[name]
  return (list as unknown[] | undefined)?.length
}

type MaybeRecord = Record<string | number, unknown> | undefined

/** Splits a JSON Pointer into steps. Indexes stay strings, which property access accepts. */
export function parseJsonPointer(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
}
