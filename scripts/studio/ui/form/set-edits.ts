/** Where the values of a page of a set come from, and where an edit of them goes. */
import { slugify } from '../../../../schema/util/slugify.ts'
import { parseColumns } from '../../../../schema/sets/parse-columns.ts'
import { getAt } from '../../../../schema/util/records.ts'
import {
  listOverridden,
  locateOverride,
  showOverride,
  toTemplatePath,
  type Overridden,
  type OverridePlace,
} from '../../../edit/page-overrides.ts'
import {
  type JsonValue,
  applyToValue,
  nestValue,
  type Edit,
  type FileEdit,
} from '../../../edit/yaml-operations.ts'
import { type ValuePlace, isWithinPath, moveBelow } from '../../../edit/source-address.ts'
import type { RowCell, SetOfPage } from '../../../edit/describe/describe-set.ts'
import type { FormEdit } from './form-edit.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { toKey } from './paths.ts'

/** Where an edit goes: to the template, to the row of the page, or to an override of it alone. */
export type EditTarget = 'template' | 'row' | 'override'

/**
 * A page of a set as it is edited.
 * @property template as written
 * @property chosen where the author wants edits to go, by the place in the override
 */
export type OpenSet = SetOfPage & {
  address: ValuePlace
  template: JsonValue | undefined
  chosen: Readonly<Record<string, EditTarget>>
}

/**
 * Where one field of such a page comes from.
 * @property overridden what an override replaces here; its value may be null
 * @property target where an edit goes
 * @property targets where it can go; none where a list around the field decides
 */
export type FieldOrigin = {
  place: OverridePlace
  overridden?: Overridden
  cells: RowCell[]
  target: EditTarget
  targets: EditTarget[]
}

/** Describes a field. @param path in the template */
export function describeOrigin(set: OpenSet, path: Path): FieldOrigin {
  const { template, override, chosen } = set
  const place = locateOverride(template, override.value, path)
  const overridden = listOverridden(template, override.value).find((each) =>
    isWithinPath(path, each.path),
  )
  const own = chosen[toKey(place.steps)]
  const isOwn = own === undefined ? overridden?.value != null : own === 'override'
  const text = getAt(isOwn ? composeSetPage(set) : template, path)
  const cited = typeof text === 'string' ? findColumns(text) : []
  const cells = set.cells.filter(({ column }) => cited.includes(column))
  const isCell = cells.length === 1 && /^\{\{[^{}]*\}\}$/.test(String(text).trim())
  const isWhole = place.path.length === path.length
  const canUseRow = cells.some(({ address }) => address !== undefined)
  const now: EditTarget = overridden ? 'override' : isCell && canUseRow ? 'row' : 'template'
  return {
    place,
    ...(overridden && { overridden }),
    cells,
    target: own ?? (!isWhole && now === 'row' ? 'template' : now),
    targets: isWhole ? ['template', ...(canUseRow ? (['row'] as const) : []), 'override'] : [],
  }
}

/** The columns that a text cites, by the names of cells. */
const findColumns = (text: string): string[] =>
  parseColumns(text).flatMap((part) =>
    typeof part === 'object' && 'name' in part ? [part.name.split('.').map(slugify).join('.')] : [],
  )

/** Returns the page as the form shows it, with the values of its override where edits go there. */
export const composeSetPage = (set: OpenSet): JsonValue | undefined =>
  showOverride(set.template, set.override.value, (path) => {
    const { steps } = locateOverride(set.template, set.override.value, path)
    return (set.chosen[toKey(steps)] ?? 'override') === 'override'
  })

/** An edit of such a page. @property set the page after it */
export type SetEdit = {
  set: OpenSet
  operations: FileEdit[]
  selected?: Path
  label?: string
}

/**
 * Plans an edit of a field where the author wants it.
 * @param plan plans it for the template, or for the page as the form shows it
 */
export function planSetEdit(set: OpenSet, path: Path, plan: (root: unknown) => FormEdit): SetEdit {
  const { address } = set
  const { place, overridden, target } = describeOrigin(set, path)
  if (target !== 'override') {
    const { operation, ...selection } = plan(set.template)
    return {
      set: { ...set, template: applyToValue(set.template, [operation]) },
      operations: [moveBelow(address, operation)],
      ...selection,
    }
  }
  const shown = composeSetPage(set)
  const { operation, ...selection } = plan(shown)
  if (operation.kind === 'rename-key') return planOverrideRename(set, place, operation.name)
  const isDropped =
    operation.kind === 'remove' &&
    operation.path.length <= place.path.length &&
    getAt(set.template, place.path) === undefined
  if (isDropped && overridden) return { ...planReset(set, overridden), ...selection }
  const value = (getAt(applyToValue(shown, [operation]), place.path) ?? null) as JsonValue
  const isInside = operation.path.length > place.path.length && overridden?.value != null
  const named = addMissingId(set, place)
  const below = { file: set.override.file, path: [...set.override.path, ...place.steps] }
  const within = { ...operation, path: operation.path.slice(place.path.length) }
  return {
    set: {
      ...named.set,
      override: {
        ...set.override,
        value: applyToValue(set.override.value ?? {}, [{ kind: 'set', path: place.steps, value }]),
      },
      overrides: set.overrides + Number(set.override.value === undefined),
    },
    operations: isInside
      ? [moveBelow(below, within)]
      : [...named.operations, planOverride(set, place, value)],
    label: `Change ${String(path.at(-1))} of ${String(set.override.path.at(-1))} alone`,
    ...selection,
  }
}

