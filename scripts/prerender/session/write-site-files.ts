import { join } from 'node:path'
import type { Alias } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { listDerivedFiles } from '../../images/site-images.ts'
import { drawMissingImages } from '../output/draw-images.ts'
import { renderSiteFiles } from '../output/render-site-files.ts'
import type { UpdatedPages } from './update-types.ts'

/**
 * Writes the files of the site as a whole: public/, scripts, sitemap, feeds, redirects, images.
 * @param dir the site's folder. @returns how many images had to be drawn.
 */
export async function writeSiteFiles(
  dir: string,
  { input, made, special, files, bundle }: UpdatedPages,
  { pages, aliases }: { pages: PageSummary[]; aliases: Alias[] },
): Promise<number> {
  const { shared, publicFolder } = input
  const publicFiles = publicFolder.files
  const site = shared.site!
  for (const file of publicFiles) files.copy(file, join(dir, 'public', file))
  for (const file of bundle!.files) files.copy(`/${file}`, join(bundle!.clientDir, file))
  const hasData = bundle!.assets.scripts !== undefined
  for (const { path, content } of renderSiteFiles({ site, pages, aliases }, hasData))
    files.put(path, content)
  const shown = {
    cards: [...made.shareCards, ...special.shareCards],
    pictures: [...made.pictures, ...special.pictures, ...shared.shellFindings.pictures],
  }
  const listImages = (onCacheMiss: () => void) =>
    listDerivedFiles({ dir, site, publicFiles, onCacheMiss, ...shown })
  return drawMissingImages(listImages, files)
}
