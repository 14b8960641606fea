import { basename, join, relative, resolve, sep } from 'node:path'

/**
 * What of a site's folder is watched: everything that could be part of the site, but for its outputs.
 * @param root the folder, without links on the way. @param excludedFolders folders in it that are none of its own.
 */
export function createWatchFilter(root: string, excludedFolders: string[] = []) {
  const excluded = new Set(excludedFolders.map((folder) => resolve(folder)))
  const isInPublic = (path: string) => relative(root, path).split(sep)[0] === 'public'
  return {
    hasFolder: (path: string) =>
      isInPublic(path) ||
      !(excluded.has(path) || basename(path) === 'node_modules' || basename(path).startsWith('.')),
    hasFile: (path: string) =>
      isInPublic(path) || (/\.(ya?ml|csv|tsv|json)$/.test(path) && !basename(path).startsWith('.')),
    publicDir: join(root, 'public'),
  }
}
