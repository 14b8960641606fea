import type { Path } from '../../problems/location.ts'
import { asList, isRecord, type UnknownRecord } from '../../util/records.ts'
import { resolveSchema, walkSchema, type SchemaVisitor } from '../../validate/walk-schema.ts'
import type { Schema } from '../../validate/json-schema.ts'
import { splitCitedName, type Unpublishable } from '../../facts/facts.ts'
import { parseCitations } from '../parse-citations.ts'

/**
 * Why something cannot be published as it is: it is marked as a placeholder, or it cites a fact
 * that is a placeholder, or a claim without evidence.
 * @property path relative to the page or section
 * @property fact the name of the cited fact
 */
export type PlaceholderUse = { path: Path; fact?: string; why?: Unpublishable }

/** What a published page or section leaves out, and what prevents it from being published. */
export type Omissions = {
  /** The paths that are left out, as keys of `toPathKey`. */
  omitted: Set<string>
  /** The placeholders because of which something is left out. */
  causes: PlaceholderUse[]
  /** The placeholders that cannot be left out, and must be filled in before publishing. */
  unfilled: PlaceholderUse[]
}

/** Writes a path as the key of a set. */
export const toPathKey = (path: Path): string => path.join('\n')

type OmissionContext = {
  schema: Schema
  /** Explains why a fact cannot be published, if it cannot. */
  explainFact(name: string, reading?: string): Unpublishable | undefined
  /** Whether a block has nothing to print, such as the opening hours that are left out. */
  isEmpty?(block: UnknownRecord): boolean
}

const citedFormats = new Set(['text', 'markdown'])

/**
 * Plans what a published site leaves out: objects marked `placeholder: true`, and texts that cite a
 * fact that cannot be published. If the schema requires the object or text, the object around it is
 * left out instead, and so on up to the block. A block is kept if it has the main heading of its
 * page, or if one of its own texts cites a placeholder.
 */
class OmissionPlanner {
  readonly omissions: Omissions = { omitted: new Set(), causes: [], unfilled: [] }
  readonly #context: OmissionContext

  constructor(context: OmissionContext) {
    this.#context = context
  }

  /** Plans the omissions in a value that cannot be left out itself. */
  keep(schema: Schema | string, value: unknown, path: Path): void {
    this.omissions.unfilled.push(...this.#visit(schema, value, path))
  }

  planBlock(block: unknown, path: Path): void {
    const { schema } = this.#context
    const resolved = resolveSchema(schema, 'block', block)
    if (!resolved || !isRecord(block)) return
    const uses = this.#visit(resolved, block, path)
    // The cause is elsewhere, where it is reported.
    const isEmpty = this.#context.isEmpty?.(block) === true
    if (uses.length === 0 && !isEmpty) return
    const hasMainHeading = Object.values(resolved.properties ?? {}).some(({ h1 }) => h1)
    const needsText = uses.some(
      (use) => use.fact !== undefined && isDirectText(block, use.path, path),
    )
    if (hasMainHeading || needsText) this.omissions.unfilled.push(...uses)
    else this.omit(path, uses)
  }

  omit(path: Path, uses: PlaceholderUse[]): void {
    this.omissions.omitted.add(toPathKey(path))
    this.omissions.causes.push(...uses)
  }

  /** @returns the placeholders that require the value to be left out; empty if it can be kept */
  #visit(schema: Schema | string, value: unknown, path: Path): PlaceholderUse[] {
    const resolved = resolveSchema(this.#context.schema, schema, value)
    if (!resolved) return []
    if (typeof value === 'string') return this.#visitText(resolved, value, path)
    if (Array.isArray(value)) return this.#visitList(resolved, value, path)
    return isRecord(value) ? this.#visitObject(resolved, value, path) : []
  }

  #visitText({ format = '' }: Schema, value: string, path: Path): PlaceholderUse[] {
    const cited =
      format === 'fact' || format === 'fact-table'
        ? [splitCitedName(value)]
        : citedFormats.has(format) && value.includes('${')
          ? parseCitations(value).filter((part) => typeof part === 'object' && 'name' in part)
          : []
    for (const { name, reading } of cited) {
      const why = this.#context.explainFact(name, reading)
      if (why !== undefined) return [{ path, fact: name, why }]
    }
    return []
  }

