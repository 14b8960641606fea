import type { ErrorObject } from 'ajv'
import type { ProblemCode } from '../problems/problem-codes.ts'
import { findNearestName, formatNameList } from './nearest-name.ts'
import { problemAt } from '../problems/problem.ts'
import type { Schema } from './walk-schema.ts'
import type { SourceFile } from '../source/types.ts'
import type { ProblemDetails, Problem } from '../problems/types.ts'
import type { Path } from '../source/position-types.ts'

type Explanation = {
  code: ProblemCode
  message: string
  details?: ProblemDetails
  path?: Path
  target?: 'key' | 'value'
}
type ExplainContext = {
  error: ErrorObject
  schema: Schema
  data: unknown
  path: Path
  name: string
}

/** Turns an Ajv error into a problem that its author can understand. */
export function explainSchemaError(error: ErrorObject, source: SourceFile, path: Path): Problem {
  const context: ExplainContext = {
    error,
    schema: (error.parentSchema ?? {}) as Schema,
    data: error.data,
    path,
    name: describePath(path),
  }
  const explain = explanations[error.keyword] ?? explainUnknownError
  const { code, message, details, path: exact = path, target } = explain(context)
  return problemAt({ source, path: exact, target }, code, message, details)
}

const explanations: Record<string, (context: ExplainContext) => Explanation> = {
  required({ error, schema, path, name }) {
    const missing = String(error.params.missingProperty)
    if (missing === 'type' && path.at(-2) === 'blocks') return explainMissingType(error.data)
    const description = schema.properties?.[missing]?.description
    return {
      code: 'MISSING_PROPERTY',
      message: `${name} has no "${missing}".`,
      details: { expected: description ? `${missing}: ${description}` : missing },
      target: 'key',
    }
  },
  additionalProperties({ error, schema, data, path, name }) {
    const unknown = String(error.params.additionalProperty)
    const valid = Object.keys(schema.properties ?? {})
    // Between { } a comma ends a text, and the rest is parsed as a property without a value.
    const isRest = (data as Record<string, unknown>)[unknown] === null
    return {
      code: 'UNKNOWN_PROPERTY',
      message: `"${unknown}" is not a property of ${toMidSentence(name)}.`,
      details: {
        expected: formatNameList(valid),
        found: unknown,
        suggestion: findNearestName(unknown, valid),
        ...(isRest && {
          fix: 'If it is part of a text, put quotes around the whole text: between { }, a comma ends it.',
        }),
      },
      path: [...path, unknown],
      target: 'key',
    }
  },
  discriminator({ error, schema, path }) {
    const { tag, tagValue } = error.params as { tag: string; tagValue: unknown }
    if (tagValue === undefined) return explainMissingType(error.data)
    const types = listBlockTypes(schema)
    return {
      code: 'UNKNOWN_BLOCK',
      message: `"${formatFound(tagValue)}" is not a block type.`,
      details: {
        expected: formatNameList(types),
        found: formatFound(tagValue),
        suggestion: findNearestName(formatFound(tagValue), types),
      },
      path: [...path, tag],
    }
  },
  enum({ error, schema, data, path, name }) {
    const valid = (error.params.allowedValues as unknown[]).map(String)
    const code =
      schema.title === 'IconName'
        ? 'UNKNOWN_ICON'
        : schema.title === 'PageKind'
          ? 'UNKNOWN_KIND'
          : 'UNKNOWN_VALUE'
    const what = {
      UNKNOWN_ICON: 'an icon',
      UNKNOWN_KIND: 'a kind of page',
      UNKNOWN_VALUE: `allowed for ${toMidSentence(name)}`,
    }[code]
    return {
      code,
      message: `"${formatFound(data)}" is not ${what}.`,
      details: {
        expected: formatNameList(valid),
        found: formatFound(data),
        suggestion: findNearestName(formatFound(data), valid),
      },
      path,
    }
  },
  type({ error, schema, data, name }) {
    const expected = [error.params.type]
      .flat()
      .map((type) => typeDescriptions[type as string] ?? String(type))
    return {
      code: 'WRONG_TYPE',
      message: `${name} must be ${expected.join(' or ')}.`,
      details: {
        expected: schema.description ?? expected.join(' or '),
        found: describeValue(data),
        fix: suggestTypeFix(error.params.type, schema),
      },
    }
  },
  minItems({ error, data, path, name }) {
    const limit = Number(error.params.limit)
    const code = path.at(-1) === 'blocks' ? 'EMPTY_BLOCKS' : 'LIST_TOO_SHORT'
    const message =
      code === 'EMPTY_BLOCKS' ? 'The page has no blocks.' : `${name} has too few entries.`
    const found = `${(data as unknown[]).length}`
    return { code, message, details: { expected: `at least ${limit}`, found }, target: 'key' }
  },
  maxItems({ error, data, name }) {
    const found = `${(data as unknown[]).length}`
    return {
      code: 'LIST_TOO_LONG',
      message: `${name} has too many entries.`,
      details: { expected: `at most ${error.params.limit}`, found },
    }
  },
  countOf({ error, data, name }) {
    const { name: other, count } = error.params as { name: string; count: number }
    const found = `${(data as unknown[]).length}`
    return {
      code: 'LENGTH_MISMATCH',
      message: `${name} must be as long as "${other}".`,
      details: { expected: `${count}`, found },
      target: 'key',
    }
  },
  minLength({ name }) {
    return { code: 'EMPTY_TEXT', message: `${name} is empty.` }
  },
  pattern({ error, schema, data, path, name }) {
    if (error.params.pattern === '\\S') return { code: 'EMPTY_TEXT', message: `${name} is empty.` }
    const expected = schema.expected ?? `text of the form ${error.params.pattern}`
    // Ajv sets propertyName when the error concerns a key of a map.
    if (error.propertyName !== undefined) {
      if (path[0] === 'facts' && error.propertyName.startsWith('/')) {
        const details = {
          expected,
          found: error.propertyName,
          fix: 'Add the line pages: before the first page.',
        }
        return {
          code: 'INVALID_FORMAT',
          message: `The page ${error.propertyName} is under facts.`,
          details,
          path: [...path, error.propertyName],
          target: 'key',
        }
      }
      const isRoute = error.propertyName.includes('/') || schema.expected?.startsWith('a path')
      const message = `"${error.propertyName}" is not ${isRoute ? 'a route' : 'a valid name'}.`
      return {
        code: isRoute ? 'INVALID_ROUTE' : 'INVALID_FORMAT',
        message,
        details: { expected, found: error.propertyName },
        path: [...path, error.propertyName],
        target: 'key',
      }
    }
    const code = schema.expected?.startsWith('a path') ? 'INVALID_ROUTE' : 'INVALID_FORMAT'
    return {
      code,
      message: `${name} does not have the right format.`,
      details: { expected, found: formatFound(data) },
    }
  },
  minimum: explainRange,
  maximum: explainRange,
}

