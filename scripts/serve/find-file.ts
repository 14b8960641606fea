import { stat } from 'node:fs/promises'
import { resolveInside } from '../../schema/util/resolve-inside.ts'

export type FoundFile = { path: string; size: number; modifiedMs: number }

/**
 * Finds the file that a static host would serve at an address: the file itself, or the document of
 * a route. Hidden files, except those in /.well-known, and files outside the folder are not found.
 * @param pathname of a URL, with percent-encoding
 */
export async function findFile(dir: string, pathname: string): Promise<FoundFile | undefined> {
  const base = pathname.replace(/\/+$/, '')
  for (const file of [base, `${base}/index.html`, `${base}.html`]) {
    const { path } = resolveInside(dir, file, { encoded: true, reserved: true })
    if (path === undefined) continue
    const stats = await stat(path).catch(() => undefined)
    if (stats?.isFile()) return { path, size: stats.size, modifiedMs: stats.mtimeMs }
  }
  return undefined
}
