import { join, relative } from 'node:path'
import { pathExists } from '../shared/path-exists.ts'
import { writeNestedFile } from '../shared/write-nested-file.ts'

/**
 * Writes the files, or none of them if one exists.
 * @param files The content of each file by its path in the folder.
 * @returns Whether they were written.
 */
export async function writeNewFiles(dir: string, files: Record<string, string>): Promise<boolean> {
  for (const path of Object.keys(files)) {
    if (!(await pathExists(join(dir, path)))) continue
    console.error(`${join(dir, path)} already exists. Nothing was written.`)
    return false
  }
  for (const [path, content] of Object.entries(files)) {
    await writeNestedFile(dir, path, content)
    console.log(`wrote ${relative(process.cwd(), join(dir, path))}`)
  }
  return true
}
