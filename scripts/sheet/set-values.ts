import type { JsonValue, ValueOperation } from '../edit/yaml-operations.ts'
import type { Path } from '../../schema/source/position-types.ts'
import { getAt } from '../../schema/util/records.ts'
import { applyOperations, getValue } from '../studio/operations/apply-operations.ts'
import { nestValue } from '../studio/operations/nest-value.ts'
import type { FileEdit } from './sheet-table.ts'

/** @property value undefined to remove what is there */
export type ValueEdit = { file: string; path: Path; value: JsonValue | undefined }

/** Sets values of YAML files. Maps that are missing on the way to one are added. */
export function setValues(edits: ValueEdit[]): FileEdit[] {
  const files = new Set(edits.map(({ file }) => file))
  return [...files].map((file) => ({
    file,
    change: (text) =>
      setFileValues(
        file,
        text,
        edits.filter((edit) => edit.file === file),
      ),
  }))
}

/** Existing texts and numbers are replaced together, because every edit alone parses the file. */
function setFileValues(file: string, text: string, edits: ValueEdit[]): string {
  const root = getValue(file, text, [])
  const isReplaced = ({ path, value }: ValueEdit) =>
    value !== undefined && getAt(root, path) !== undefined
  const replaced = edits
    .filter(isReplaced)
    .map(({ path, value }): ValueOperation => ({ kind: 'set', path, value: value! }))
  const others = edits.filter((edit) => !isReplaced(edit))
  return others.reduce(setValue, applyOperations(file, text, replaced))
}

function setValue(text: string, { file, path, value }: ValueEdit): string {
  if (value === undefined)
    return getValue(file, text, path) === undefined
      ? text
      : applyOperations(file, text, [{ kind: 'remove', path }])
  return applyOperations(file, text, [nestValue(getValue(file, text, []), path, value)])
}
