import { Suspense, type ComponentType } from 'react'
import { registry } from '../blocks/registry.gen.ts'
import type { Block } from '../schema/types.gen.ts'

/**
 * The generic renderer: each block by the component of its type, in order. Nothing in it waits for anything: the boundaries
 * let React hydrate one block at a time, and the one that a visitor touches first.
 */
export function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => {
    // The registry holds the right component for each type; TypeScript cannot follow that through the lookup.
    const Component = registry[block.type] as ComponentType<Block>
    return (
      <Suspense key={index}>
        <Component {...block} />
      </Suspense>
    )
  })
}
