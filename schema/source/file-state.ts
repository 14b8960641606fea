import type { Stats } from 'node:fs'

/**
 * Describes the stats of a file, so that any change of it is detected without reading it. Includes
 * the ctime, because tools can set the mtime but not the ctime.
 */
export const describeFileState = ({ size, mtimeMs, ctimeMs, ino, dev }: Stats): string =>
  [size, mtimeMs, ctimeMs, ino, dev].join(' ')

/**
 * Whether a file cannot change without another state. Some file systems have coarse timestamps, so
 * one that has just changed may change again with the same.
 */
export const isSettled = ({ mtimeMs, ctimeMs }: Stats, now = Date.now()): boolean =>
  now - Math.max(mtimeMs, ctimeMs) > 2000
