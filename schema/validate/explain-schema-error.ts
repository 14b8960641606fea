import { earlierNames } from './spec-version.ts'
import type { ErrorObject } from 'ajv'
import { formatNameList, formatNearNames, suggestName } from './nearest-name.ts'
import { quoteInPosition } from '../problems/correct-value.ts'
import {
  describePath,
  describeValue,
  formatFound,
  toMidSentence,
  typeDescriptions,
} from './describe-value.ts'
import {
  correctType,
  explainMissingType,
  explainNamelessProperty,
  explainRange,
  explainUnknownError,
  explainUnseparatedValue,
  isBlockName,
  isUndashedList,
  suggestTypeFix,
  suggestValueFix,
} from './explain-value.ts'
import type { ExplainContext, Explanation } from './explanation.ts'
import { problemAt } from '../problems/problem.ts'
import { explainLongRoute } from './explain-long-route.ts'
import { explainMisplacedKey, explainMisplacedProperty } from './explain-misplaced.ts'
import { suggestFormat, suggestUnit } from './suggest-format.ts'
import type { Schema } from './json-schema.ts'
import type { SourceLocation } from '../problems/source-file.ts'
import type { Problem } from '../problems/types.ts'

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
    const { description, enum: choices } = schema.properties?.[missing] ?? {}
    const expected = choices ? formatNameList(choices.map(String)) : description
    return {
      code: 'MISSING_PROPERTY',
      message: `${name} has no "${missing}".`,
      details: { expected: expected ? `${missing}: ${expected}` : missing },
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
    // Between { }, a comma ends a text, and the rest of the text is parsed as a property without a
    // value.
    const isRest = (data as Record<string, unknown>)[unknown] === null
    return {
      code: 'UNKNOWN_PROPERTY',
      message: misplaced?.message ?? `"${unknown}" is not a property of ${toMidSentence(name)}.`,
      details: {
        expected: formatNameList(valid),
        found: unknown,
        ...suggested,
        // If the suggested name is taken, renaming would define the property twice.
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
        ...(earlierNames.has(unknown) && {
          fix: 'If it is from an earlier version of the spec language, run npm run upgrade. Otherwise correct its name, or delete it.',
        }),
        ...(misplaced && { fix: misplaced.fix, expected: undefined, correct: undefined }),
      },
      path: [...path, unknown],
      target: 'key',
    }
  },
  discriminator({ error, schema, path }) {
    const { tag, tagValue } = error.params as { tag: string; tagValue: unknown }
    const types = listTypesOfUnion(schema)
    if (tagValue === undefined) return explainMissingType(error.data, types)
    const suggested = suggestName(formatFound(tagValue), types)
    return {
      code: 'UNKNOWN_BLOCK',
      message: `"${formatFound(tagValue)}" is not a block type.`,
      details: {
        expected: formatNearNames(formatFound(tagValue), types),
        found: formatFound(tagValue),
        ...suggested,
        ...(suggested.suggestion === undefined && {
          fix: 'Use one of the block types: npm run catalogue shows them all. If you have just added this one, run npm run generate.',
        }),
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
        expected:
          schema.expected ??
          (valid.length > 12 ? formatNearNames(formatFound(data), valid) : formatNameList(valid)),
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
      message: `${name} must be ${formatNameList(expected)}.`,
      details: {
        expected: isBlockName(data, path)
          ? `- type: ${String(data)}`
          : (schema.description ?? formatNameList(expected)),
        found: describeValue(data),
        fix:
          data === null
            ? 'Write the value after the colon, or delete the property if it is optional.'
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
      message: `${name} must have as many entries as "${other}".`,
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
      const misplaced = explainMisplacedKey(error.propertyName, path, expected)
      if (misplaced) return misplaced
      const location = { path: [...path, error.propertyName], target: 'key' as const }
      const long = explainLongRoute(error.propertyName, error.params.pattern, 'The route')
      if (long) return { ...long, ...location }
      const isRoute = schema.expected?.startsWith('a path')
      const message = `"${error.propertyName}" is not ${isRoute ? 'a route' : error.propertyName.includes('/') ? 'a valid address' : 'a valid name'}.`
      return {
        code: isRoute ? 'INVALID_ROUTE' : 'INVALID_FORMAT',
        message,
        details: {
          expected,
          found: error.propertyName,
          // Other files may use the name, so only its author can rename it.
          suggestion: suggestFormat(error.propertyName, error.params.pattern).suggestion,
          ...(path[0] === 'sets' &&
            !error.propertyName.includes('{') && {
              suggestion: error.propertyName.replace(/[^/]*$/, '{$&}'),
              fix: 'Write a column between braces, so that each row has an address of its own.',
            }),
        },
        ...location,
      }
    }
    const long = explainLongRoute(String(data), error.params.pattern, name)
    if (long) return long
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

/** Ajv reports the union with its branches inlined or still as $ref. Both contain the type. */
const listTypesOfUnion = (schema: Schema): string[] =>
  (schema.oneOf ?? []).map((branch) =>
    String(branch.properties?.type?.const ?? branch.$ref?.replace(/^.*\/(.*)-block$/, '$1')),
  )
