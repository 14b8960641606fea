import { memoize } from '../../../schema/util/memoize.ts'
import type { PageMarks } from '../../../renderer/dev/studio/page-marks.ts'
import type { PageData } from '../../../schema/page-data.ts'
import type { Block } from '../../../schema/types.gen.ts'
import { isRecord } from '../../../schema/util/records.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { type NodeAddress, formatAddress } from '../../edit/source-address.ts'
import type { Path } from '../../../schema/problems/position.ts'
import { markBlock, type BlockMarks } from './mark-block.ts'

/** Renders each block separately, with the current components. */
export type RenderBlocks = (blocks: Block[], bookingRoutes: string[]) => string[]

/** Enough for the blocks of a few pages. */
const maxKnown = 500

/** Marks pages, and keeps the marks of blocks that have not changed. */
export class PageMarker {
  readonly #known = new Map<string, BlockMarks>()

  /**
   * @param raw the blocks as written
   * @param address of the list of blocks
   * @param toSourcePath converts a path below the list to the path in the file
   */
  mark(
    raw: JsonValue[],
    { blocks }: PageData,
    { file, path }: NodeAddress,
    render: (block: Block) => string,
    toSourcePath: (below: Path) => Path = (below) => below,
  ): PageMarks {
    const written = alignBlocks(raw, blocks)
    return {
      blocks: blocks.map((block, index) => {
        const place = written[index]
        const toAddress = (below: Path) =>
          formatAddress({ file, path: [...path, ...toSourcePath([place ?? index, ...below])] })
        const { elements, fields } = this.#markBlock(raw[place ?? -1] ?? null, block, render)
        return {
          address: toAddress([]),
          elements,
          fields: fields.map(({ at, tag, path: below }) => ({
            at,
            tag,
            address: toAddress(below),
          })),
        }
      }),
    }
  }

  #markBlock(raw: JsonValue, block: Block, render: (block: Block) => string): BlockMarks {
    const key = JSON.stringify([raw, block])
    return memoize(this.#known, key, maxKnown, () => markBlock(raw, block, render))
  }
}

/**
 * On a page of a set, blocks of the template may be missing. @returns the index of each as written
 */
function alignBlocks(raw: JsonValue[], blocks: Block[]): (number | undefined)[] {
  if (raw.length === blocks.length) return blocks.map((_, index) => index)
  let next = 0
  return blocks.map(({ type }) => {
    const index = raw.findIndex((each, at) => at >= next && isRecord(each) && each.type === type)
    if (index < 0) return undefined
    next = index + 1
    return index
  })
}
