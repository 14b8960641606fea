import {
  replaceInPosition,
  quoteInPosition,
  unquoteInPosition,
  type Corrector,
} from '../problems/correct-value.ts'
import type { ErrorObject } from 'ajv'
import type { Path, SourceFile } from '../problems/location.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'
import type { problemAt } from '../problems/problem.ts'
import { asRecord } from '../util/records.ts'
import { findNearestName, suggestName } from './nearest-name.ts'
import type { Schema } from './json-schema.ts'

/**
 * The parameters of `problemAt` that explain an error.
 * @property path the path of the error by default
 */
export type Explanation = {
  code: ProblemCode
  message: string
  details?: Parameters<typeof problemAt>[3]
  path?: Path
  target?: 'key' | 'value'
}

/**
 * An error of Ajv, with the data needed to explain it.
 * @property name the description of the value by `describePath`
 */
export type ExplainContext = {
  error: ErrorObject
  schema: Schema
  data: unknown
  path: Path
  name: string
  source: SourceFile
  /** The whole schema. */
  root: Schema
}

/**
 * Explains a missing space after a colon: between { }, `label:Call us` is a property without a
 * value.
 */
export function explainUnseparatedValue(
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

export function explainMissingType(data: unknown, types: string[] = []): Explanation {
  const type = Object.keys(asRecord(data)).find((key) => types.includes(key))
  if (type !== undefined) {
    const details = { expected: `- type: ${type}`, found: `- ${type}:` }
    const fix = `Write type: ${type}, and its properties on the lines below, with the same indentation.`
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

/**
 * Whether a list is written without valid dashes: lines that start with another bullet, or with a
 * dash but no space, are parsed as one text.
 */
export const isUndashedList = (expected: unknown, data: unknown) =>
  expected === 'array' && typeof data === 'string' && /^[-–—•·*]/.test(data)

/** Whether a block is written as its type alone: `- breadcrumbs`. */
export const isBlockName = (data: unknown, path: Path): boolean =>
  path.at(-2) === 'blocks' && typeof data === 'string'

/**
 * Suggests how to fix a value that shows what is meant: `- hero` for a block, `[3, 4]` for a range.
 */
export function suggestValueFix(
  { properties, type }: Schema,
  data: unknown,
  path: Path,
): string | undefined {
  if (isBlockName(data, path)) return 'Write type: before the name of the block.'
  if (!Array.isArray(data)) return undefined
  const isRange = data.length === 2 && data.every((each) => typeof each === 'number')
  if (isRange && properties?.min && properties.max)
    return `Write a range as { min: ${data[0]}, max: ${data[1]} }.`
  return type === 'object' ? 'Write it without dashes, on the lines below.' : undefined
}

/** Suggests how to fix a value of the wrong type. */
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

/**
 * Returns how to correct a value of the wrong type: quotes are added to a number that is meant as
 * text, and removed from a number or boolean.
 */
export function correctType(
  expected: unknown,
  { format }: Schema,
  data: unknown,
): Corrector | undefined {
  const isText = format === undefined || format === 'text' || format === 'markdown'
  if (expected === 'string' && isText && typeof data === 'number') return quoteInPosition
  if (typeof data !== 'string') return undefined
  if (expected === 'number' || expected === 'integer')
    return /^-?\d+(?:\.\d+)?$/.test(data) ? unquoteInPosition : undefined
  if (expected !== 'boolean') return undefined
  if (/^(?:true|false)$/.test(data)) return unquoteInPosition
  const meant = /^(?:yes|on)$/i.test(data)
    ? 'true'
    : /^(?:no|off)$/i.test(data)
      ? 'false'
      : undefined
  if (meant === undefined) return undefined
  return (position) => replaceInPosition(position, { from: data, to: meant })
}
