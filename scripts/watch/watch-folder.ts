import { watch, type FSWatcher, existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, sep, basename, relative, resolve } from 'node:path'
import { UserError } from '../shared/user-error.ts'
import { waitUntilWritten } from './saved-files.ts'
import { locateSiteBlocks } from '../../schema/block-types/site-blocks.ts'
import { rulesFile } from '../prerender/hosts/hosting-rules.ts'
import { manifestName } from '../prerender/shards/shard.ts'

type WatchOptions = {
  /** Whether to watch a folder. All paths are absolute. */
  includesFolder: (path: string) => boolean
  /** Whether to report changes of a file. */
  includesFile: (path: string) => boolean
  /** Called with each file and folder that was created, deleted or changed. */
  onChange: (path: string) => void
}

/**
 * Watches a folder recursively. Reported changes are hints: the contents may be the same as before.
 * Each folder has one watcher, which also notices a file that an editor replaces. On Linux, Node's
 * own recursive mode watches single files and loses those.
 * @throws UserError if the system does not allow more watchers.
 */
export async function watchFolder(
  root: string,
  { includesFolder, includesFile, onChange }: WatchOptions,
): Promise<{ close(): void }> {
  const watchers = new Map<string, FSWatcher>()
  const unwatch = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const watchRecursively = async (folder: string, isNew: boolean): Promise<void> => {
    if (watchers.has(folder)) return
    try {
      watchers.set(
        folder,
        watch(
          folder,
          (_, name) => void (name === null ? onChange(folder) : handleChange(join(folder, name))),
        ).on('error', () => unwatch(folder)),
      )
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // It was deleted in the meantime.
      if (code === 'ENOENT') return
      throw new UserError(
        `${folder} cannot be watched (${code}): the system's limit of watched folders is reached.`,
      )
    }
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (includesFolder(path)) await watchRecursively(path, isNew)
        // A file of a new folder may have been written before the folder was watched.
      } else if (isNew && includesFile(path)) onChange(path)
    }
  }
  const handleChange = async (path: string): Promise<void> => {
    const stats = await stat(path).catch(() => undefined)
    if (stats?.isDirectory()) {
      if (!includesFolder(path)) return
      onChange(path)
      return watchRecursively(path, true).catch((error: Error) => console.error(error.message))
    }
    // The write that fills an empty file causes another event.
    if (stats?.size === 0 && (await waitUntilWritten(path))) return
    const removedFolders = stats
      ? []
      : [...watchers.keys()].filter((watched) => watched === path || watched.startsWith(path + sep))
    removedFolders.forEach(unwatch)
    if (removedFolders.length > 0 || includesFile(path)) onChange(path)
  }
  await watchRecursively(root, false)
  return { close: () => [...watchers.keys()].forEach(unwatch) }
}

/**
 * Selects what to watch in a site's folder: everything that may belong to the site.
 * @param root The real path of the folder, without symbolic links.
 * @param excludedFolders Folders in it that do not belong to the site, such as the output.
 */
export function createWatchFilter(root: string, excludedFolders: string[]) {
  const blocks = locateSiteBlocks(root)
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
