import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv'
import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from 'ajv'
import { findReferencedList, hasSameLength, parseJsonPointer } from './same-length.ts'
import { explainSchemaError } from './explain-schema-error.ts'
import { findNearestName } from './nearest-name.ts'
import type { SourceFile } from '../source/parse-file.ts'
import type { SourceLocation, Problem } from '../problems/problem.ts'
import { fastValidate, loadFastChecks, type FastChecks } from '../fast/fast-validate.ts'
import { usesFastPaths } from '../util/fast-paths.ts'
import { schemaExtensions, type Schema } from './walk-schema.ts'

/** Checks a parsed file against the whole schema. */
export type Validator = {
  (source: SourceFile): Problem[]
  /** Checks one value against a definition of the schema, such as a single page. */
  definition(definition: string, value: unknown, location: SourceLocation): Problem[]
}

/**
 * Creates a validator. Most files are valid, so the fast checks only tell valid files from invalid
 * ones; the reference, which explains errors, is compiled when it is first needed.
 */
export function createValidator(schema: Schema): Validator {
  const checks = usesFastPaths ? loadFastChecks(schema) : noFastChecks
  let reference: Validator | undefined
  const getReference = () => (reference ??= createReferenceValidator(schema))
  const validate = (source: SourceFile) => {
    if (source.value === undefined) return []
    return fastValidate(checks.whole, getContent(source)) ?? getReference()(source)
  }
  const definition: Validator['definition'] = (name, value, location) =>
    fastValidate(checks[name], value) ?? getReference().definition(name, value, location)
  return Object.assign(validate, { definition })
}

/** Covers no value. */
const noFastChecks: FastChecks = { whole: () => false }

/** An empty file reads as null; as an empty map it lacks whatever must be there. */
const getContent = ({ value }: SourceFile) => value ?? {}

/**
 * ajv runs in strict mode, so a keyword nobody knows is a mistake of ours. Formats are annotations: what they mean is checked while
 * resolving, where facts and links are known.
 */
export function createReferenceValidator(schema: Schema): Validator {
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof AjvModule
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
  })
  for (const keyword of schemaExtensions.keywords) ajv.addKeyword(keyword)
  ajv.addKeyword({
    keyword: 'countOf',
    type: 'array',
    schemaType: 'string',
    errors: true,
    validate: checkSameLength,
  })
  for (const format of schemaExtensions.formats) ajv.addFormat(format, true)
  ajv.addSchema(schema, 'site')
  const explain = (
    validate: ValidateFunction,
    value: unknown,
    { source, path }: SourceLocation,
  ) => {
    if (validate(value)) return []
    const errors = (validate.errors ?? [])
      .filter(isPrimaryError)
      .filter((error) => !isPageUnderFacts(error))
    return errors
      .filter((error) => !isMisspelledProperty(error, errors))
      .map((error) =>
        explainSchemaError(error, source, [...path, ...parseJsonPointer(error.instancePath)]),
      )
  }
  const whole = ajv.getSchema('site')!
  const validate = (source: SourceFile) => explain(whole, getContent(source), { source, path: [] })
  const definition = (name: string, value: unknown, location: SourceLocation) =>
    explain(ajv.getSchema(`site#/$defs/${name}`)!, value, location)
  return Object.assign(validate, { definition })
}

/** Where the line `pages:` is missing, the pages stand among the facts; their names say so once. */
const isPageUnderFacts = ({ instancePath }: ErrorObject) => instancePath.startsWith('/facts/~1')

/** A property that is missing because it is written wrong: the wrong one is reported, with the right one beside it. */
function isMisspelledProperty(
  { keyword, params, instancePath }: ErrorObject,
  errors: ErrorObject[],
): boolean {
  if (keyword !== 'required') return false
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === instancePath &&
      findNearestName(
        String(other.params.additionalProperty),
        Object.keys((other.parentSchema as Schema).properties ?? {}),
      ) === params.missingProperty,
  )
}

const checkSameLength: SchemaValidateFunction = (
  name: string,
  data: unknown[],
  _schema,
  context,
) => {
  const { rootData, instancePath } = context!
  if (hasSameLength(name, data, rootData, instancePath)) return true
  checkSameLength.errors = [
    {
      keyword: 'countOf',
      params: { name, count: findReferencedList(name, rootData, instancePath)!.length },
    },
  ]
  return false
}

/** `if` and `oneOf` only repeat what their branches already said. */
const isPrimaryError = ({ keyword }: ErrorObject) => keyword !== 'if' && keyword !== 'propertyNames'
