import { existsSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { locateSiteBlocks } from '../../schema/block-types/site-blocks.ts'
import { rulesFile } from '../prerender/hosts/hosting-rules.ts'
import { manifestName } from '../prerender/shards/shard-manifest.ts'

/**
 * Selects what to watch in a site's folder: everything that may belong to the site.
 * @param root The real path of the folder, without symbolic links.
 * @param excludedFolders Folders in it that do not belong to the site, such as the output.
 */
export function createWatchFilter(
  root: string,
  excludedFolders: string[] = [],
  blocks = locateSiteBlocks(root),
) {
  const excluded = new Set(excludedFolders.map((folder) => resolve(folder)))
  const isInBlocks = (path: string) => blocks !== undefined && path.startsWith(blocks + sep)
  const isInPublic = (path: string) => relative(root, path).split(sep)[0] === 'public'
  return {
    includesFolder: (path: string) =>
      isInPublic(path) ||
      !(
        excluded.has(path) ||
        basename(path) === 'node_modules' ||
        basename(path).startsWith('.') ||
        isOutput(path)
      ),
    includesFile: (path: string) =>
      isInPublic(path) ||
      isInBlocks(path) ||
      (/\.(ya?ml|csv|tsv|json|woff2?|ttf|otf)$/.test(path) && !basename(path).startsWith('.')),
    publicDir: join(root, 'public'),
  }
}

/** Whether a command has written a folder: a build, one of its shards, or the catalogue. */
const isOutput = (folder: string) =>
  ['404.html', rulesFile, manifestName].some((file) => existsSync(join(folder, file)))

/** The folders of the project whose changes the development server shows. */
const projectFolders = ['blocks', 'renderer', 'schema', 'scripts']

/**
 * Selects what Vite does not watch: everything else in the project, such as an output folder, whose
 * documents would reload the page one by one during a build.
 */
export function createViteWatchFilter(root: string) {
  const watched = [...projectFolders, 'vite.config.ts'].map((name) => join(root, name))
  const isBelow = (path: string, folder: string) => `${path}${sep}`.startsWith(folder + sep)
  return (path: string) =>
    path !== root && isBelow(path, root) && !watched.some((folder) => isBelow(path, folder))
}
