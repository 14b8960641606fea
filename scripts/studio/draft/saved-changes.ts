/**
 * Changes that the studio has saved but not proposed yet.
 * @property files with the text that each had before, and the one that was saved last
 * @property labels of the steps, oldest first
 */
export type SavedChanges = {
  files: Map<string, { before: string; after: string }>
  labels: string[]
}
