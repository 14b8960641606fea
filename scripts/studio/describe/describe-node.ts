import type { ReadSite } from '../../dev/dev-session.ts'
import { findNode, tryParseTree } from '../../edit/yaml/find-node.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import { getValue } from '../operations/apply-operations.ts'
import type { NodeAddress, NodeDetails } from '../protocol.ts'
import { findSchema } from './find-schema.ts'
import { countSetPages, findSet } from './list-pages.ts'

/**
 * Describes a value for its form: what it is, what may be there, and where an edit is written.
 * @param text the file of the address, with the unsaved edits
 * @param route of the page on which it is edited
 * @throws StudioFailure
 */
export function describeNode(
  site: ReadSite,
  { file, path }: NodeAddress,
  text: string,
  route?: string,
): Omit<NodeDetails, 'version'> {
  const tree = tryParseTree(text)
  if (!tree) throw new StudioFailure('refused', `${file} is not valid YAML. Correct it there.`)
  const root = getValue(file, text, [])
  const value = getValue(file, text, path)
  const { schema: siteSchema, merged } = site.input.shared
  const schema = findSchema(siteSchema, root, path)
  if (!schema) throw new StudioFailure('not-found', `${file} has no place for ${path.join('.')}.`)
  const page = route === undefined ? undefined : merged.pages.get(route)
  const set = page && findSet(site, page)
  const isTemplate = set && path[0] === 'sets' && path[2] === 'page'
  return {
    address: { file, path },
    ...(value !== undefined && { value }),
    schema: schema.pointer,
    ...explainLocked(() => value !== undefined && findNode(file, tree, path)),
    ...(isTemplate && {
      homes: [
        { kind: 'template', address: { file, path }, pages: countSetPages(site, set.route) },
        {
          kind: 'override',
          address: { file, path: [...set.path, 'overrides', route!, ...path.slice(3)] },
          pages: 1,
        },
      ],
    }),
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
