import type { PageOutline } from '../../protocol.ts'
import type { ValuePath } from './describe-shape.ts'
import { toKey } from './values.ts'

/**
 * Says where the value of a page of a set comes from, unless it is the template alone.
 * @param value as the template has it
 */
export function describeOrigin(
  { override, overridden, row }: NonNullable<PageOutline['set']>,
  path: ValuePath,
  value: unknown,
): string | undefined {
  if (overridden.some((each) => toKey(each) === toKey(path)))
    return `This page has a value of its own, an override in ${override.file}. What you write here is for the pages without one.`
  const columns = new Set(typeof value === 'string' ? value.match(/\{\{[^{}]+\}\}/g) : [])
  if (columns.size === 0) return undefined
  const names = [...columns].join(', ')
  const verb = columns.size === 1 ? 'comes' : 'come'
  return `${names} ${verb} from the row of each page${row ? `; that of this one is ${row.file}:${row.line}` : ''}.`
}
