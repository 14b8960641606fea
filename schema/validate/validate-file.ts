import { createRequire } from 'node:module'
import type * as AjvModule from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { addExtensions, parseJsonPointer } from './count-of.ts'
import { isInMisplaced } from './explain-misplaced.ts'
import { explainSchemaError } from './explain-schema-error.ts'
import { findNearestName } from './nearest-name.ts'
import { fastValidate, loadFastChecks, type FastChecks } from './fast-validate.ts'
import { usesFastPaths } from '../util/with-fast-path.ts'
import { memoizeByObject } from '../util/memoize-by-object.ts'
import type { Schema } from './json-schema.ts'
import type { SourceFile, SourceLocation } from '../problems/location.ts'
import type { Problem } from '../problems/problem.ts'

/** Validates a parsed file against the whole schema. */
export type Validator = {
  (source: SourceFile): Problem[]
  /** Validates one value, such as a page, against a definition in the schema. */
  definition(definition: string, value: unknown, location: SourceLocation): Problem[]
}

/**
 * Compiles the validator of a schema, or returns the cached one. Since most files are valid, fast
 * checks only distinguish valid files from invalid ones. Ajv, which collects and explains every
 * error, is compiled on first use.
 */
export const getValidator = memoizeByObject((schema: Schema): Validator => {
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
})

/** Accept no value, so that the reference validates every value. */
const noFastChecks: FastChecks = { whole: () => false }

/**
 * Returns the content of a file. An empty file parses to null, and is validated as an empty map to
 * report the missing properties.
 */
const getContent = ({ value }: SourceFile) => value ?? {}

/**
 * Creates a validator with Ajv that explains every error. Strict mode rejects unknown keywords in
 * the schema. Formats are checked later, when facts and links are resolved.
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
  addExtensions(ajv)
  ajv.addSchema(schema, 'site')
  const explain = (
    validate: ValidateFunction,
    value: unknown,
    { source, path }: SourceLocation,
  ) => {
    if (validate(value)) return []
    const errors = (validate.errors ?? [])
      .filter(isPrimaryError)
      .filter((error) => !isMisplacedSetting(error, source))
    return errors
      .filter((error) => !isMisspelledProperty(error, errors) && !isFurtherRest(error, errors))
      .flatMap((error) => {
        const at = [...path, ...parseJsonPointer(error.instancePath)]
        return isInMisplaced(at, schema)
          ? []
          : explainSchemaError(error, { source, path: at }, schema)
      })
  }
  const whole = ajv.getSchema('site')!
  const validate = (source: SourceFile) => explain(whole, getContent(source), { source, path: [] })
  const definition = (name: string, value: unknown, location: SourceLocation) =>
    explain(ajv.getSchema(`site#/$defs/${name}`)!, value, location)
  return Object.assign(validate, { definition })
}

/** Whether an error is about a setting outside of pages.yaml, which is reported as misplaced. */
const isMisplacedSetting = ({ instancePath }: ErrorObject, { file }: SourceFile) =>
  file !== 'pages.yaml' && /^\/(?:site|navigation)(?:\/|$)/.test(instancePath)

/**
 * Whether a missing property is present under a misspelled name, which is reported with a
 * suggestion.
 */
function isMisspelledProperty(
  { keyword, params, instancePath }: ErrorObject,
  errors: ErrorObject[],
): boolean {
  if (keyword !== 'required') return false
  return errors.some((other) => {
    if (other.keyword !== 'additionalProperties' || other.instancePath !== instancePath)
      return false
    const found = String(other.params.additionalProperty)
    const valid = Object.keys((other.parentSchema as Schema).properties ?? {})
    const isUnseparated = found.startsWith(`${params.missingProperty}:`)
    return isUnseparated || findNearestName(found, valid) === params.missingProperty
  })
}

/**
 * Whether an error repeats the error of an unquoted text between { }: each of its commas starts
 * another property, and only the first one is reported.
 */
function isFurtherRest(error: ErrorObject, errors: ErrorObject[]): boolean {
  const isRest = ({ keyword, instancePath, params, data }: ErrorObject) =>
    keyword === 'additionalProperties' &&
    instancePath === error.instancePath &&
    (data as Record<string, unknown>)[String(params.additionalProperty)] === null
  return isRest(error) && errors.find(isRest) !== error && isQuotable(error)
}

/**
 * Whether a property without a value may be the rest of an unquoted text. A number and a misspelled
 * name are reported separately.
 */
function isQuotable({ params, parentSchema }: ErrorObject): boolean {
  const found = String(params.additionalProperty)
  const valid = Object.keys((parentSchema as Schema).properties ?? {})
  return !/^\d+$/.test(found) && findNearestName(found, valid) === undefined
}

/**
 * Whether an error is reported: `if` and `propertyNames` errors repeat those of their subschemas.
 */
const isPrimaryError = ({ keyword }: ErrorObject) => keyword !== 'if' && keyword !== 'propertyNames'
