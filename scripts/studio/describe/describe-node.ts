import type { ReadSite } from '../../dev/dev-session.ts'
import { findNode, tryParseTree } from '../../edit/yaml/find-node.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import { getValue } from '../operations/apply-operations.ts'
import type { NodeAddress } from '../source-address.ts'
import type { NodeDetails } from '../protocol.ts'
import { findSchema } from './find-schema.ts'

/**
 * Describes a value for its form: what it is, and what may be there.
 * @param text the file of the address, with the unsaved edits
 * @throws StudioFailure
 */
export function describeNode(
  site: ReadSite,
  { file, path }: NodeAddress,
  text: string,
): Omit<NodeDetails, 'version'> {
  const tree = tryParseTree(text)
  if (!tree) throw new StudioFailure('refused', `${file} is not valid YAML. Correct it there.`)
  const root = getValue(file, text, [])
  const value = getValue(file, text, path)
  const schema = findSchema(site.input.shared.schema, root, path)
  if (!schema) throw new StudioFailure('not-found', `${file} has no place for ${path.join('.')}.`)
  return {
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