function explainMissingType(data: unknown): Explanation {
  const written = Object.keys((data ?? {}) as object).find(
    (key) => findNearestName(key, ['type']) !== undefined,
  )
  const details = {
    expected: 'type: and the name of a block type',
    ...(written !== undefined && { found: written, suggestion: 'type' }),
  }
  return { code: 'MISSING_PROPERTY', message: 'A block has no "type".', details }
}

/** How to fix a value of the wrong type. */
function suggestTypeFix(expected: unknown, { format, required }: Schema): string {
  if (format === 'fact') return 'Write the name of a fact.'
  if (expected === 'string')
    return 'Write text. Put quotes around a number, or around true or false, that is meant as text.'
  if (expected === 'array') return 'Write a list: lines that start with a dash, or [one, two].'
  if (expected === 'object' && Array.isArray(required))
    return `Write properties on the lines below, or { ${required.map((name) => `${name}: …`).join(', ')} }.`
  if (expected === 'object') return 'Write properties on the lines below, or between { }.'
  if (expected === 'boolean') return 'Write true or false.'
  return 'Write a value of the expected type.'
}

function explainRange({ error, data, name }: ExplainContext): Explanation {
  const { comparison, limit } = error.params as { comparison: string; limit: number }
  const bound = comparison === '>=' ? `at least ${limit}` : `at most ${limit}`
  return {
    code: 'OUT_OF_RANGE',
    message: `${name} must be ${bound}.`,
    details: { expected: bound, found: formatFound(data) },
  }
}

function explainUnknownError({ error, data, name }: ExplainContext): Explanation {
  return {
    code: 'INVALID_FORMAT',
    message: `${name} is not valid.`,
    details: { expected: error.message, found: formatFound(data) },
  }
}

const typeDescriptions: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of properties',
}

function describeValue(data: unknown): string {
  if (data === null || data === undefined) return 'nothing'
  if (Array.isArray(data)) return 'a list'
  if (typeof data === 'object') return 'a group of properties'
  // Text only because of its quotes.
  if (typeof data === 'string' && /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(data))
    return `the text "${data}"`
  return `${typeof data === 'number' ? 'the number ' : ''}${formatFound(data)}`
}

const formatFound = (data: unknown): string => {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? String(data))
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** Describes a path to an author: `Entry 2 of "cards"`, `The page /pricing`, `The block`. */
function describePath(path: Path): string {
  const last = path.at(-1)
  if (last === undefined) return 'The file'
  if (path.length === 2 && path[0] === 'pages') return `The page ${last}`
  if (path.length === 2 && path[0] === 'sets') return `The set ${last}`
  if (path.length === 2 && path[0] === 'facts') return `The fact ${last}`
  if (path.at(-2) === 'blocks' && /^\d+$/.test(String(last))) return 'The block'
  if (/^\d+$/.test(String(last))) return `Entry ${Number(last) + 1} of "${path.at(-2)}"`
  return `"${last}"`
}

/** Lowercases a description for use in the middle of a sentence. */
const toMidSentence = (name: string) => name.replace(/^(The|Entry)/, (word) => word.toLowerCase())

/** Ajv reports the union with its branches inlined or still as $ref. Both contain the type. */
const listBlockTypes = (schema: Schema): string[] =>
  (schema.oneOf ?? []).map((branch) =>
    String(branch.properties?.type?.const ?? branch.$ref?.replace(/^.*\/(.*)-block$/, '$1')),
  )
