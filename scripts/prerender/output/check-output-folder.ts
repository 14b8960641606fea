import { lstat, readFile, readdir, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { generatorTag } from '../../../renderer/routes.ts'
import { pathExists } from '../../shared/path-exists.ts'
import { manifestName } from '../shards/shard-manifest.ts'

/**
 * Checks whether a build may replace a folder. It may not if the folder contains the site, or files
 * that no build has written, or a whole site where a shard is to be written, and vice versa.
 * @param kind The kind of output to write.
 * @returns The reason why it may not; undefined if it may.
 */
export async function explainInvalidOutput(
  out: string,
  site: string,
  kind: 'site' | 'shard' = 'site',
): Promise<string | undefined> {
  const contains = (inner: string) => (resolve(inner) + sep).startsWith(resolve(out) + sep)
  if (contains(site) || contains(process.cwd()))
    return `--out ${out} contains the site itself, which a build would replace`
  if ((resolve(out) + sep).startsWith(resolve(site, 'public') + sep))
    return `--out ${out} is in the site's public folder`
  if (
    await lstat(out).then(
      (entry) => entry.isSymbolicLink(),
      () => false,
    )
  ) {
    if (!(await pathExists(out))) return `--out ${out} is a broken symbolic link`
  }
  const names = await readdir(out).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? ([] as string[]) : undefined,
  )
  if (names === undefined) return `--out ${out} is not a folder`
  if (names.includes('.git'))
    return `--out ${out} is a Git repository, whose history a build would delete`
  const isSite =
    ['404.json', 'site.json'].every((name) => names.includes(name)) || (await isStaticSite(out))
  const isShard = names.includes(manifestName)
  if (kind === 'shard' && isSite)
    return `--out ${out} contains a whole site; write the shard to another folder`
  if (kind === 'site' && isShard)
    return `--out ${out} contains a shard of a site; write the whole site to another folder`
  if (names.length > 0 && !isSite && !isShard)
    return `--out ${out} contains files that no build has written, which a build would delete`
  return undefined
}

/** A site without scripts has no data files. Its documents have a generator tag instead. */
async function isStaticSite(out: string): Promise<boolean> {
  return (await readFile(join(out, '404.html'), 'utf8').catch(() => '')).includes(generatorTag)
}

/**
 * Finds what cannot be copied from a site's public/ folder: a broken symbolic link, or a file where
 * the folder should be.
 * @returns A sentence that describes it.
 */
export async function findUnusablePublicFile(folder: string): Promise<string | undefined> {
  const entry = await stat(folder).catch(() => undefined)
  if (!entry) return undefined
  if (!entry.isDirectory()) return `${folder} is a file but must be a folder.`
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of names.filter((each) => each.isSymbolicLink())) {
    if (!(await stat(join(parentPath, name)).catch(() => undefined)))
      return `${join(parentPath, name)} is a broken symbolic link.`
  }
  return undefined
}
