import { readdir } from 'node:fs/promises'
import { resolve, sep } from 'node:path'

/**
 * Why a folder may not be replaced by a build, or undefined when it may. A build replaces the whole folder, so one
 * that holds the site, or anything that no build has written, is refused.
 */
export async function refuseOut(out: string, site: string): Promise<string | undefined> {
  const holds = (inner: string) => (resolve(inner) + sep).startsWith(resolve(out) + sep)
  if (holds(site) || holds(process.cwd())) return `--out ${out} holds the site itself; a build would replace it`
  const names = await readdir(out).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? ([] as string[]) : undefined))
  if (names === undefined) return `--out ${out} is not a folder`
  const written = ['404.json', 'site.json'].every((name) => names.includes(name))
  if (names.length > 0 && !written) return `--out ${out} holds files that no build has written; a build would delete them`
  return undefined
}
