/**
 * Overrides of pages of sets: where in an override a value of the template is replaced. For the
 * server and for the studio's page, whose paths are those of the template.
 */
import { findFreeName } from '../../schema/util/find-free-name.ts'
import { getAt, isRecord } from '../../schema/util/records.ts'
import { type JsonValue, applyToValue } from './yaml-operations.ts'
import type { Path } from '../../schema/problems/location.ts'

/**
 * Where an override has, or would have, a value.
 * @property path of the value that it replaces: a list whose entries have no ids is replaced whole
 * @property steps in the override: entries of lists by their ids
 * @property unnamed the block on the path that has no id yet
 */
export type OverridePlace = { path: Path; steps: Path; unnamed?: Path }

/** Finds where an override replaces the value at a path of the template. */
export function locateOverride(
  template: JsonValue | undefined,
  override: JsonValue | undefined,
  path: Path,
): OverridePlace {
  const steps: Path = []
  let [node, own] = [template, override]
  for (const [depth, step] of path.entries()) {
    if (Array.isArray(node) || Array.isArray(own)) {
      const entry = Array.isArray(node) ? node[Number(step)] : undefined
      const id = getId(entry)
      const isBlock = depth === 1 && path[0] === 'blocks' && isRecord(entry)
      if (Array.isArray(own) || (id === undefined && !isBlock))
        return { path: path.slice(0, depth), steps }
      if (id === undefined) {
        const name = nameBlock(entry as Record<string, JsonValue>, node as JsonValue[])
        const place = locateOverride(entry, undefined, path.slice(depth + 1))
        return {
          path: [...path.slice(0, depth + 1), ...place.path],
          steps: [...steps, name, ...place.steps],
          unnamed: path.slice(0, depth + 1),
        }
      }
      steps.push(id)
      ;[node, own] = [entry, getAt<JsonValue>(own, [id])]
    } else {
      steps.push(step)
      ;[node, own] = [getAt<JsonValue>(node, [step]), getAt<JsonValue>(own, [step])]
    }
  }
  return { path, steps }
}

const getId = (entry: JsonValue | undefined): string | undefined =>
  isRecord(entry) && typeof entry.id === 'string' ? entry.id : undefined

/** An id for a block that has none: its type, with a number if that is taken. */
function nameBlock({ type }: Record<string, JsonValue>, blocks: JsonValue[]): string {
  const taken = new Set(blocks.map(getId))
  return findFreeName(typeof type === 'string' ? type : 'block', (id) => taken.has(id))
}

/** A value that an override replaces. @property value as written; null leaves the property out */
export type Overridden = { path: Path; value: JsonValue }

/** Lists what an override replaces, with paths in the template. */
export function listOverridden(
  template: JsonValue | undefined,
  override: JsonValue | undefined,
  path: Path = [],
): Overridden[] {
  if (override === undefined) return []
  if (isRecord(override) && Array.isArray(template))
    return Object.entries(override).flatMap(([id, child]) => {
      const index = template.findIndex((entry) => getId(entry) === id)
      return index < 0 ? [] : listOverridden(template[index], child as JsonValue, [...path, index])
    })
  if (isRecord(override) && isRecord(template))
    return Object.entries(override).flatMap(([key, child]) =>
      listOverridden(getAt<JsonValue>(template, [key]), child as JsonValue, [...path, key]),
    )
  return [{ path, value: override }]
}

/**
 * The template with what a page replaces in it. What the page leaves out is kept, so paths stay the
 * same as in the template.
 * @param isShown whether an overridden value is shown; by default, all are
 */
export const showOverride = (
  template: JsonValue | undefined,
  override: JsonValue | undefined,
  isShown: (path: Path) => boolean = () => true,
): JsonValue | undefined =>
  listOverridden(template, override)
    .filter(({ path, value }) => value !== null && isShown(path))
    .reduce<JsonValue | undefined>(
      (shown, { path, value }) => applyToValue(shown, [{ kind: 'set', path, value }]),
      template,
    )

/** The path in the template of a value in an override. */
export function toTemplatePath(
  template: JsonValue | undefined,
  override: JsonValue | undefined,
  steps: Path,
): Path {
  const path: Path = []
  let [node, own] = [template, override]
  for (const step of steps) {
    const isById = Array.isArray(node) && isRecord(own)
    const index = isById ? (node as JsonValue[]).findIndex((entry) => getId(entry) === step) : -1
    path.push(index < 0 ? step : index)
    ;[node, own] = [getAt<JsonValue>(node, [path.at(-1)!]), getAt<JsonValue>(own, [step])]
  }
  return path
}
