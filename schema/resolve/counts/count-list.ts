import type { Path } from '../../problems/location.ts'
import { asList, isRecord, type UnknownRecord } from '../../util/records.ts'
import { resolveSchema } from '../../validate/schema-nodes.ts'
import type { Schema } from '../../validate/json-schema.ts'

/**
 * Counts the lists in a page's blocks as written, for `${count:this}` and `${count:#id}`.
 * @param raw the entry of the page
 */
export function createCountableLists(schema: Schema, raw: UnknownRecord) {
  const { blocks } = raw
  const labelProperty = typeof raw.label === 'string' ? 'label' : 'title'
  const all = asList(blocks).filter(isRecord)
  return {
    /** Counts the entries of the list in the block that contains a text. */
    countOwn(path: Path): number | undefined {
      const index = path[path.indexOf('blocks') + 1]
      const block = Array.isArray(blocks) ? blocks[Number(index)] : undefined
      return isRecord(block) ? countEntries(schema, block) : undefined
    },
    /** Counts the entries of the list in the block with an id. */
    countById(id: string): number | undefined {
      const block = all.find((each) => each.id === id)
      return block && countEntries(schema, block)
    },
    /**
     * Whether a text is the short name of the page, which other pages show, where its lists are
     * unknown.
     */
    isLabel: ({ length, 2: property }: Path) => length === 3 && property === labelProperty,
    /** Lists the ids of blocks that have a list. */
    listIds: () =>
      all.flatMap((block) =>
        typeof block.id === 'string' && countEntries(schema, block) !== undefined ? [block.id] : [],
      ),
  }
}

/**
 * Counts the entries of a block's list: the only list that the block requires or, if it requires
 * none, the only one it has. In a list of lists, the entries of the inner lists are counted.
 */
function countEntries(schema: Schema, block: UnknownRecord): number | undefined {
  const rule = resolveSchema(schema, { $ref: '#/$defs/block' }, block)
  const lists = Object.entries(rule?.properties ?? {}).filter(([, { type }]) =>
    [type].flat().includes('array'),
  )
  const required = lists.filter(([name]) => getRequiredNames(rule!).includes(name))
  const present = lists.filter(([name]) => Array.isArray(block[name]))
  const candidates = required.length > 0 ? required : present
  // A table with columns is counted by its rows.
  const rows = candidates.filter(([name]) => name === 'rows')
  const [list, ...more] = rows.length > 0 ? rows : candidates
  const entries = list && block[list[0]]
  if (!list || more.length > 0 || !Array.isArray(entries)) return undefined
  const [inner, ...others] = getRequiredNames(list[1].items ?? {})
  if (inner === undefined || others.length > 0) return entries.length
  const parts = entries.map((entry) => (isRecord(entry) ? entry[inner] : undefined))
  return parts.every((part) => Array.isArray(part)) ? parts.flat().length : entries.length
}

const getRequiredNames = ({ required }: Schema): string[] =>
  Array.isArray(required) ? (required as string[]) : []
