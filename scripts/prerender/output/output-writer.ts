/** How the files of an update reach the output folder. */
export type OutputWriter = {
  /** Where new files are written. */
  folder: string
  /**
   * Shows new files before the update is checked. Only a writer that changes files in place can do
   * this.
   */
  preview?(written: string[]): void
  /**
   * Publishes an update. Afterwards the output contains only these files.
   * @param kept paths that stay as they are. @param written paths of new files in `folder`.
   */
  commit(kept: string[], written: string[]): Promise<void>
  /** Publishes a single new file with one rename. Every other file stays as it is. */
  replaceFile(path: string): void
  /** Leaves the output as it was. */
  discard(): Promise<void>
}
