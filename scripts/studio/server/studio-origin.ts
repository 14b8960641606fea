import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomicSync } from '../../../schema/util/file-cache.ts'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'

/**
 * Chooses where the studio of this computer is: a name of its own, such as `s4f0….localhost`, so that
 * a script in a page of `npm run dev` on the same port, or of another server of this computer, is of
 * another origin. Browsers find such names by themselves, except Safari before macOS does.
 * @param platform of the computer
 * @param find resolves the address of a name, as the system does
 */
export async function chooseStudioOrigin(
  port: number,
  platform: string = process.platform,
  find: (name: string) => Promise<{ address: string; family: number }> = lookup,
): Promise<string> {
  const name = `${readOwnLabel()}.localhost`
  const isFound = async () => (await find(name).catch(() => undefined)) !== undefined
  if (platform !== 'darwin' || (await isFound())) return `http://${name}:${port}`
  // Also another origin than that of the pages, which are at `localhost`.
  const own = await find('localhost').catch(() => undefined)
  return `http://${own?.family === 6 ? '[::1]' : '127.0.0.1'}:${port}`
}

/** The same after each start, so that a window that is still open finds the studio again. */
function readOwnLabel(): string {
  const file = join(getCacheFolder(), 'studio-name')
  try {
    const known = readFileSync(file, 'utf8')
    if (/^s[0-9a-f]{20}$/.test(known)) return known
  } catch {
    // There is none yet.
  }
  const created = `s${randomBytes(10).toString('hex')}`
  try {
    writeFileAtomicSync(file, created, 0o600)
  } catch {
    // On a read-only file system, every start has another one.
  }
  return created
}
