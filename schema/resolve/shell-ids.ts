/** Ids of elements in the shell, which blocks cannot use. */
export const shellIds: readonly string[] = ['main', 'root', 'site-menu', 'announcer']
/** The shell ids that links may point to. */
export const shellAnchors: readonly string[] = shellIds.slice(0, 2)
