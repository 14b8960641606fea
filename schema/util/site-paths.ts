import { relative, sep } from 'node:path'

/** Whether a path is outside a folder. Both must be absolute and normalized. */
export const isOutsideFolder = (root: string, path: string): boolean =>
  path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep)

/** Returns the path of a file relative to a folder, with forward slashes. */
export const toRelativeName = (root: string, path: string): string =>
  relative(root, path).split(sep).join('/')
