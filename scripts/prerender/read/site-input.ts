import type { SourceRecord } from '../cache/records.ts'
import type { PublicFolder } from '../../../schema/source/list-public-files.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import type { ContentDates } from '../../../schema/source/content-dates.ts'
import type { SharedInput } from '../make/page-types.ts'
import type { LoadedSource } from './loaded-source.ts'
import type { Problem } from '../../../schema/problems/types.ts'

/** Everything that a build reads before it renders pages. */
export type SiteInput = {
  /** The source files, then the sets. */
  sources: LoadedSource[]
  shared: SharedSite
  /** `shared` as plain data, which can be sent to threads. */
  plainInput: SharedInput
  publicFolder: PublicFolder
  dates: ContentDates
  problems: Problem[]
  /** The hash of each row file, by the name that sets refer to it with. */
  rowFiles: Map<string, string>
  /** The hash of each file that affects pages. */
  content: Record<string, string>
}

/** The records of sets from earlier builds. */
export type SetCache = {
  /** The folder that stores the entries of sets. */
  setEntries: string
  readSource(file: string): Promise<SourceRecord | undefined>
}
