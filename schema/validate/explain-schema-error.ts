import type { ErrorObject } from 'ajv'
import type { ProblemCode } from '../problems/problem-codes.ts'
import { findNearestName, formatNameList, suggestName } from './nearest-name.ts'
import { quoteInPosition, replaceInPosition } from '../problems/correct-value.ts'
import { correctType } from './correct-type.ts'
import { problemAt } from '../problems/problem.ts'
import { explainMisplacedProperty } from './explain-misplaced.ts'
import { suggestFormat, suggestUnit } from './suggest-format.ts'
import type { Schema } from './walk-schema.ts'
import { asRecord } from '../util/records.ts'
import type { SourceLocation } from '../source/types.ts'
import type { Problem } from '../problems/types.ts'
import type { Path } from '../source/position-types.ts'

type Explanation = {
  code: ProblemCode
  message: string
  details?: Parameters<typeof problemAt>[3]
  path?: Path
  target?: 'key' | 'value'
}
type ExplainContext = {
  error: ErrorObject
  schema: Schema
  data: unknown
  path: Path
  name: string
  /** The whole schema. */
  root: Schema
}

/** Turns an Ajv error into a problem that its author can understand. */
export function explainSchemaError(
  error: ErrorObject,
  { source, path }: SourceLocation,
  root: Schema,
): Problem {
  const context: ExplainContext = {
    error,
    root,
    schema: (error.parentSchema ?? {}) as Schema,
    data: error.data,
    path,
    name: describePath(path, error.data),
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
  additionalProperties({ error, schema, data, path, name, root }) {
    const unknown = String(error.params.additionalProperty)
    const valid = Object.keys(schema.properties ?? {})
    if (unknown === '') return explainNamelessProperty(name, path)
    const unseparated = explainUnseparatedValue(unknown, valid, data as object, path)
    if (unseparated) return unseparated
    const misplaced = explainMisplacedProperty(unknown, path, root)
    const suggested = suggestName(unknown, valid)
    // Between { } a comma ends a text, and the rest is parsed as a property without a value.
    const isRest = (data as Record<string, unknown>)[unknown] === null
    return {
      code: 'UNKNOWN_PROPERTY',
      message: misplaced?.message ?? `"${unknown}" is not a property of ${toMidSentence(name)}.`,
      details: {
        expected: formatNameList(valid),
        found: unknown,
        ...suggested,
        // Renaming it would define the property twice.
        ...(Object.hasOwn(data as object, suggested.suggestion ?? '') && {
          replacement: undefined,
        }),
        ...(isRest && {
          fix: 'If it is part of a text, put quotes around the whole text: between { }, a comma ends it.',
          correct: suggested.suggestion === undefined ? quoteInPosition : undefined,
        }),
        ...(isRest &&
          /^\d+$/.test(unknown) && {
            fix: 'If it is part of a number, write the number without commas: 25000.',
            correct: undefined,
          }),
        ...(!isRest &&
          suggested.suggestion === undefined &&
          path.includes('blocks') && {
            fix: 'Correct its name, or delete it. If you have just added it to the schema of the block, run npm run generate.',
          }),
        ...(misplaced && { fix: misplaced.fix, expected: undefined, correct: undefined }),
      },
      path: [...path, unknown],
      target: 'key',
    }
  },
  discriminator({ error, schema, path }) {
    const { tag, tagValue } = error.params as { tag: string; tagValue: unknown }
    const types = listBlockTypes(schema)
    if (tagValue === undefined) return explainMissingType(error.data, types)
    return {
      code: 'UNKNOWN_BLOCK',
      message: `"${formatFound(tagValue)}" is not a block type.`,
      details: {
        expected: formatNameList(types),
        found: formatFound(tagValue),
        ...suggestName(formatFound(tagValue), types),
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
        ...suggestName(formatFound(data), valid),
        ...suggestUnit(formatFound(data), valid),
      },
      path,
    }
  },
  type({ error, schema, data, path, name }) {
    const expected = [error.params.type]
      .flat()
      .map((type) => typeDescriptions[type as string] ?? String(type))
    return {
      code: 'WRONG_TYPE',
      message: `${name} must be ${expected.join(' or ')}.`,
      details: {
        expected: schema.description ?? expected.join(' or '),
        found: describeValue(data),
        fix:
          data === null
            ? 'Write the value after the colon, or delete the property.'
            : isUndashedList(error.params.type, data)
              ? 'Start each entry of the list with a hyphen and a space.'
              : (suggestValueFix(schema, data, path) ?? suggestTypeFix(error.params.type, schema)),
        correct: correctType(error.params.type, schema, data),
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
      if (path[0] === 'pages' && error.propertyName.includes('{')) {
        const details = { found: error.propertyName, fix: 'Write the line sets: above it.' }
        return {
          code: 'INVALID_ROUTE',
          message: `The set ${error.propertyName} is under pages.`,
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
        details: {
          expected,
          found: error.propertyName,
          // Other files may name it, so only its author can rename it.
          suggestion: suggestFormat(error.propertyName, error.params.pattern).suggestion,
          ...(path[0] === 'sets' &&
            !error.propertyName.includes('{') && {
              suggestion: error.propertyName.replace(/[^/]*$/, '{$&}'),
              fix: 'Write a column between braces, so that each row has an address of its own.',
            }),
        },
        path: [...path, error.propertyName],
        target: 'key',
      }
    }
    const code = schema.expected?.startsWith('a path') ? 'INVALID_ROUTE' : 'INVALID_FORMAT'
    return {
      code,
      message: `${name} does not have the right format.`,
      details: {
        expected,
        found: formatFound(data),
        ...suggestFormat(String(data), error.params.pattern),
      },
    }
  },
  minimum: explainRange,
  maximum: explainRange,
}

/** `label:Call us` between { } is a property without a value. */
function explainUnseparatedValue(
  unknown: string,
  valid: string[],
  data: object,
  path: Path,
): Explanation | undefined {
  const [, property = '', value] = /^([\w-]+):(.+)$/.exec(unknown) ?? []
  if (!valid.includes(property) || Object.hasOwn(data, property)) return undefined
  return {
    code: 'UNKNOWN_PROPERTY',
    message: `A space is missing after the colon of "${property}".`,
    details: {
      found: unknown,
      fix: `Write ${property}: ${value}`,
      correct: (position) =>
        replaceInPosition(position, { from: unknown, to: `${property}: ${value}` }),
    },
    path: [...path, unknown],
    target: 'key',
  }
}

/** YAML reads ~ and null, and nothing before a colon, as no name. */
function explainNamelessProperty(name: string, path: Path): Explanation {
  return {
    code: 'UNKNOWN_PROPERTY',
    message: `A property of ${toMidSentence(name)} has no name.`,
    details: { fix: 'Write its name before the colon, or delete the line.' },
    path: [...path, ''],
    target: 'key',
  }
}

function explainMissingType(data: unknown, types: string[] = []): Explanation {
  const type = Object.keys(asRecord(data)).find((key) => types.includes(key))
  if (type !== undefined) {
    const details = { expected: `- type: ${type}`, found: `- ${type}:` }
    const fix = `Write type: ${type}, and its properties on the lines below, indented as far.`
    return {
      code: 'MISSING_PROPERTY',
      message: 'A block has no "type".',
      details: { ...details, fix },
    }
  }
  const written = Object.keys((data ?? {}) as object).find(
    (key) => findNearestName(key, ['type']) !== undefined,
  )
  const details = {
    expected: 'type: and the name of a block type',
    ...(written !== undefined && {
      found: written,
      replacement: suggestName(written, ['type']).replacement,
      fix: `Correct "${written}" to "type".`,
    }),
  }
  return { code: 'MISSING_PROPERTY', message: 'A block has no "type".', details }
}

/** Lines that start with another bullet, or with a dash but no space, are one text. */
const isUndashedList = (expected: unknown, data: unknown) =>
  expected === 'array' && typeof data === 'string' && /^[-–—•·*]/.test(data)

/** How to fix a value that shows what is meant: `- hero` for a block, `[3, 4]` for a range. */
function suggestValueFix(
  { properties, type }: Schema,
  data: unknown,
  path: Path,
): string | undefined {
  if (path.at(-2) === 'blocks' && typeof data === 'string') return `Write type: ${data}.`
  if (!Array.isArray(data)) return undefined
  const isRange = data.length === 2 && data.every((each) => typeof each === 'number')
  if (isRange && properties?.min && properties.max)
    return `Write a range as { min: ${data[0]}, max: ${data[1]} }.`
  return type === 'object' ? 'Write it without dashes, on the lines below.' : undefined
}

/** How to fix a value of the wrong type. */
export function suggestTypeFix(expected: unknown, { format, required }: Schema): string {
  if (format === 'fact') return 'Write the name of a fact.'
  if (expected === 'string')
    return 'Write text. Put quotes around a number, or around true or false, that is meant as text.'
  if (expected === 'array') return 'Write a list: lines that start with a dash, or [one, two].'
  if (expected === 'object' && Array.isArray(required))
    return `Write properties on the lines below, or { ${required.map((name) => `${name}: …`).join(', ')} }.`
  if (expected === 'object') return 'Write properties on the lines below, or between { }.'
  if (expected === 'boolean') return 'Write true or false.'
  if (expected === 'number') return 'Write a number, without a unit.'
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
  if (typeof data === 'number') return `the number ${data}`
  return formatFound(data)
}

const formatFound = (data: unknown): string => {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? String(data))
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** Describes a path to an author: `Entry 2 of "cards"`, `The page /pricing`, `The block "hero"`. */
function describePath(path: Path, data: unknown): string {
  const last = path.at(-1)
  if (last === undefined) return 'The file'
  if (path.length === 2 && path[0] === 'pages') return `The page ${last}`
  if (path.length === 2 && path[0] === 'sets') return `The set ${last}`
  if (path.length === 2 && path[0] === 'facts') return `The fact ${last}`
  if (path.at(-2) === 'blocks' && /^\d+$/.test(String(last))) {
    const { type } = asRecord(data)
    return typeof type === 'string' ? `The block "${type}"` : 'The block'
  }
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