/** Corrects the name of a property that only the override has. */
function planOverrideRename(set: OpenSet, { path, steps }: OverridePlace, name: string): SetEdit {
  const operation = { kind: 'rename-key', path: steps, name } as const
  const value = applyToValue(set.override.value, [operation])
  return {
    set: { ...set, override: { ...set.override, value } },
    operations: [moveBelow(set.override, operation)],
    selected: [...path.slice(0, -1), name],
  }
}

/** Gives the block an id, by which an override finds it. */
function addMissingId(
  set: OpenSet,
  { unnamed, steps }: OverridePlace,
): { set: OpenSet; operations: FileEdit[] } {
  if (!unnamed) return { set, operations: [] }
  const value = steps[unnamed.length - 1] as string
  const block = getAt(set.template, unnamed) as Record<string, JsonValue>
  const before = Object.keys(block).find((key) => key !== 'type')
  const operation: Edit = {
    kind: 'set',
    path: [...unnamed, 'id'],
    value,
    ...(before !== undefined && { before }),
  }
  return {
    set: { ...set, template: applyToValue(set.template, [operation]) },
    operations: [moveBelow(set.address, operation)],
  }
}

/** Writes a value in the override, and adds the maps around it that are missing. */
function planOverride(set: OpenSet, { steps }: OverridePlace, value: JsonValue): FileEdit {
  const { file, path } = set.override
  const route = String(path.at(-1))
  const overrides = set.overrides > 0 ? { [route]: set.override.value } : undefined
  const operation = nestValue({ overrides }, ['overrides', route, ...steps], value)
  return moveBelow({ file, path: path.slice(0, -2) }, operation)
}

/** Plans to remove an override of a field, with the maps around it that would be empty. */
export function planReset(set: OpenSet, { path }: Pick<Overridden, 'path'>): SetEdit {
  const { file, path: own } = set.override
  const { steps } = locateOverride(set.template, set.override.value, path)
  const route = String(own.at(-1))
  let depth = steps.length
  const countAt = (count: number) =>
    Object.keys((getAt(set.override.value, steps.slice(0, count)) ?? {}) as object).length
  while (depth > 0 && countAt(depth - 1) === 1) depth--
  const isLast = depth === 0 && set.overrides === 1
  const at = isLast ? own.slice(0, -1) : [...own, ...steps.slice(0, depth)]
  const removal = { kind: 'remove', path: steps.slice(0, depth) } as const
  const value = depth === 0 ? undefined : applyToValue(set.override.value, [removal])
  const { [toKey(steps)]: __, ...chosen } = set.chosen
  const { value: ___, ...address } = set.override
  return {
    set: {
      ...set,
      chosen,
      override: { ...address, ...(value !== undefined && { value }) },
      overrides: set.overrides - Number(depth === 0),
    },
    operations: [{ kind: 'remove', file, path: at }],
    label: `Use the template's ${String(path.at(-1))} on ${route}`,
  }
}

/** Locates the value that the form shows. @param path in the template */
export function locateShownValue(set: OpenSet, path: Path): ValuePlace {
  const { target, place, overridden } = describeOrigin(set, path)
  const { override, address } = set
  return target === 'override' && overridden
    ? {
        file: override.file,
        path: [...override.path, ...place.steps, ...path.slice(place.path.length)],
      }
    : { file: address.file, path: [...address.path, ...path] }
}

/** The path in the template of a value in the override of the page. */
export function findInOverride(set: OpenSet, { file, path }: ValuePlace): Path | undefined {
  const { override, template } = set
  return file === override.file && isWithinPath(path, override.path)
    ? toTemplatePath(template, override.value, path.slice(override.path.length))
    : undefined
}

/** The path of the first field that prints a cell of the row. */
export function findInRow(set: OpenSet, { file, path }: ValuePlace): Path | undefined {
  const cell = set.cells.find(
    ({ address }) => address?.file === file && isWithinPath(path, address.path),
  )
  return cell && findCitationPath(set.template, cell.column)
}

function findCitationPath(node: unknown, column: string): Path | undefined {
  if (typeof node === 'string') return findColumns(node).includes(column) ? [] : undefined
  if (typeof node !== 'object' || node === null) return undefined
  for (const [key, child] of Object.entries(node)) {
    const below = findCitationPath(child, column)
    if (below) return [Array.isArray(node) ? Number(key) : key, ...below]
  }
  return undefined
}
