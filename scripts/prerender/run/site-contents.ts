import { join } from 'node:path'
import { listDatedParts } from '../../../schema/days/coming-changes.ts'
import {
  collectAddresses,
  listGone,
  listRedirects,
} from '../../../schema/resolve/site-addresses.ts'
import { listUnsupportedRedirects } from '../../../schema/rules/addresses/host-redirects.ts'
import { formatFileLine, toFileLine } from '../../../schema/problems/location.ts'
import { collectPageImages, listDerivedFiles } from '../../images/site-images.ts'
import { listCompressedCopies } from '../hosts/compressed-copies.ts'
import {
  explainConflictingHosts,
  renderHostFiles,
  servesCopies,
  type HostName,
} from '../hosts/hosts.ts'
import { describeHosting } from '../hosts/hosting-rules.ts'
import { getTypefaceNames } from '../../../renderer/assets.ts'
import { getPrintedSite, printAliases } from '../make/make-pages.ts'
import { listOutputFiles } from '../make/make-all-pages.ts'
import { findOtherSite } from '../output/check-output-folder.ts'
import { drawMissingFiles, drawMissingImages } from '../output/draw-images.ts'
import { createFileCheck } from '../output/output-file.ts'
import { licensesPath, renderLicenses } from '../output/render-licenses.ts'
import { nextChangeFile, renderNextChange } from '../output/render-next-change.ts'
import { renderSiteFiles } from '../output/render-site-files.ts'
import { hasSearch, writeSearchIndex } from '../output/search-index.ts'
import type { SiteInput } from '../read/load-site-input.ts'
import type { FolderContents, OpenFolder } from './folder-run.ts'
import type { CheckedRun } from './run.ts'

/**
 * What the output of a whole site holds besides pages.
 * @param hosts replace the site's own
 */
export function createSiteContents(site: string, out: string, hosts?: HostName[]): FolderContents {
  // An invalid setting is reported as a problem.
  const getHosts = ({ resolved }: SiteInput): HostName[] => {
    const given = hosts ?? resolved.site.settings.hosts
    return Array.isArray(given) ? (given as HostName[]) : []
  }
  return {
    async refuse(input, lastFiles) {
      const conflict = explainConflictingHosts(getHosts(input))
      if (conflict !== undefined) return `site.hosts: ${conflict}.`
      const [unsupported] = listUnsupportedRedirects(
        getHosts(input),
        collectAddresses(input.resolved),
      )
      if (unsupported) {
        const { address, location } = unsupported.redirect
        return `${unsupported.host} cannot redirect ${address} (${formatFileLine(toFileLine(location!))}).`
      }
      const own = lastFiles['/robots.txt']
      const name = input.resolved.siteData?.name
      if (name === undefined || (own && createFileCheck(out).isAsWritten(own.written)))
        return undefined
      return findOtherSite(out, site, name)
    },
    async write(run, folder) {
      await writeSiteFiles(run, folder)
      await writeHostFiles(getHosts(run.input), run, folder)
    },
  }
}

/** Writes the files of the site as a whole: public/, scripts, sitemap, feeds, redirects, images. */
async function writeSiteFiles(
  { input, made, pages }: CheckedRun,
  { site: dir, out, staged, files, bundle, onDrawn }: OpenFolder,
): Promise<void> {
  const { resolved, publicFolder } = input
  const publicFiles = publicFolder.files
  const site = resolved.siteData!
  for (const file of publicFiles) files.copy(file, join(dir, 'public', file))
  const searches = hasSearch([...pages, made.notFound])
  const { scripts, styles } = bundle!.assets
  const used = new Set(getTypefaceNames(site))
  const unused = Object.entries(styles.typefaces).flatMap(([name, { url }]) =>
    used.has(name) ? [] : url,
  )
  if (scripts && !searches) unused.push(scripts.search)
  for (const file of bundle!.files)
    if (!unused.includes(`/${file}`)) files.copy(`/${file}`, join(bundle!.clientDir, file))
  const printed = getPrintedSite(input.pageInputs)
  const aliases = listRedirects(collectAddresses(resolved))
  const parts = listDatedParts(resolved.site, made.pages)
  if (parts.length > 0) files.put(nextChangeFile, renderNextChange(parts, resolved.context.moment))
  const hasData = scripts !== undefined
  for (const { path, content } of renderSiteFiles({ site, printed, pages, aliases }, hasData))
    files.put(path, content)
  const licenses = await renderLicenses([...used], input.fonts)
  // A file in public/ takes precedence.
  if (licenses !== undefined && !publicFiles.has(licensesPath)) files.put(licensesPath, licenses)
  if (searches && scripts) {
    const texts = { site, pages, records: made.records, script: scripts.search }
    await writeSearchIndex({ ...texts, folders: [staged, out] }, files)
  }
  const { cards, pictures } = collectPageImages(made.records)
  const shown = { cards, pictures: [...pictures, ...resolved.shellFindings.pictures] }
  const images = listDerivedFiles({ dir, site, fonts: input.fonts, publicFiles, ...shown })
  await drawMissingImages(images, files, onDrawn)
}

/**
 * Writes everything else that hosts need: redirects, headers, compressed copies. Comes last,
 * because it depends on all other files.
 */
async function writeHostFiles(
  hosts: HostName[],
  { input: { resolved, pageInputs }, made }: CheckedRun,
  { out, staged, files }: OpenFolder,
): Promise<void> {
  const site = resolved.siteData!
  const pageFiles = listOutputFiles(made)
  const addresses = collectAddresses(resolved)
  const rules = describeHosting({
    origin: site.origin,
    settings: resolved.site.settings,
    noindex: site.noindex,
    aliases: printAliases(listRedirects(addresses), getPrintedSite(pageInputs)),
    gone: listGone(addresses),
    files: [...pageFiles.map(({ path }) => path), ...Object.keys(files.files)],
  })
  if (servesCopies(hosts)) {
    const all = [...pageFiles, ...Object.values(files.files).map(({ written }) => written)]
    await drawMissingFiles(listCompressedCopies(all, [staged, out]), files)
  }
  for (const { path, content } of renderHostFiles(rules, hosts))
    if (!files.has(path)) files.put(path, content)
}
