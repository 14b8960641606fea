import type { Schema } from '../../schema/validate/json-schema.ts'
import { UsageError } from '../shared/command.ts'

/**
 * @param others values that are accepted besides the kinds of pages.
 * @throws UsageError for an unknown kind.
 */
export function assertKind(kind: string | undefined, { $defs }: Schema, others: string[]): void {
  const kinds = [...($defs?.page?.properties?.kind?.enum ?? []), ...others]
  if (kind !== undefined && !kinds.includes(kind))
    throw new UsageError(`--kind must be ${kinds.join(', ')}, not "${kind}"`)
}
