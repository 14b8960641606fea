import type { DraftedSite } from '../../edit/drafted-site.ts'
import type { PictureCrop } from '../../edit/inputs.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import { cropPicture } from './crop-picture.ts'
import { savePicture } from './save-picture.ts'

type SavedPicture = { file: string; width: number; height: number }

/** Saves a picture in public/. From then on, it can be chosen. @throws RequestFailure */
export async function addPicture(
  { draft, session }: DraftedSite,
  name: string,
  bytes: Buffer,
): Promise<SavedPicture> {
  const { path, ...picture } = await savePicture(draft.dir, name, bytes)
  draft.logPicture(name, bytes)
  session.readAgain([path])
  await session.whenShown()
  return picture
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
