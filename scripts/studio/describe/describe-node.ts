import type { DraftedSite } from '../../edit/drafted-site.ts'
import { findNode, tryParseTree } from '../../edit/yaml/find-node.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import { getValue } from '../../edit/apply-operations.ts'
import type { ValuePlace } from '../../edit/source-address.ts'
import { UserError } from '../../shared/user-error.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'

/** `GET node?address=` */
export type NodeDetails = {
  address: ValuePlace
  /** As written, including citations and Markdown. Undefined if the property is not set. */
  value?: JsonValue
  /** Why it cannot be edited, such as an anchor that other values share. */
  locked?: string
}

/** Describes a value for its form. @throws RequestFailure */
export async function describeNode(
  { draft }: DraftedSite,
  address: ValuePlace,
): Promise<NodeDetails> {
  const { file, path } = address
  const text = await draft.readText(file)
  const tree = tryParseTree(text)
  if (!tree) throw new RequestFailure('refused', `${file} is not valid YAML. Correct it there.`)
  const value = getValue(file, text, path)
  try {
    if (value !== undefined) findNode(file, tree, path)
    return { address, value }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { address, value, locked: error.message.replace(' Nothing was written.', '') }
  }
}
