import { access, lstat, readFile, readdir, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { generatorTag } from '../../../renderer/routes.ts'
import { manifestName } from '../shards/shard-manifest.ts'

/**
 * Why a folder may not be replaced by a build, or undefined when it may. A build replaces the whole folder, so one
 * that holds the site, or anything that no build has written, is refused; so is a whole site where a part is to be written, and
 * the other way round.
 */
export async function explainInvalidOutput(
  out: string,
  site: string,
  what: 'site' | 'part' = 'site',
): Promise<string | undefined> {
  const holds = (inner: string) => (resolve(inner) + sep).startsWith(resolve(out) + sep)
  if (holds(site) || holds(process.cwd()))
    return `--out ${out} holds the site itself; a build would replace it`
  if ((resolve(out) + sep).startsWith(resolve(site, 'public') + sep))
    return `--out ${out} lies in the site's own public folder`
  if (
    await lstat(out).then(
      (entry) => entry.isSymbolicLink(),
      () => false,
    )
  ) {
    if (
      !(await access(out).then(
        () => true,
        () => false,
      ))
    )
      return `--out ${out} is a link that leads nowhere`
  }
  const names = await readdir(out).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? ([] as string[]) : undefined,
  )
  if (names === undefined) return `--out ${out} is not a folder`
  if (names.includes('.git'))
    return `--out ${out} is a repository; a build would delete its history`
  const isSite =
    ['404.json', 'site.json'].every((name) => names.includes(name)) || (await isStaticSite(out))
  const isPart = names.includes(manifestName)
  if (what === 'part' && isSite)
    return `--out ${out} holds a whole site; a part is written to a folder of its own`
  if (what === 'site' && isPart)
    return `--out ${out} holds a part of a site; a whole one is written to a folder of its own`
  if (names.length > 0 && !isSite && !isPart)
    return `--out ${out} holds files that no build has written; a build would delete them`
  return undefined
}

/** A site without scripts has no data beside its documents, which say themselves who wrote them. */
async function isStaticSite(out: string): Promise<boolean> {
  return (await readFile(join(out, '404.html'), 'utf8').catch(() => '')).includes(generatorTag)
}

/** What in a site's public/ folder cannot be copied: a link that leads nowhere, or a file in the folder's place. */
export async function findUnusablePublicFile(folder: string): Promise<string | undefined> {
  const entry = await stat(folder).catch(() => undefined)
  if (!entry) return undefined
  if (!entry.isDirectory()) return `${folder} is a file, and not a folder of files.`
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of names.filter((each) => each.isSymbolicLink())) {
    if (!(await stat(join(parentPath, name)).catch(() => undefined)))
      return `${join(parentPath, name)} is a link that leads nowhere.`
  }
  return undefined
}
