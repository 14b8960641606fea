import transliterate from '@sindresorhus/transliterate'
import { earlierNames } from './spec-version.ts'
import type { ErrorObject } from 'ajv'
import { formatNameList, formatNearNames, suggestName, type Suggestion } from './nearest-name.ts'
import { quoteRest } from '../problems/correct-value.ts'
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
  explainUnseparatedValue,
  isBlockName,
  isUndashedList,
  suggestTypeFix,
  suggestValueFix,
  type ExplainContext,
  type Explanation,
} from './explain-value.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { explainMisplaced } from './explain-misplaced.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'
import type { Schema } from './json-schema.ts'
import type { SourceFile, SourceLocation } from '../problems/location.ts'
import { formatHex } from 'culori'
import { isSupportedCountry, type CountryCode } from 'libphonenumber-js'
import { formatPhone, parsePhone } from '../util/phone-numbers.ts'
import { findCountry } from '../util/countries.ts'
import { findLanguageTag } from '../util/supported-language.ts'
import { getAt } from '../util/records.ts'
import { parseWrittenDay } from '../times/written-day.ts'
import { listWeekdayNames } from '../times/calendar-names.ts'
import { parseWrittenDays, toTimes } from '../times/written-hours.ts'

/** Turns an Ajv error into a problem that its author can understand. */
export function explainSchemaError(
  error: ErrorObject,
  { source, path }: SourceLocation,
  root: Schema,
): Problem {
  const context: ExplainContext = {
    error,
    root,
    source,
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
  minProperties: ['LIST_TOO_SHORT', '{name} has too few entries.', 'at least {limit}', 'key'],
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
    const unseparated = explainUnseparatedValue(unknown, valid, data as object, path)
    if (unseparated) return unseparated
    const misplaced = explainMisplaced(unknown, path, root)
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
          correct: suggested.suggestion === undefined ? quoteRest : undefined,
        }),
        ...(isRest &&
          /^\d+(?:\s?\D{1,3})?$/.test(unknown) && {
            fix: `If it is part of a number, write it ${/^\d{3}(?!\d)/.test(unknown) ? 'without a comma: 25000' : 'with a point: 12.50'}.`,
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
    const problem = schema.problem ?? {
      code: 'UNKNOWN_VALUE',
      message: '"{found}" is not allowed for {name}.',
    }
    return {
      code: problem.code,
      message: fillWords(problem.message, { found, name: toMidSentence(name) }),
      details: {
        expected:
          schema.expected ??
          (valid.length > 12 ? formatNearNames(found, valid) : formatNameList(valid)),
        found,
        ...suggestName(found, valid),
        ...suggestMeant(found, schema.meant),
        ...suggestWeekdays(found, valid),
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
              : (suggestDayList(schema, data) ??
                suggestValueFix(schema, data, path) ??
                suggestTypeFix(error.params.type, schema)),
        correct: correctType(error.params.type, schema, data),
      },
    }
  },
  pattern({ source, error, schema, data, path, name, root }) {
    if (error.params.pattern === '\\S') return { code: 'EMPTY_TEXT', message: `${name} is empty.` }
    const expected = schema.expected ?? `text of the form ${error.params.pattern}`
    // Ajv sets propertyName when the error concerns a key of a map.
    if (error.propertyName !== undefined) {
      const key = error.propertyName
      const found = formatFound(key)
      const misplaced = explainMisplaced(key, path, root)
      const what = found.includes('/') ? 'address' : 'name'
      const { code, message } = schema.problem ?? {
        code: 'INVALID_FORMAT',
        message: `"{found}" is not a valid ${what}.`,
      }
      return {
        code,
        message: misplaced?.message ?? fillWords(message, { found }),
        details: {
          expected,
          found,
          // Other files may use the name, so only its author can rename it.
          suggestion: suggestFormat(key, error.params.pattern, source).suggestion,
          ...(path[0] === 'sets' &&
            !key.includes('{') && {
              suggestion: key.replace(/[^/]*$/, '{$&}'),
              fix: 'Write a column between braces, so that each row has an address of its own.',
            }),
          ...(misplaced && { fix: misplaced.fix, expected: undefined, suggestion: undefined }),
        },
        path: [...path, key],
        target: 'key',
      }
    }
    return {
      code: schema.problem?.code ?? 'INVALID_FORMAT',
      message: `${name} does not have the right format.`,
      details: {
        expected,
        found: formatFound(data),
        ...suggestFormat(String(data), error.params.pattern, source),
      },
    }
  },
}

/** Ajv reports the union with its branches inlined or still as $ref. Both contain the type. */
const listTypesOfUnion = (schema: Schema): string[] =>
  (schema.oneOf ?? []).map((branch) =>
    String(branch.properties?.type?.const ?? branch.$ref?.replace(/^.*\/(.*)-block$/, '$1')),
  )