  #visitList({ items, minItems = 1, countOf }: Schema, list: unknown[], path: Path) {
    if (!items) return []
    const found = list.map((item, index) => this.#visit(items, item, [...path, index]))
    const bad = found.flatMap((uses, index) => (uses.length > 0 ? [{ uses, index }] : []))
    const isCounted = countOf !== undefined
    const tooFew = list.length - bad.length < Number(minItems)
    if (bad.length > 0 && (isCounted || tooFew)) return bad.flatMap(({ uses }) => uses)
    for (const { uses, index } of bad) this.omit([...path, index], uses)
    return []
  }

  #visitObject(
    { properties = {}, additionalProperties, required }: Schema,
    object: UnknownRecord,
    path: Path,
  ): PlaceholderUse[] {
    if (object.placeholder === true) return [{ path: [...path, 'placeholder'] }]
    const needed = new Set(asList(required))
    const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined
    return Object.entries(object).flatMap(([key, child]) => {
      const schema = properties[key] ?? rest
      const uses = schema ? this.#visit(schema, child, [...path, key]) : []
      // A list that is written instead of a derived one is not replaced by it.
      const isList = schema?.derived !== undefined && Array.isArray(child)
      if (uses.length === 0 || needed.has(key) || isList) return uses
      this.omit([...path, key], uses)
      return []
    })
  }
}

/** Whether a path leads to a text directly in an object, not in one of its lists or objects. */
const isDirectText = (object: UnknownRecord, path: Path, base: Path): boolean =>
  path.length === base.length + 1 && typeof object[String(path.at(-1))] === 'string'

/**
 * Plans what is left out of a page. Its other properties, such as the title, are always kept, though
 * what is in them may be left out.
 */
export function planPageOmissions(raw: UnknownRecord, context: OmissionContext): Omissions {
  const planner = new OmissionPlanner(context)
  const { properties = {} } = context.schema.$defs?.page ?? {}
  const { unfilled, omitted } = planner.omissions
  if (raw.placeholder === true) unfilled.push({ path: ['placeholder'] })
  for (const [key, value] of Object.entries(raw)) {
    const property = properties[key]
    if (key === 'blocks' && Array.isArray(value))
      for (const [index, block] of value.entries()) planner.planBlock(block, ['blocks', index])
    else if (property) planner.keep(property, value, [key])
  }
  return omitted.size + unfilled.length === 0 ? noOmissions : planner.omissions
}

/** Plans what is left out of the settings, or of the header and the footer. */
export function planSectionOmissions(
  definition: 'site' | 'navigation' | 'site-language',
  value: unknown,
  context: OmissionContext,
): Omissions {
  const planner = new OmissionPlanner(context)
  planner.keep(definition, value, [])
  return planner.omissions
}

/** Plans to leave out blocks that have nothing to print, on a page that keeps its placeholders. */
export function omitBlocks(
  { blocks }: UnknownRecord,
  isEmpty: (block: UnknownRecord) => boolean,
): Omissions {
  const empty = asList(blocks).flatMap((block: unknown, index) =>
    isRecord(block) && isEmpty(block) ? [toPathKey(['blocks', index])] : [],
  )
  return empty.length === 0 ? noOmissions : { ...noOmissions, omitted: new Set(empty) }
}

/** Shared by all pages without placeholders. */
export const noOmissions: Omissions = { omitted: new Set(), causes: [], unfilled: [] }

/** Leaves out what is omitted from a value whose path has this length, as the callback of a walk. */
export const leaveOut = ({ omitted }: Omissions, depth: number): Pick<SchemaVisitor, 'omits'> =>
  omitted.size === 0 ? {} : { omits: (path) => omitted.has(toPathKey(path.slice(depth))) }

/**
 * Removes what is left out from the blocks of an entry. An omitted block becomes undefined, so that
 * the others keep their indexes.
 */
export function pruneBlocks(raw: UnknownRecord, omissions: Omissions, schema: Schema) {
  const visit = { ...leaveOut(omissions, 0), string: (_: string, text: string) => text }
  const blocks = asList(raw.blocks).map((block, index) =>
    visit.omits?.(['blocks', index])
      ? undefined
      : walkSchema(schema, 'block', block, ['blocks', index], visit),
  )
  return visit.omits ? { ...raw, blocks } : raw
}
