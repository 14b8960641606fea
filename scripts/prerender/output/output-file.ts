/** A file of the built site. `path` starts with a slash and is relative to the output folder. */
export type OutputFile = { path: string; content: string | Uint8Array }

/** A file of the output, with the stats that reveal whether it was changed after it was written. */
export type WrittenFile = { path: string; size: number; modifiedMs: number }

/** Checks whether files of an output are unchanged since they were written. */
export type FileCheck = { isAsWritten(file: WrittenFile): boolean }