const isName = (text: string) => /^[\p{L} .'-]{2,40}$/u.test(text)

/**
 * Corrections of a text in the wrong format, which leave its meaning as it is: they change its start
 * or end, or how a name is spelled.
 */
const sureCorrections: ((text: string) => string)[] = [
  (text) => text.trim(),
  (text) => text.replace(/^\.?\/?public\//, '/'),
  (text) => addLeadingSlash(text),
  (text) => text.replace(/\/+$/, ''),
  (text) => (text.includes('/') ? text : joinWords(text)),
  (text) => (text.includes('/') ? text : text.replace('_', '-')),
  (text) => toInternationalNumber(text),
  (text) => formatLanguageTag(text.replaceAll('_', '-')),
  (text) => (text.startsWith('www.') ? `https://${text}` : text),
  (text) => `#${text}`,
  (text) => `${text}/`,
  (text) => toColorCode(text),
  // A time or a day without leading zeros: 9:00, 2026-3-4.
  (text) => (/^\d:\d\d$|^\d{4}-\d\d?-\d\d?$/.test(text) ? padDigits(text) : text),
  (text) => toTimes(text),
  (text) => parseWrittenDay(text) ?? text,
  (text) => (isName(text) ? (findCountry(text) ?? text) : text),
  (text) => (isName(text) ? (findLanguageTag(text) ?? text) : text),
]

/** Corrections that make another address of it, which may not be the one that was meant. */
const likelyCorrections: ((text: string, country: CountryCode) => string)[] = [
  (text) => addLeadingSlash(joinWords(text).replace(/^\/+|\/+$/g, '')),
  (text) => (text.startsWith('/') ? transliterate(text).toLowerCase() : text),
  (text) => `https://${text}`,
  (text) => `https://${text}/`,
  toInternationalNumber,
]

/** Converts CSS color names, such as navy, and three-digit color codes. */
const toColorCode = (text: string) =>
  /^(?:[a-z]{3,20}|#[\da-f]{3})$/i.test(text) ? (formatHex(text.toLowerCase()) ?? text) : text
/** Converts a phone number: one with the code of its country, or with the country. */
function toInternationalNumber(text: string, country?: CountryCode): string {
  const number = parsePhone(text, country)
  return number?.isValid() ? formatPhone(number) : text
}
/** Corrects the case of a language tag: EN-us. */
function formatLanguageTag(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? text
  } catch {
    return text
  }
}
/** Makes an address a route, unless it has a protocol. */
const addLeadingSlash = (text: string) => (/[:@]/.test(text) ? text : `/${text}`)
const padDigits = (text: string) => text.replace(/\b\d\b/g, '0$&')
const joinWords = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

/** Suggests the correction of a text that matches the required pattern. */
function suggestFormat(
  text: string,
  pattern: string,
  source: SourceFile,
): Suggestion & { fix?: string } {
  // Nobody means such a long one, and some patterns read it from each of its characters on.
  if (text === '' || text.length > 1000) return {}
  const expression = new RegExp(pattern, 'u')
  const written = getAt(source.value, ['site', 'business', 'country'])
  // Most sites are in this country, and a file of pages does not say it.
  const isStated = isSupportedCountry(String(written))
  const country = isStated ? (written as CountryCode) : 'US'
  const correct = (corrections: typeof likelyCorrections) =>
    corrections
      .map((each) => each(text, country))
      .find((corrected) => corrected !== text && expression.test(corrected))
  // A number without the code of its country is one of the business's own country.
  const sure = correct(isStated ? [...sureCorrections, toInternationalNumber] : sureCorrections)
  if (sure !== undefined) return { suggestion: sure, replacement: { from: text, to: sure } }
  // Another name would be that of another file.
  const isFile = /\/.*\.\w+$/.test(text)
  if (isFile && /\s/.test(text))
    return { fix: 'Rename the file so that its path has no spaces, and correct the path.' }
  const likely = correct(likelyCorrections)
  return likely === undefined ? {} : { suggestion: likely }
}

/** Suggests the value that the schema says people mean by a word, such as USD for dollars. */
function suggestMeant(word: string, meant: Record<string, string> = {}): Suggestion {
  const suggestion = Object.hasOwn(meant, word) ? meant[word] : undefined
  return suggestion === undefined ? {} : { suggestion, replacement: { from: word, to: suggestion } }
}

/** Languages in which people write the days of the week, although these are English in every file. */
const weekdayLanguages = ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']

/**
 * Suggests the days that words mean, in any language: Saturday for samedi, and several for Mon-Fri.
 */
function suggestWeekdays(words: string, valid: unknown[] = []): Suggestion {
  if (!valid.includes('Monday')) return {}
  const meanings = weekdayLanguages.flatMap((each) => {
    const days = parseWrittenDays(words, each)
    return days ? [days.map((day) => listWeekdayNames('en')[day]).join(', ')] : []
  })
  const [suggestion] = meanings
  // Ma is Tuesday in Spanish, and Monday in Dutch.
  if (suggestion === undefined || new Set(meanings).size > 1) return {}
  return {
    suggestion,
    // Several are as many entries of the list.
    ...(!suggestion.includes(',') && { replacement: { from: words, to: suggestion } }),
  }
}

/** What to write for the days of hours that are no list: Mon-Fri. */
function suggestDayList({ items }: Schema, data: unknown): string | undefined {
  const valid = (items as Schema | undefined)?.enum
  const { suggestion } = typeof data === 'string' ? suggestWeekdays(data, valid) : {}
  return suggestion && `Write a list: [${suggestion}]`
}
