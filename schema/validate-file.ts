import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv'
import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from 'ajv'
import { findCounted, hasCountOf, toPath } from './count-of.ts'
import { explainError } from './explain-error.ts'
import { findNearest } from './nearest-name.ts'
import type { SourceFile } from './parse-file.ts'
import type { Place, Problem } from './problem.ts'
import { loadQuickChecks } from './quick-check.ts'
import { annotations, type Schema } from './schema-walk.ts'

/** Checks a parsed file against the whole schema. */
export type Validator = {
  (source: SourceFile): Problem[]
  /** Checks one value against a definition of the schema, such as a single page. */
  part(definition: string, value: unknown, place: Place): Problem[]
}

/**
 * Checks by the schema. Nearly every file is valid, which the quick check says; what is wrong in the others takes a schema compiled for
 * explaining, which is done when it is first needed.
 */
export function createValidator(schema: Schema): Validator {
  const quick = loadQuickChecks(schema)
  let thorough: Validator | undefined
  const validate = (source: SourceFile) => {
    if (source.value === undefined) return []
    return quick.whole(contentOf(source))
      ? []
      : (thorough ??= createThoroughValidator(schema))(source)
  }
  const part: Validator['part'] = (definition, value, place) => {
    return quick[definition]?.(value)
      ? []
      : (thorough ??= createThoroughValidator(schema)).part(definition, value, place)
  }
  return Object.assign(validate, { part })
}

/** An empty file reads as null; as an empty map it lacks whatever must be there. */
const contentOf = ({ value }: SourceFile) => value ?? {}

/**
 * ajv runs in strict mode, so a keyword nobody knows is a mistake of ours. Formats are annotations: what they mean is checked while
 * resolving, where facts and links are known.
 */
export function createThoroughValidator(schema: Schema): Validator {
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof AjvModule
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
  })
  for (const keyword of annotations.keywords) ajv.addKeyword(keyword)
  ajv.addKeyword({
    keyword: 'countOf',
    type: 'array',
    schemaType: 'string',
    errors: true,
    validate: checkCount,
  })
  for (const format of annotations.formats) ajv.addFormat(format, true)
  ajv.addSchema(schema, 'site')
  const explain = (validate: ValidateFunction, value: unknown, { source, path }: Place) => {
    if (validate(value)) return []
    const errors = (validate.errors ?? [])
      .filter(isOwnError)
      .filter((error) => !isPageAmongFacts(error))
    return errors
      .filter((error) => !isMisspelt(error, errors))
      .map((error) => explainError(error, source, [...path, ...toPath(error.instancePath)]))
  }
  const whole = ajv.getSchema('site')!
  const validate = (source: SourceFile) => explain(whole, contentOf(source), { source, path: [] })
  const part = (definition: string, value: unknown, place: Place) =>
    explain(ajv.getSchema(`site#/$defs/${definition}`)!, value, place)
  return Object.assign(validate, { part })
}

/** Where the line `pages:` is missing, the pages stand among the facts; their names say so once. */
const isPageAmongFacts = ({ instancePath }: ErrorObject) => instancePath.startsWith('/facts/~1')

/** A property that is missing because it is written wrong: the wrong one is reported, with the right one beside it. */
function isMisspelt(
  { keyword, params, instancePath }: ErrorObject,
  errors: ErrorObject[],
): boolean {
  if (keyword !== 'required') return false
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === instancePath &&
      findNearest(
        String(other.params.additionalProperty),
        Object.keys((other.parentSchema as Schema).properties ?? {}),
      ) === params.missingProperty,
  )
}

const checkCount: SchemaValidateFunction = (name: string, data: unknown[], _schema, context) => {
  const { rootData, instancePath } = context!
  if (hasCountOf(name, data, rootData, instancePath)) return true
  checkCount.errors = [
    {
      keyword: 'countOf',
      params: { name, count: findCounted(name, rootData, instancePath)!.length },
    },
  ]
  return false
}

/** `if` and `oneOf` only repeat what their branches already said. */
const isOwnError = ({ keyword }: ErrorObject) => keyword !== 'if' && keyword !== 'propertyNames'
