import type { SourceOutline } from '../../../schema/source/source-outline.ts'
import type { SourceSummary } from '../../../schema/source/source-summary.ts'
import type { PageRecord } from '../cache/records.ts'
import type { SourceFile } from '../../../schema/source/types.ts'

/**
 * A source file, read now (`isNew`) or known from an earlier build.
 * @property pages The pages that this build renders or keeps.
 * @property records The records of its pages from an earlier build.
 */
export type LoadedSource = SourceFile & {
  summary: SourceSummary
  pages: SourceSummary['pages']
  records: Record<string, PageRecord>
  isNew: boolean
  /** Whether the worker that renders its pages still has to validate it. */
  isUnvalidated?: boolean
  /** The state of the file when it was read; see `getSettledState`. */
  state?: string
  /** The offsets of its pages if it is unvalidated. In an outline, they are only probable. */
  entryOffsets?: SourceOutline['entryOffsets']
}

/**
 * Reads one source file.
 * @param file The path relative to the site's folder.
 * @param outline The outline, if it was read before.
 * @returns The error of the file system if the file cannot be read.
 */
export type SourceReader = (
  path: string,
  file: string,
  outline?: LoadedSource,
) => Promise<LoadedSource | NodeJS.ErrnoException>
