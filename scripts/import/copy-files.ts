import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findActiveFiles } from '../../schema/source/active-files/find-active-files.ts'
import { listPublicFiles } from '../../schema/source/list-public-files.ts'
import { isPictureFile, readPictureInfos } from '../../schema/source/read-picture-infos.ts'
import { writeNestedFile } from '../shared/write-nested-file.ts'
import type { ImportNote, OldSite } from './old-site.ts'
import type { FilePlan } from './plan-files.ts'

/** The files of the new site by their old addresses, as paths in public/. */
type CopiedFiles = { files: Map<string, string>; pictures: Map<string, string> }

/**
 * Copies files to public/. What a site must not publish, such as a file with passwords or a
 * drawing with a script, is removed and noted; a picture that cannot be read is noted.
 */
export async function copyFiles(
  { files: sources }: OldSite,
  plan: FilePlan,
  dir: string,
  note: (note: ImportNote) => void,
): Promise<CopiedFiles> {
  const folder = join(dir, 'public')
  const withhold = (address: string, detail: string) => {
    plan.kept.delete(address)
    plan.gone.set(address, 'a file that must not be published')
    note({ what: 'withheld', address, detail })
  }
  for (const [address, secret] of plan.withheld)
    withhold(address, `It appears to contain ${secret}.`)
  for (const [address, path] of plan.kept)
    await writeNestedFile(folder, path, await sources.get(address)!())
  const { files: published, problems } = listPublicFiles(dir)
  const refused = new Map(
    [...problems, ...(await findActiveFiles(dir, published))]
      .filter(({ severity }) => severity === 'error')
      .map(({ file, message }) => [file, `It ${message.slice(file.length + 1)}`]),
  )
  for (const [address, path] of plan.kept) {
    const reason = refused.get(`public${path}`)
    if (reason === undefined && published.has(path)) continue
    await rm(join(folder, path), { force: true })
    withhold(address, reason ?? 'It is hidden, or in a hidden folder.')
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
