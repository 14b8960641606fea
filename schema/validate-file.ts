import { Ajv, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from 'ajv'
import { explainError } from './explain-error.ts'
import { findNearest } from './nearest-name.ts'
import type { SourceFile } from './parse-file.ts'
import type { Path, Place, Problem } from './problem.ts'
import { annotations, type Schema } from './schema-walk.ts'

/** Checks a parsed file against the whole schema. */
export type Validator = {
  (source: SourceFile): Problem[]
  /** Checks one value against a definition of the schema, such as a single page. */
  part(definition: string, value: unknown, place: Place): Problem[]
}

/**
 * Compiles the schema once; ajv runs in strict mode, so a keyword nobody knows is a mistake of ours.
 * Formats are annotations: what they mean is checked while resolving, where facts and links are known.
 */
export function createValidator(schema: Schema): Validator {
  const ajv = new Ajv({ strict: true, allErrors: true, verbose: true, discriminator: true, allowUnionTypes: true })
  for (const keyword of annotations.keywords) ajv.addKeyword(keyword)
  ajv.addKeyword({ keyword: 'countOf', type: 'array', schemaType: 'string', errors: true, validate: hasCountOf })
  for (const format of annotations.formats) ajv.addFormat(format, true)
  ajv.addSchema(schema, 'site')
  const explain = (validate: ValidateFunction, value: unknown, { source, path }: Place) => {
    if (validate(value)) return []
    const errors = (validate.errors ?? []).filter(isOwnError).filter((error) => !isPageAmongFacts(error))
    return errors.filter((error) => !isMisspelt(error, errors)).map((error) => explainError(error, source, [...path, ...toPath(error.instancePath)]))
  }
  const whole = ajv.getSchema('site')!
  // An empty file reads as null; as an empty map it lacks whatever must be there.
  const validate = (source: SourceFile) => (source.value === undefined ? [] : explain(whole, source.value ?? {}, { source, path: [] }))
  const part = (definition: string, value: unknown, place: Place) => explain(ajv.getSchema(`site#/$defs/${definition}`)!, value, place)
  return Object.assign(validate, { part })
}

/** Where the line `pages:` is missing, the pages stand among the facts; their names say so once. */
const isPageAmongFacts = ({ instancePath }: ErrorObject) => instancePath.startsWith('/facts/~1')

/** A property that is missing because it is written wrong: the wrong one is reported, with the right one beside it. */
function isMisspelt({ keyword, params, instancePath }: ErrorObject, errors: ErrorObject[]): boolean {
  if (keyword !== 'required') return false
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === instancePath &&
      findNearest(String(other.params.additionalProperty), Object.keys((other.parentSchema as Schema).properties ?? {})) === params.missingProperty,
  )
}

/** The list of that name stands in the same group as this one, or in one around it. */
const hasCountOf: SchemaValidateFunction = (name: string, data: unknown[], _schema, context) => {
  const { rootData, instancePath } = context!
  const steps = toPath(instancePath)
  const groups = [rootData as Group]
  for (const step of steps) groups.push(groups.at(-1)?.[step] as Group)
  const other = groups.reverse().find((group) => Array.isArray(group?.[name]))?.[name] as unknown[] | undefined
  if (!other || other.length === data.length) return true
  hasCountOf.errors = [{ keyword: 'countOf', params: { name, count: other.length } }]
  return false
}
type Group = Record<string | number, unknown> | undefined

/** `if` and `oneOf` only repeat what their branches already said. */
const isOwnError = ({ keyword }: ErrorObject) => keyword !== 'if' && keyword !== 'propertyNames'

/** A JSON Pointer as steps. Steps of digits may be keys too; the lookup takes both. */
export function toPath(pointer: string): Path {
  return pointer.split('/').slice(1).map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
}
