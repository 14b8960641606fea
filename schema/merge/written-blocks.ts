import { type SourceLocation, locateChild } from '../problems/location.ts'
import { asList, isRecord, type UnknownRecord } from '../util/records.ts'

/**
 * Lists the blocks of a page as written, which may not match the schema, with their locations.
 * @param type only blocks of this type
 */
export const listWrittenBlocks = (
  { blocks }: UnknownRecord,
  page: SourceLocation,
  type?: string,
): { block: UnknownRecord; location: SourceLocation }[] =>
  asList(blocks).flatMap((block, index) =>
    isRecord(block) && (type === undefined || block.type === type)
      ? [{ block, location: locateChild(page, 'blocks', index) }]
      : [],
  )
