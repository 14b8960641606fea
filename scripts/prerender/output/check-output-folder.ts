import { lstat, readFile, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { escapeHtml, unescapeHtml } from '../../../renderer/escape-html.ts'
import { generatorTag } from '../../../renderer/routes.ts'
import { isOutsideFolder } from '../../../schema/util/site-paths.ts'
import { UsageError } from '../../shared/command.ts'
import { pathExists } from '../../shared/path-exists.ts'
import { toRealFolder } from '../../shared/state-folder.ts'
import { rulesFile } from '../hosts/hosting-rules.ts'
import { repositoryFolder } from './stage-output.ts'
import { manifestName } from '../shards/shard.ts'

/** The output folder of a site unless a command names another one. */
export const getDefaultOutput = (site: string): string => join(site, 'dist')

/**
 * Checks that a build may replace a folder. It may not if the folder contains the site, or files
 * that no build has written, or a whole site where a shard is to be written, and vice versa.
 * @param kind The kind of output to write.
 * @throws UsageError that says why it may not
 */
export async function assertReplaceable(
  out: string,
  site: string,
  kind: 'site' | 'shard' = 'site',
): Promise<void> {
  const contains = (inner: string) => !isOutsideFolder(resolve(out), resolve(inner))
  if (contains(site) || contains(process.cwd()))
    throw new UsageError(`--out ${out} contains the site itself, which a build would replace`)
  if (!isOutsideFolder(resolve(site, 'public'), resolve(out)))
    throw new UsageError(`--out ${out} is in the site's public folder`)
  const link = await lstat(out).catch(() => undefined)
  if (link?.isSymbolicLink() && !(await pathExists(out)))
    throw new UsageError(`--out ${out} is a broken symbolic link`)
  // Whoever sends a site must not choose the folder that a build replaces.
  if (
    resolve(out) === resolve(getDefaultOutput(site)) &&
    isOutsideFolder(toRealFolder(site), toRealFolder(out))
  )
    throw new UsageError(
      `${out} is a symbolic link that leads out of the site. If a build should write there, name it with --out ${toRealFolder(out)}`,
    )
  const entries = await readdir(out).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? ([] as string[]) : undefined,
  )
  if (entries === undefined) throw new UsageError(`--out ${out} is not a folder`)
  // A build keeps the repository.
  const names = entries.filter((name) => name !== repositoryFolder)
  const isShard = names.includes(manifestName)
  const isSite = !isShard && (await isBuilt(out, names))
  if (kind === 'shard' && isSite)
    throw new UsageError(`--out ${out} contains a whole site; write the shard to another folder`)
  if (kind === 'site' && isShard)
    throw new UsageError(
      `--out ${out} contains a shard of a site; write the whole site to another folder`,
    )
  if (names.length > 0 && !isSite && !isShard)
    throw new UsageError(
      `${out} contains files that no build has written, which a build would delete. Move them, or choose another folder with --out`,
    )
}

/**
 * Finds out whether a folder holds the output of another site, whose name is then a different one.
 * @param name The name of the site that is about to be built.
 * @returns A sentence that says so.
 */
export async function findOtherSite(
  out: string,
  site: string,
  name: string,
): Promise<string | undefined> {
  // The folder may have been copied together with the site.
  if (resolve(out) === resolve(getDefaultOutput(site))) return undefined
  const page = await readOwnDocument(out, ['404.html', 'index.html'])
  const [, held] = /<meta property="og:site_name" content="([^"]*)"/.exec(page ?? '') ?? []
  if (held === undefined || held === escapeHtml(name)) return undefined
  return `${out} holds another site, ${unescapeHtml(held)}. Choose another folder with --out, or delete that one.`
}

/**
 * Whether a build has written a folder. Its documents and its rules for hosts say so, and one of
 * them is enough: others may have been deleted since.
 * @param names The entries of the folder.
 */
async function isBuilt(out: string, names: string[]): Promise<boolean> {
  const documents = ['404.html', 'index.html', ...names.map((name) => `${name}/index.html`)]
  return (
    (await pathExists(join(out, rulesFile))) ||
    (await readOwnDocument(out, documents)) !== undefined
  )
}

/** @returns The first of these documents that a build has written. */
async function readOwnDocument(out: string, paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    const page = await readFile(join(out, path), 'utf8').catch(() => '')
    // A site without scripts has no data files. Its documents have a generator tag instead.
    if (/<html[^>]* data-page="[^"]*\.json"/.test(page) || page.includes(generatorTag)) return page
  }
  return undefined
}
