import { groupBy } from '../util/group-by.ts'
import { isRecord } from '../util/records.ts'
import type { Schema } from './json-schema.ts'
import { getSchemaNode, type ResolvedNode } from './schema-nodes.ts'

/** A value that belongs to the owner, or that is not there. @property place the same if it moves */
type OwnersValue = { place: string; value: string | undefined }

/**
 * Lists the settings with `owner: true` that differ, wherever a page or a block with one has moved.
 * A copy of what is there already is none, and neither is a block that is gone with its own.
 * @param before the values of files @param after of the same files
 * @returns for each, where it is: `site.form`
 */
export function listOwnersChanges(root: Schema, before: unknown[], after: unknown[]): string[] {
  const node = getSchemaNode(root, root)
  const [old, now] = [before, after].map((files) => {
    const values = files.flatMap((file) => [...walk(node.resolve(file), file, '')])
    return groupBy(values, ({ place }) => place)
  })
  return [...new Set([...old!.keys(), ...now!.keys()])].filter((place) => {
    const [known, found] = [old!.get(place) ?? [], now!.get(place) ?? []].map((values) =>
      values.map(({ value }) => value),
    ) as [OwnersValue['value'][], OwnersValue['value'][]]
    const isNew = found.some((value) => value !== undefined && !known.includes(value))
    const left = [...found]
    const lost = known.filter((value) => {
      const index = left.indexOf(value)
      if (index >= 0) left.splice(index, 1)
      return index < 0 && value !== undefined
    })
    return isNew || lost.length > Math.max(0, known.length - found.length)
  })
}

function* walk(
  resolved: ResolvedNode | undefined,
  value: unknown,
  place: string,
): Generator<OwnersValue> {
  if (resolved?.schema.owner === true) {
    yield { place, value: JSON.stringify(value) }
  } else if (Array.isArray(value)) {
    for (const item of value) {
      const name = isRecord(item) && typeof item.id === 'string' ? `${place} ${item.id}` : place
      yield* walk(resolved?.items?.resolve(item), item, name)
    }
  } else if (resolved && isRecord(value)) {
    for (const [name, node] of resolved.properties)
      yield* walk(node.resolve(value[name]), value[name], place === '' ? name : `${place}.${name}`)
    // Pages and the like can get another name.
    for (const [name, each] of Object.entries(value))
      if (!resolved.properties.has(name))
        yield* walk(resolved.additional?.resolve(each), each, `${place}.*`)
  }
}
