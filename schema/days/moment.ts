/** Which version of a site is read: what is shown at a moment. */
export type MomentOptions = {
  /** Whether drafts are included, for a preview. */
  drafts?: boolean
  /** Whether everything that is written is included, for commands that edit or find it. */
  everything?: boolean
}
