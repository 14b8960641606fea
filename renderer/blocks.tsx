import { Suspense, type ComponentType } from 'react'
import { registry } from '../blocks/registry.gen.ts'
import type { Block } from '../schema/types.gen.ts'

/**
 * Renders the blocks of a page with the component of each block's type. Nothing suspends: the
 * boundaries let React hydrate blocks one by one, starting with the one that the visitor uses.
 * @param props.isPlain omits the boundaries, for pages that are never hydrated
 */
export function Blocks({ blocks, isPlain = false }: { blocks: Block[]; isPlain?: boolean }) {
  return blocks.map((block, index) => {
    // TypeScript cannot infer from the lookup that the component matches the block's type.
    const Component = registry[block.type] as ComponentType<Block> | undefined
    // An unknown type can only occur in development; a build reports it as an error.
    if (!Component) return null
    return isPlain ? (
      <Component key={index} {...block} />
    ) : (
      <Suspense key={index}>
        <Component {...block} />
      </Suspense>
    )
  })
}
