import { join } from 'node:path'
import { listDatedParts } from '../../../schema/days/coming-changes.ts'
import { listEndedAddresses } from '../../../schema/days/ended-pages.ts'
import type { Alias } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { listDerivedFiles } from '../../images/site-images.ts'
import { listCompressedCopies } from '../hosts/compressed-copies.ts'
import { servesCopies, type HostName } from '../hosts/host-names.ts'
import { describeHosting } from '../hosts/hosting-rules.ts'
import { renderHostFiles } from '../hosts/render-host-files.ts'
import { getPrintedSite, printAliases } from '../make/printed-site.ts'
import { drawMissingFiles, drawMissingImages } from '../output/draw-images.ts'
import type { WrittenFile } from '../output/output-file.ts'
import { llmsPath } from '../output/render-llms-text.ts'
import { nextChangeFile, renderNextChange } from '../output/render-next-change.ts'
import { renderSiteFiles } from '../output/render-site-files.ts'
import { hasSearch, writeSearchIndex } from '../output/search-index.ts'
import type { UpdatedPages } from './update-types.ts'

/** @property out the current output */
type SiteAddresses = { pages: PageSummary[]; aliases: Alias[]; out: string }

/**
 * Writes the files of the site as a whole: public/, scripts, sitemap, feeds, redirects, images.
 * @param dir the site's folder. @returns how many images had to be drawn.
 */
export async function writeSiteFiles(
  dir: string,
  { input, made, special, files, bundle, writer }: UpdatedPages,
  { pages, aliases, out }: SiteAddresses,
): Promise<number> {
  const { shared, publicFolder } = input
  const publicFiles = publicFolder.files
  const site = shared.site!
  for (const file of publicFiles) files.copy(file, join(dir, 'public', file))
  const searches = hasSearch([...pages, special.notFound])
  const { scripts } = bundle!.assets
  for (const file of bundle!.files)
    if (searches || `/${file}` !== scripts?.search)
      files.copy(`/${file}`, join(bundle!.clientDir, file))
  const printed = getPrintedSite(input.plainInput)
  const parts = listDatedParts(shared.merged, made.pages)
  if (parts.length > 0) files.put(nextChangeFile, renderNextChange(parts, shared.context.moment))
  const hasData = scripts !== undefined
  // A file in public/ takes precedence.
  for (const { path, content } of renderSiteFiles({ site, printed, pages, aliases }, hasData))
    if (path !== llmsPath || !publicFiles.has(path)) files.put(path, content)
  if (searches && scripts)
    await writeSearchIndex(
      {
        ...{ site, pages, records: made.records, script: scripts.search },
        folders: [writer.folder, out],
      },
      files,
    )
  const shown = {
    cards: [...made.shareCards, ...special.shareCards],
    pictures: [...made.pictures, ...special.pictures, ...shared.shellFindings.pictures],
  }
  const listImages = (onCacheMiss: () => void) =>
    listDerivedFiles({ dir, site, publicFiles, onCacheMiss, ...shown })
  return drawMissingImages(listImages, files)
}

/**
 * Writes everything else that hosts need: redirects, headers, compressed copies. Comes last,
 * because it depends on all other files.
 */
export async function writeHostFiles(
  hosts: HostName[],
  { input: { shared, plainInput }, made, files, writer }: UpdatedPages,
  { pages, aliases, out }: SiteAddresses,
): Promise<void> {
  const site = shared.site!
  const pageFiles = [...made.records.values()].flatMap(({ result }) => result.output?.files ?? [])
  const rules = describeHosting({
    origin: site.origin,
    settings: shared.merged.settings,
    aliases: printAliases(aliases, getPrintedSite(plainInput)),
    addresses: shared.addresses.entries,
    ended: listEndedAddresses(shared.merged).gone,
    routes: new Set(pages.map(({ route }) => route)),
    files: [...pageFiles.map(({ path }) => path), ...Object.keys(files.files)],
  })
  if (servesCopies(hosts)) {
    const all: WrittenFile[] = [
      ...pageFiles,
      ...Object.values(files.files).map(({ written }) => written),
    ]
    await drawMissingFiles(listCompressedCopies(all, [writer.folder, out]), files)
  }
  // A file in public/ takes precedence.
  for (const { path, content } of renderHostFiles(rules, hosts))
    if (!files.has(path)) files.put(path, content)
}
