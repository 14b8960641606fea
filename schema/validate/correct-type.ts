import {
  quoteInPosition,
  replaceInPosition,
  unquoteInPosition,
  type Corrector,
} from '../problems/correct-value.ts'
import type { Schema } from './json-schema.ts'

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
