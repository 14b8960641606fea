import { isAlias, isCollection, isMap, isNode, isScalar, isSeq, visit } from 'yaml'
import type { Document, Node, Pair, YAMLMap, YAMLSeq } from 'yaml'
import {
  getNodeRange,
  isMergePair,
  parseRecent,
  type YamlTree,
} from '../../../schema/source/positions.ts'
import { type Path, formatFileLine } from '../../../schema/problems/location.ts'
import { UserError } from '../../shared/user-error.ts'

export type Collection = YAMLMap<Node, Node | null> | YAMLSeq<Node>

/**
 * A node, the entry that contains it, and the collection that contains the entry.
 * @property pair if the collection is a map
 */
type FoundNode = {
  node: Node | null
  pair?: Pair<Node, Node | null>
  parent?: Collection
}

/** @throws UserError if the text is not valid YAML */
export function parseTree(file: string, text: string): YamlTree {
  const tree = tryParseTree(text)
  if (!tree)
    throw new UserError(
      `${file} is not valid YAML, so nothing in it can be changed: correct its mistake first.`,
    )
  return tree
}

/** @returns undefined if the text is not valid YAML */
export function tryParseTree(text: string): YamlTree | undefined {
  const tree = parseRecent(text)
  return tree?.document.errors.length === 0 ? tree : undefined
}

/**
 * Finds the node at a path.
 * @throws UserError if there is none, or if an edit of it would change other values, too
 */
export function findNode(file: string, { document, text, lines }: YamlTree, path: Path): FoundNode {
  const fail = (why: string, at: unknown): never => {
    const place = lines.linePos(Math.min(getNodeRange(at)?.[0] ?? 0, text.length))
    throw new UserError(`${formatFileLine({ file, ...place })} ${why}. Nothing was written.`)
  }
  let found: FoundNode = { node: document.contents as Node }
  const refuse = () => {
    const reason = found.node && explainShared(found.node)
    if (reason) fail(reason, found.node)
  }
  refuse()
  for (const step of path) {
    const { node } = found
    const { pair, child } = findChild(node, step)
    if (!pair && !isNode(child)) {
      const isMerged = isMap(node) && node.items.some(isMergePair)
      const why = isMerged
        ? 'takes this value from another place with <<, so it is not edited here'
        : `has no ${path.join('.')}`
      return fail(why, node)
    }
    found = { node: child as Node, ...(pair && { pair }), parent: node as Collection }
    refuse()
  }
  return found
}

/** Refuses to move or replace a node that contains an anchor, an alias or a tag. */
export function assertPlain(file: string, { lines }: YamlTree, node: Node | null): void {
  if (!node) return
  visit(node, {
    Node(_, child) {
      const reason = explainShared(child as Node)
      if (!reason) return
      const place = lines.linePos(getNodeRange(child)?.[0] ?? 0)
      throw new UserError(`${formatFileLine({ file, ...place })} ${reason}. Nothing was written.`)
    },
  })
}

/** @returns why a node is not edited, or undefined */
function explainShared(node: Node): string | undefined {
  if (isAlias(node))
    return `takes its value from the anchor &${node.source}, so it is not edited here`
  if (!isScalar(node) && !isCollection(node)) return undefined
  if (node.anchor !== undefined)
    return `is shared through the anchor &${node.anchor}, so an edit would change more`
  return node.tag === undefined ? undefined : `has the tag ${node.tag}, so it is not edited here`
}

export const findPair = (map: YAMLMap, key: string | number) =>
  map.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key)) as
    | Pair<Node, Node | null>
    | undefined

/** Finds the value of a map or list at a step of a path. @returns pair if it is a map */
export function findChild(
  node: unknown,
  step: string | number,
): { pair?: Pair<Node, Node | null> | undefined; child: unknown } {
  if (isSeq(node)) return { child: node.items[Number(step)] }
  const pair = isMap(node) ? findPair(node as YAMLMap, step) : undefined
  return { pair, child: pair?.value }
}

/**
 * Whether flow style is required at a node, because it or a collection around it is in brackets.
 */
export function isInFlow(document: Document, path: Path): boolean {
  let node: unknown = document.contents
  for (const step of path) {
    if (isCollection(node) && node.flow) return true
    node = findChild(node, step).child
  }
  return false
}
