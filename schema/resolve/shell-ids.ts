/** Ids that the page around the blocks has; no block may have them. Links may lead to the first two. */
export const shellIds: readonly string[] = ['main', 'root', 'site-menu', 'announcer']
export const shellAnchors: readonly string[] = shellIds.slice(0, 2)
