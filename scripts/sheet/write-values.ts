import { type JsonValue, nestValue } from '../edit/yaml-operations.ts'
import type { SiteEdits } from '../edit/site-edits.ts'
import type { Path } from '../../schema/problems/location.ts'
import { getAt } from '../../schema/util/records.ts'
import { groupBy } from '../../schema/util/group-by.ts'

/** @property value undefined to remove what is there */
export type ValueEdit = { file: string; path: Path; value: JsonValue | undefined }

/** Sets values of YAML files. Maps that are missing on the way to one are added. */
export async function writeValues(edits: SiteEdits, values: ValueEdit[]): Promise<void> {
  for (const [file, own] of groupBy(values, (each) => each.file)) {
    const root = await edits.value(file)
    const isKnown = ({ path }: ValueEdit) => getAt(root, path) !== undefined
    const isReplaced = (edit: ValueEdit) => edit.value !== undefined && isKnown(edit)
    const replaced = own.filter(isReplaced)
    // In one go, because each edit alone parses the file.
    await edits.apply(
      file,
      replaced.map(({ path, value }) => ({ kind: 'set', path, value: value! })),
    )
    for (const { path, value } of own.filter((edit) => !isReplaced(edit))) {
      const current = await edits.value(file)
      if (value !== undefined) await edits.apply(file, [nestValue(current, path, value)])
      else if (getAt(current, path) !== undefined)
        await edits.apply(file, [{ kind: 'remove', path }])
    }
  }
}
