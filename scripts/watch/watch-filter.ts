import { basename, join, relative, resolve, sep } from 'node:path'

/**
 * Selects what to watch in a site's folder: everything that may belong to the site.
 * @param root The real path of the folder, without symbolic links.
 * @param excludedFolders Folders in it that do not belong to the site, such as the output.
 */
export function createWatchFilter(root: string, excludedFolders: string[] = []) {
  const excluded = new Set(excludedFolders.map((folder) => resolve(folder)))
  const isInPublic = (path: string) => relative(root, path).split(sep)[0] === 'public'
  return {
    includesFolder: (path: string) =>
      isInPublic(path) ||
      !(excluded.has(path) || basename(path) === 'node_modules' || basename(path).startsWith('.')),
    includesFile: (path: string) =>
      isInPublic(path) || (/\.(ya?ml|csv|tsv|json)$/.test(path) && !basename(path).startsWith('.')),
    publicDir: join(root, 'public'),
  }
}
