import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, lstat, mkdir, open, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RequestFailure } from '../../edit/request-failure.ts'
import { checkPicture, checkPictureName } from './check-picture.ts'
import type { PictureCrop } from '../../edit/inputs.ts'
import { resolveInside } from '../../../schema/util/resolve-inside.ts'
import { loadSharp } from '../../../schema/source/load-sharp.ts'
import { refuse } from '../../shared/user-error.ts'
import type { DraftedSite } from '../../edit/drafted-site.ts'

/**
 * `POST pictures?file=/people/sam.jpg` with the bytes as `application/octet-stream`: saves a
 * picture in public/ immediately, unless another has its name. A step may show it then.
 */
type SavedPicture = { file: string }

/**
 * Saves a picture in public/, whole or not at all. No file is replaced.
 * @param site the folder of the site
 * @param name its address on the site, such as `/people/sam.jpg`
 * @returns its path
 * @throws RequestFailure if it is not a picture, or another file has this name
 */
export async function savePicture(site: string, name: string, bytes: Buffer): Promise<string> {
  checkPictureName(name)
  await checkPicture(name, bytes)
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
  return path
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

/**
 * Cuts a part out of a picture in public/, in the same format and without its metadata.
 * @param site the folder of the site
 * @throws UserError if it cannot be cropped
 */
export async function cropPicture(site: string, crop: PictureCrop): Promise<Buffer> {
  const { file, left, top, width, height } = crop
  const found = resolveInside(join(site, 'public'), file)
  const bytes = await readFile(found.path ?? refuse(`${file} ${found.refused}.`))
  const picture = loadSharp()(bytes)
  const {
    format,
    pages = 1,
    autoOrient,
  } = await picture.metadata().catch(() => refuse('This file is no picture that can be read.'))
  if (format === 'svg' || pages > 1)
    refuse('Drawings and animations cannot be cropped. Choose what stays visible instead.')
  const isInside =
    Math.min(left, top) >= 0 &&
    Math.min(width, height) > 0 &&
    left + width <= autoOrient.width &&
    top + height <= autoOrient.height
  if (!isInside) refuse('This part is not within the picture.')
  const part = picture.autoOrient().extract({ left, top, width, height })
  switch (format) {
    case 'jpeg':
      return part.jpeg({ quality: 92 }).toBuffer()
    case 'webp':
      return part.webp({ quality: 92 }).toBuffer()
    case 'heif':
      return part.avif({ quality: 75 }).toBuffer()
    default:
      return part.toBuffer()
  }
}

/** Saves a picture in public/. From then on, it can be chosen. @throws RequestFailure */
export async function addPicture(
  { draft, session }: DraftedSite,
  name: string,
  bytes: Buffer,
): Promise<SavedPicture> {
  const path = await savePicture(draft.dir, name, bytes)
  draft.logPicture(name, bytes)
  session.readAgain([path])
  await session.whenShown()
  return { file: name }
}

/** Saves a part of a picture as another one, with this name. @throws RequestFailure */
export async function addCrop(
  site: DraftedSite,
  name: string,
  crop: PictureCrop,
): Promise<SavedPicture> {
  if (!site.site.publicFolder.files.has(crop.file))
    throw new RequestFailure('not-found', `There is no picture ${crop.file}.`)
  return addPicture(site, name, await cropPicture(site.draft.dir, crop))
}
