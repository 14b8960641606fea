import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { resolveInside } from '../../schema/util/resolve-inside.ts'
import { refuse } from './user-error.ts'

/**
 * Writes a file, and creates the folders that it is in.
 * @param path in the folder
 * @throws UserError if the path leads out of the folder
 */
export async function writeNestedFile(
  folder: string,
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const found = resolveInside(folder, path, { hidden: true, climbs: true })
  const file = found.path ?? refuse(`${path} ${found.refused}. It was not written.`)
  // Of thousands of files, nearly all are in a folder that is there.
  await writeFile(file, content).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  })
}
