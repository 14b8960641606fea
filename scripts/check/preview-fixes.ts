import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rm,
  symlink,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '../../schema/problems/types.ts'
import { readSiteText } from '../edit/text-edits.ts'
import { fixProblems, type FixResult } from './fix-problems.ts'

/**
 * Finds what `fixProblems` would change, by doing it in a copy of the site.
 * @param site the site's folder, in which nothing is written
 * @param check Finds the problems of a site, with files relative to its folder.
 * @returns the problems of the site as it is, with the changes of all passes
 */
export async function previewFixes<C extends { problems: Problem[] }>(
  site: string,
  check: (site: string) => Promise<C>,
): Promise<FixResult<C>> {
  const found = await check(site)
  const copy = await mkdtemp(join(tmpdir(), 'signpost-preview-'))
  try {
    await copySite(site, copy)
    const result = await fixProblems(copy, () => check(copy))
    const files = [...new Set(result.fixed.map(({ problem }) => problem.file))]
    const changes = await Promise.all(
      files.map(async (file) => ({
        file,
        before: await readSiteText(site, file),
        after: await readSiteText(copy, file),
      })),
    )
    return { ...result, check: found, changes }
  } finally {
    await rm(copy, { recursive: true })
  }
}

/** Folders of a site that no check reads, or that are large and never edited. */
const skippedFolders = new Set(['dist'])
const linkedFolders = new Set(['blocks', 'node_modules'])

async function copySite(site: string, copy: string): Promise<void> {
  const entries = await readdir(site, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    if (name.startsWith('.') || skippedFolders.has(name)) continue
    // Their real path tells whether the blocks are the project's or the site's own, or a package's.
    if (linkedFolders.has(name)) await symlink(join(await realpath(site), name), join(copy, name))
    else await cloneFolder(join(site, name), join(copy, name))
  }
  for (const entry of entries.filter((each) => !each.isDirectory()))
    await copyEntry(join(site, entry.name), join(copy, entry.name), entry.isSymbolicLink())
}

async function cloneFolder(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await cloneFolder(source, target)
    else await copyEntry(source, target, entry.isSymbolicLink())
  }
}

/** Edits replace files instead of writing into them, so a hard link can serve as a copy. */
async function copyEntry(from: string, to: string, isLink: boolean): Promise<void> {
  if (isLink) await symlink(await readlink(from), to)
  else await link(from, to).catch(() => copyFile(from, to))
}
