import { Suspense, type ComponentType } from 'react'
import { registry } from '../blocks/registry.gen.ts'
import type { Block } from '../schema/types.gen.ts'

/**
 * The generic renderer: each block by the component of its type, in order. Nothing in it waits for anything: the boundaries
 * let React hydrate one block at a time, and the one that a visitor touches first.
 * @param isPlain where nothing is ever hydrated: boundaries then leave no mark, and cost their time.
 */
export function Blocks({ blocks, isPlain = false }: { blocks: Block[]; isPlain?: boolean }) {
  return blocks.map((block, index) => {
    // The registry holds the right component for each type; TypeScript cannot follow that through the lookup.
    const Component = registry[block.type] as ComponentType<Block> | undefined
    // While a site is edited, a type may be misspelt; a build has refused it by then.
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
