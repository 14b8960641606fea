import type { DraftedSite } from '../../edit/drafted-site.ts'
import { findNode, tryParseTree } from '../../edit/yaml/find-node.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import { getValue } from '../../edit/apply-operations.ts'
import type { NodeAddress } from '../../edit/source-address.ts'

import { isRecord } from '../../../schema/util/records.ts'
import type { Schema } from '../../../schema/validate/json-schema.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { Path } from '../../../schema/problems/position.ts'

/** `GET node?address=` */
export type NodeDetails = {
  version: number
  address: NodeAddress
  /** As written, including citations and Markdown. Undefined if the property is not set. */
  value?: JsonValue
  /** A JSON pointer into `GET schema`, such as `#/$defs/hero-block`. */
  schema: string
  /** Why it cannot be edited, such as an anchor that other values share. */
  locked?: string
}

/** Describes a value for its form: what it is, and what may be there. @throws RequestFailure */
export async function describeNode(
  { site, draft }: DraftedSite,
  { file, path }: NodeAddress,
): Promise<NodeDetails> {
  const text = await draft.readText(file)
  const tree = tryParseTree(text)
  if (!tree) throw new RequestFailure('refused', `${file} is not valid YAML. Correct it there.`)
  const root = getValue(file, text, [])
  const value = getValue(file, text, path)
  const schema = findSchema(site.input.shared.schema, root, path)
  if (!schema) throw new RequestFailure('not-found', `${file} has no place for ${path.join('.')}.`)
  return {
    version: draft.version,
    address: { file, path },
    ...(value !== undefined && { value }),
    schema: schema.pointer,
    ...explainLocked(() => value !== undefined && findNode(file, tree, path)),
  }
}

/** @returns why a value cannot be edited in the studio, if it cannot. */
function explainLocked(find: () => unknown): { locked?: string } {
  try {
    find()
    return {}
  } catch (error) {
    return { locked: (error as Error).message.replace(' Nothing was written.', '') }
  }
}

type Found = { pointer: string; schema: Schema }

/**
 * Finds the schema of a value in a file.
 * @param value of the file
 * @returns a JSON pointer into the schema of the site
 */
function findSchema(root: Schema, value: JsonValue | undefined, path: Path): Found | undefined {
  let found: Found | undefined = { pointer: '#', schema: root }
  let node: JsonValue | undefined = value
  for (const step of path) {
    found = found && findChild(root, resolveBranch(root, found, node), step)
    node = isRecord(node) || Array.isArray(node) ? (node as never)[step] : undefined
  }
  return found && followDiscriminator(root, found, node)
}

const encode = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

function findChild(root: Schema, from: Found | undefined, step: string | number) {
  if (!from) return undefined
  const { pointer, schema } = from
  const { properties, items, additionalProperties } = schema
  if (typeof step === 'number' || (items && !properties))
    return items && { pointer: `${pointer}/items`, schema: items }
  const own = properties?.[step]
  if (own) return { pointer: `${pointer}/properties/${encode(step)}`, schema: own }
  return isRecord(additionalProperties)
    ? { pointer: `${pointer}/additionalProperties`, schema: additionalProperties as Schema }
    : // The template of a set is a page.
      findTemplate(root, pointer, step)
}

/** Templates and overrides of sets are partial pages, which the schema leaves open. */
function findTemplate(root: Schema, pointer: string, step: string): Found | undefined {
  const page = root.$defs?.page?.properties?.[step]
  return /^#\/\$defs\/page-set\/properties\/(?:page|overrides\/additionalProperties)$/.test(
    pointer,
  ) && page
    ? { pointer: `#/$defs/page/properties/${encode(step)}`, schema: page }
    : undefined
}

/** Follows references, and selects a branch by the value. */
function resolveBranch(
  root: Schema,
  found: Found,
  value: JsonValue | undefined,
): Found | undefined {
  const { schema } = found
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.replace('#/$defs/', '')]
    return target && resolveBranch(root, { pointer: schema.$ref, schema: target }, value)
  }
  if (!schema.discriminator) return found
  const { propertyName } = schema.discriminator
  const tag = isRecord(value) ? value[propertyName] : undefined
  for (const branch of schema.oneOf ?? []) {
    const target = resolveBranch(root, { pointer: found.pointer, schema: branch }, value)
    if (target?.schema.properties?.[propertyName]?.const === tag) return target
  }
  return undefined
}

/**
 * A block is described by the schema of its type, and any other value by the property that holds
 * it.
 */
function followDiscriminator(
  root: Schema,
  found: Found,
  value: JsonValue | undefined,
): Found | undefined {
  const target = resolveBranch(root, found, value)
  return found.schema.$ref === '#/$defs/block' || found.schema.discriminator
    ? (target ?? found)
    : found
}
