import type { JsonValue, StructureOperation } from './yaml-operations.ts'
import type { Path } from '../../schema/source/position-types.ts'
import { getAt } from '../../schema/util/records.ts'

/**
 * Sets a value, with the maps that are missing on the way to it.
 * @param root the value of the file
 */
export function nestValue(root: unknown, path: Path, value: JsonValue): StructureOperation {
  let depth = path.length - 1
  while (depth > 0 && getAt(root, path.slice(0, depth)) === undefined) depth--
  const nested = path
    .slice(depth + 1)
    .reduceRight<JsonValue>((inner, step) => ({ [step]: inner }), value)
  return { kind: 'set', path: path.slice(0, depth + 1), value: nested }
}
