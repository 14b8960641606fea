import { existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { removeOldFolders } from '../../launch/old-folders.mjs'
import { projectRoot } from '../../prerender/bundle/bundle.ts'
import { UserError } from '../../shared/user-error.ts'
import { runGit, type Repository } from '../../shared/git.ts'

/** The number of versions to keep. The least recently used ones are deleted. */
const maxKeptVersions = 4
const keepUnusedMs = 3_600_000

/** Folders of Signpost itself, which do not belong to a site in the same folder. */
const programFolders = ['blocks', 'docs', 'renderer', 'schema', 'scripts', 'tests']

/**
 * Writes the site of a commit into the cache, once for each content.
 * @returns the folder of the site, and the folders in it that are submodules: Git keeps their files
 *   elsewhere, so the files in the working folder are used.
 */
export async function extractCommit(
  repository: Repository,
  commit: string,
  reference: string,
): Promise<{ folder: string; submodules: string[] }> {
  const { root, sitePath } = repository
  const tree = runGit(root, ['ls-tree', '-r', '-z', commit, '--', sitePath || '.'])
  const prefix = sitePath === '' ? '' : `${sitePath}/`
  const files = tree.split('\0').filter(Boolean).map(parseTreeLine)
  const own = files.filter(({ path }) => !isOfProgram(path.slice(prefix.length), root, sitePath))
  if (!own.some(({ path }) => path === `${prefix}pages.yaml`))
    throw new UserError(
      `${reference} has no ${prefix}pages.yaml, so there is no site to compare with. Choose a later reference.`,
    )
  const submodules = own.filter(({ mode }) => mode === '160000').map(({ path }) => path)
  const versions = join(getCacheFolder(), 'versions')
  const content = own.map(({ mode, id, path }) => `${mode} ${id} ${path}`).join('\n')
  const folder = join(versions, shortHash(`${root}\n${content}`))
  if (!existsSync(folder)) {
    const temporary = `${folder}-${process.pid}`
    mkdirSync(temporary, { recursive: true })
    checkOut(root, commit, own, temporary)
    for (const path of submodules) await linkSubmodule(join(root, path), join(temporary, path))
    // Another process may have written it meanwhile.
    if (existsSync(folder)) rmSync(temporary, { recursive: true })
    else renameSync(temporary, folder)
  }
  utimesSync(folder, new Date(), new Date())
  removeOldFolders(versions, /^[\w-]{16}$/, maxKeptVersions, keepUnusedMs)
  return { folder: join(folder, sitePath), submodules }
}

type TreeFile = { mode: string; id: string; path: string }

function parseTreeLine(line: string): TreeFile {
  const [, mode = '', id = '', path = ''] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? []
  return { mode, id, path }
}

const isOfProgram = (path: string, root: string, sitePath: string): boolean =>
  join(root, sitePath) === projectRoot && programFolders.includes(path.split('/', 1)[0]!)

/** Checks files out with an index of their own, with the filters of the repository, such as LFS. */
function checkOut(root: string, commit: string, files: TreeFile[], folder: string): void {
  const env = { GIT_INDEX_FILE: join(folder, '.index') }
  runGit(root, ['read-tree', commit], { env })
  const input = files.map(({ path }) => `${path}\0`).join('')
  runGit(root, ['checkout-index', '-f', '-z', '--stdin', `--prefix=${folder}/`], { env, input })
  rmSync(join(folder, '.index'), { force: true })
}

async function linkSubmodule(from: string, to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true })
  if (existsSync(from)) await symlink(from, to)
}
