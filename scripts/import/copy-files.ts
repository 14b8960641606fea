import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listPublicFiles } from '../../schema/source/list-public-files.ts'
import { isPictureFile, readPictureInfos } from '../../schema/source/read-picture-infos.ts'
import { writeNestedFile } from '../shared/write-nested-file.ts'
import type { ImportNote, OldSite } from './old-site.ts'
import type { FilePlan } from './plan-files.ts'

/** The files of the new site by their old addresses, as paths in public/. */
type CopiedFiles = { files: Map<string, string>; pictures: Map<string, string> }

/**
 * Copies files to public/. What the site must not publish, such as a file with passwords, is removed
 * and noted, and so is a picture that cannot be read.
 */
export async function copyFiles(
  { files: sources }: OldSite,
  plan: FilePlan,
  dir: string,
  note: (note: ImportNote) => void,
): Promise<CopiedFiles> {
  const folder = join(dir, 'public')
  for (const [address, path] of plan.kept)
    await writeNestedFile(folder, path, await sources.get(address)!())
  const { files: published } = listPublicFiles(dir)
  for (const [address, path] of plan.kept) {
    if (published.has(path)) continue
    await rm(join(folder, path), { force: true })
    plan.kept.delete(address)
    plan.gone.set(address, 'a file that must not be published: it may contain a secret')
    note({ what: 'unread', address, detail: 'This file may contain a secret, and was not copied.' })
  }
  const shown = [...plan.kept].filter(([, path]) => isPictureFile(path))
  const infos = await readPictureInfos(
    folder,
    shown.map(([, path]) => path),
  )
  const pictures = new Map<string, string>()
  for (const [address, path] of shown) {
    if (!infos.has(path)) {
      note({ what: 'picture', address, detail: 'This file is no valid picture. No page shows it.' })
      continue
    }
    // A picture on a page has a path without spaces.
    const plain = path.replaceAll(/\s+/g, '-')
    if (plain !== path) await writeNestedFile(folder, plain, await sources.get(address)!())
    pictures.set(address, plain)
  }
  return { files: plan.kept, pictures }
}
