import { relative, sep } from 'node:path'

/** Whether a path is outside a folder. Both must be absolute and normalized. */
export const isOutsideFolder = (root: string, path: string): boolean =>
  path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep)

/**
 * Returns the name of a file for messages, with forward slashes.
 * @param root the site's folder
 */
export const toRelativeName = (root: string, path: string): string =>
  relative(root, path).split(sep).join('/')
