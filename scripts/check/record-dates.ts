import { toDay } from '../../schema/days/day.ts'
import { collectAddresses } from '../../schema/resolve/site-addresses.ts'
import { listRecordedAddresses } from '../../schema/rules/addresses/kept-addresses.ts'
import { listDatesToRecord } from '../../schema/days/content-dates.ts'
import { datesFileName, readDates } from '../../schema/days/content-dates.ts'
import { addressesFileName } from '../../schema/source/recorded-addresses.ts'
import { serializeEntries } from '../../schema/source/recorded-entries.ts'
import { SiteEdits } from '../edit/site-edits.ts'
import { writeFileChanges, writeSiteFile } from '../edit/text-edits.ts'
import { readWholeSite, type WholeSite } from '../prerender/run/inspect-site.ts'
import { readCorrectSite } from '../shared/read-site-report.ts'
import { UserError } from '../shared/user-error.ts'

/** A limit, because one edit of a set may change thousands of pages. */
const maxListedRoutes = 50

/**
 * Records what is about to be published: today's date for every page whose content has changed since
 * its date was recorded, and the addresses that must not disappear.
 * @returns what was recorded, for people
 * @throws UserError if the site has errors
 */
export async function recordDates(site: string): Promise<string> {
  const whole = await readCorrectSite(site, 'recorded')
  const { entries: ledger } = await readDates(site)
  const today = toDay(Date.now())
  const recordedDates = listDatesToRecord(whole.pages, today)
  const entries = Object.entries(recordedDates)
  const changed = entries.filter(([route, { hash }]) => ledger[route]?.hash !== hash)
  await writeSiteFile(site, datesFileName, serializeEntries(recordedDates))
  const recorded = await recordAddresses(site, whole)
  const more = changed.length - maxListedRoutes
  return [
    ...changed.slice(0, maxListedRoutes).map(([route]) => `${route} ${today}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
    `${changed.length} of ${entries.length} dates updated, ${recorded} addresses recorded`,
  ].join('\n')
}

/** @returns the number of addresses. */
async function recordAddresses(site: string, resolved: WholeSite): Promise<number> {
  const linked = resolved.pages.map((page) => ({
    ...page,
    links: page.findings.links.map(({ href }) => href),
  }))
  const addresses = listRecordedAddresses(
    collectAddresses(resolved),
    linked,
    resolved.addresses.entries,
  )
  await writeSiteFile(site, addressesFileName, serializeEntries(addresses))
  return Object.keys(addresses).length
}

/**
 * Records in each translation the current state of its original, so that a check can tell when the
 * original changes.
 * @param routes of translations; `all` for every one
 * @returns the routes of the translations that were changed
 * @throws UserError if a route is that of no translation
 */
export async function acceptTranslations(dir: string, routes: string[]): Promise<string[]> {
  if (routes.length === 0) return []
  const { pages, site } = await readWholeSite(dir)
  const other = routes.find(
    (each) =>
      each !== 'all' && !pages.some(({ data, meta }) => data.route === each && meta.translates),
  )
  if (other !== undefined)
    throw new UserError(`${other} is no translation: there is no page that translates: another.`)
  const edits = new SiteEdits(dir)
  const changed = await editTranslations(edits, { pages, site }, routes)
  await writeFileChanges(dir, edits.list())
  return changed
}

/**
 * Adds edits that record in each translation the current state of its original.
 * @param routes of translations; `all` for every one
 * @returns the routes of the translations that change
 */
export async function editTranslations(
  edits: SiteEdits,
  { pages, site }: Pick<WholeSite, 'pages' | 'site'>,
  routes: string[],
): Promise<string[]> {
  const originals = new Map(pages.map(({ data, meta }) => [data.route, meta.original]))
  const changed = pages.flatMap(({ data: { route }, meta }) => {
    const page = site.pages.get(route)
    const value = meta.translates && originals.get(meta.translates.route)
    if (!page || value === undefined || value === meta.translates?.original) return []
    if (!routes.includes('all') && !routes.includes(route)) return []
    const { source, path } = page.location
    const at = [...path, 'original']
    return [{ route, file: source.file, kind: 'set', path: at, value, before: 'title' } as const]
  })
  await edits.applyAll(changed)
  return changed.map(({ route }) => route)
}
