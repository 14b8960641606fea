import { groupBy } from '../../schema/util/group-by.ts'
import { asRecord, isRecord } from '../../schema/util/records.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import { getSchemaNode, type ResolvedNode } from '../../schema/validate/walk-schema.ts'
import { RequestFailure } from './request-failure.ts'
import { tryGetValue } from './apply-operations.ts'
import { isCsv } from './edit-csv.ts'
import { listOverridden } from './page-overrides.ts'
import type { FileChange } from './text-edits.ts'
import { applyToValue, type JsonValue } from './yaml-operations.ts'

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

/** Says of each setting that only the owner decides whether changes differ in it. */
export function explainOwnersChanges(schema: Schema, changes: FileChange[]): string[] {
  const files = changes.filter(({ file }) => !isCsv(file))
  const [before, after] = [
    files.map((change) => showTemplates(tryGetValue(change.file, change.before))),
    files.map((change) => showTemplates(tryGetValue(change.file, change.after))),
  ]
  return listOwnersChanges(schema, before, after).map(
    (name) => `${name} is for the owner to decide.`,
  )
}

/** A file with the templates of its sets as pages, and so with each override: they have no schema. */
export function showTemplates(file: JsonValue | undefined): unknown {
  if (!isRecord(file) || !isRecord(file.sets)) return file
  const pages = Object.entries(file.sets).flatMap(([route, set]) => {
    const { page: template, overrides } = asRecord(set) as Record<string, JsonValue>
    const others = Object.entries(asRecord(overrides)).map(([name, override]) => [
      `${route} ${name}`,
      listOverridden(template, override as JsonValue).reduce(
        // What is deleted is null, which no other template has.
        (page, { path, value }) => applyToValue(page, [{ kind: 'set', path, value }]),
        template,
      ),
    ])
    return [[route, template], ...others]
  })
  return { ...file, pages: { ...asRecord(file.pages), ...Object.fromEntries(pages) } }
}

/** @throws RequestFailure if somebody who may not publish changes what only the owner decides */
export function assertOwnersValues(schema: Schema, changes: FileChange[]): void {
  const reasons = explainOwnersChanges(schema, changes)
  if (reasons.length > 0)
    throw new RequestFailure(
      'forbidden',
      `${reasons.join(' ')} Tell somebody who may publish what you would change, and why.`,
    )
}

/**
 * Refuses comments in the name of somebody else. Others may be resolved, moved and deleted.
 * @param texts of all files, as they are
 * @param name of the person who edits
 * @throws RequestFailure
 */
export function assertOwnComments(
  texts: ReadonlyMap<string, string>,
  changes: FileChange[],
  name: string,
): void {
  // A key may be written with escapes.
  const changed = changes.filter(({ after }) => /comments|\\/.test(after))
  const isOther = (comment: string) => (JSON.parse(comment) as unknown[])[1] !== name
  const others = changed.flatMap(({ file, after }) => listSigned(file, after).filter(isOther))
  if (others.length === 0) return
  const known = new Set([...texts].flatMap(([file, text]) => listSigned(file, text)))
  if (others.some((comment) => !known.has(comment)))
    throw new RequestFailure(
      'refused',
      `A comment is signed by the one who writes it: by: ${name}. What others have written stays as it is.`,
    )
}

/** What its author says in each comment, as text to compare. */
function listSigned(file: string, text: string): string[] {
  const { comments } = asRecord(tryGetValue(file, text))
  if (!Array.isArray(comments)) return []
  return comments.map((each) => {
    const { text, by, on } = asRecord(each)
    return JSON.stringify([text, by, on])
  })
}
