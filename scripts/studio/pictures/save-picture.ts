import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, lstat, mkdir, open, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RequestFailure } from '../../edit/request-failure.ts'

import { checkPicture, checkPictureName } from './check-picture.ts'

/**
 * `POST pictures?file=/people/sam.jpg` with the bytes as `application/octet-stream`: saves a
 * picture in public/ immediately, unless another has its name. A step may show it then.
 */
export type SavedPicture = { file: string; width: number; height: number }

/**
 * Saves a picture in public/, whole or not at all. No file is replaced.
 * @param site the folder of the site
 * @param name its address on the site, such as `/people/sam.jpg`
 * @throws RequestFailure if it is not a picture, or another file has this name
 */
export async function savePicture(
  site: string,
  name: string,
  bytes: Buffer,
): Promise<SavedPicture & { path: string }> {
  checkPictureName(name)
  const size = await checkPicture(name, bytes)
  const steps = name.split('/').slice(1)
  const folder = await openFolder(await realpath(site), ['public', ...steps.slice(0, -1)])
  const path = join(folder, steps.at(-1)!)
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx')
    await file.writeFile(bytes)
    await file.sync()
    await file.close()
    await moveToFree(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // The same picture may be uploaded for another page.
    const existing = await readFile(path).catch(() => undefined)
    if (!existing?.equals(bytes))
      throw new RequestFailure(
        'conflict',
        `There is already a picture named ${name}. Choose another name.`,
      )
  } finally {
    await rm(temporary, { force: true })
  }
  return { file: name, path, ...size }
}

/** Creates the folders that are missing. A link could lead out of public/. */
async function openFolder(root: string, steps: string[]): Promise<string> {
  let folder = root
  for (const step of steps) {
    folder = join(folder, step)
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (!(await lstat(folder)).isDirectory())
      throw new RequestFailure(
        'refused',
        `${folder.slice(root.length + 1)} is a link or a file. Pictures are saved in folders of public/.`,
      )
  }
  return folder
}

/** @throws Error with the code EEXIST if there is a file */
async function moveToFree(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Some disks have no hard links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(code)) throw error
    await copyFile(temporary, path, constants.COPYFILE_EXCL)
  }
}
