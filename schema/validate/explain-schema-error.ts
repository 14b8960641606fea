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
import type { ProblemCode } from '../problems/problem-codes.ts'
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
  const explain = explanations[error.keyword] ?? explainWithWords
  const { code, message, details, path: exact = path, target } = explain(context)
  return problemAt({ source, path: exact, target }, code, message, details)
}

/** {name} is the name of the value. Other words in braces are parameters of the keyword. */
type Words = [code: ProblemCode, message: string, expected?: string, target?: 'key']

/** What an error says that needs no more than the value and the parameters of its keyword. */
const wordsByKeyword: Record<string, Words> = {
  minItems: ['LIST_TOO_SHORT', '{name} has too few entries.', 'at least {limit}', 'key'],
  maxItems: ['LIST_TOO_LONG', '{name} has too many entries.', 'at most {limit}'],
  countOf: ['LENGTH_MISMATCH', '{name} must have as many entries as "{list}".', '{count}', 'key'],
  minLength: ['EMPTY_TEXT', '{name} is empty.'],
  minimum: ['OUT_OF_RANGE', '{name} must be at least {limit}.', 'at least {limit}'],
  maximum: ['OUT_OF_RANGE', '{name} must be at most {limit}.', 'at most {limit}'],
}

function explainWithWords({ error, schema, data, name }: ExplainContext): Explanation {
  const otherWords: Words = ['INVALID_FORMAT', '{name} is not valid.', error.message]
  const [code, message, expected, target] = wordsByKeyword[error.keyword] ?? otherWords
  const found = Array.isArray(data) ? String(data.length) : formatFound(data)
  const fill = (text: string) => fillWords(text, { ...error.params, name })
  return {
    code: schema.problem?.code ?? code,
    message: fill(schema.problem?.message ?? message),
    ...(expected !== undefined && { details: { expected: fill(expected), found } }),
    target,
  }
}

const fillWords = (text: string, values: Record<string, unknown>) =>
  text.replace(/\{(\w+)\}/g, (_, value) => String(values[value]))

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
    const found = formatFound(data)
    const message = `"${found}" is not allowed for ${toMidSentence(name)}.`
    const problem = schema.problem ?? { code: 'UNKNOWN_VALUE', message }
    return {
      code: problem.code,
      message: fillWords(problem.message, { found }),
      details: {
        expected:
          schema.expected ??
          (valid.length > 12 ? formatNearNames(found, valid) : formatNameList(valid)),
        found,
        ...suggestName(found, valid),
        ...suggestUnit(found, valid),
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
  pattern({ error, schema, data, path, name }) {
    if (error.params.pattern === '\\S') return { code: 'EMPTY_TEXT', message: `${name} is empty.` }
    const expected = schema.expected ?? `text of the form ${error.params.pattern}`
    // Ajv sets propertyName when the error concerns a key of a map.
    if (error.propertyName !== undefined) {
      const found = error.propertyName
      const misplaced = explainMisplacedKey(found, path, expected)
      if (misplaced) return misplaced
      const location = { path: [...path, found], target: 'key' as const }
      const long = explainLongRoute(found, error.params.pattern, 'The route')
      if (long) return { ...long, ...location }
      const what = found.includes('/') ? 'address' : 'name'
      const { code, message } = schema.problem ?? {
        code: 'INVALID_FORMAT',
        message: `"{found}" is not a valid ${what}.`,
      }
      return {
        code,
        message: fillWords(message, { found }),
        details: {
          expected,
          found,
          // Other files may use the name, so only its author can rename it.
          suggestion: suggestFormat(found, error.params.pattern).suggestion,
          ...(path[0] === 'sets' &&
            !found.includes('{') && {
              suggestion: found.replace(/[^/]*$/, '{$&}'),
              fix: 'Write a column between braces, so that each row has an address of its own.',
            }),
        },
        ...location,
      }
    }
    const long = explainLongRoute(String(data), error.params.pattern, name)
    if (long) return long
    return {
      code: schema.problem?.code ?? 'INVALID_FORMAT',
      message: `${name} does not have the right format.`,
      details: {
        expected,
        found: formatFound(data),
        ...suggestFormat(String(data), error.params.pattern),
      },
    }
  },
}

/** Ajv reports the union with its branches inlined or still as $ref. Both contain the type. */
const listTypesOfUnion = (schema: Schema): string[] =>
  (schema.oneOf ?? []).map((branch) =>
    String(branch.properties?.type?.const ?? branch.$ref?.replace(/^.*\/(.*)-block$/, '$1')),
  )
