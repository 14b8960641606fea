/**
 * `npm run dates`: records what is about to be published: today's date for every page whose content
 * has changed since its date was recorded, and the addresses that must not disappear.
 */
import { toSiteArgs } from './shared/usage.ts'
import { formatCommand } from './launch/commands.mjs'
import { datesFileName, readDates } from '../schema/source/content-dates.ts'
import { readWholeSite, type WholeSite } from './prerender/run/inspect-site.ts'
import { addressesFileName } from '../schema/source/recorded-addresses.ts'
import { serializeEntries } from '../schema/util/recorded-entries.ts'
import { toDay } from '../schema/days/day.ts'
import { listDatesToRecord } from '../schema/rules/dates.ts'
import { listRecordedAddresses } from '../schema/rules/addresses/kept-addresses.ts'
import type { ResolvedSite } from '../schema/resolve/resolve-site.ts'
import { collectAddresses } from '../schema/resolve/site-addresses.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { SiteEdits } from './edit/site-edits.ts'
import { writeFileChanges, writeSiteFile } from './edit/text-edits.ts'

/** A limit, because one edit of a set may change thousands of pages. */
const maxListedRoutes = 50

export const command = defineCommand({
  name: 'dates',
  forms: ['', '--translated [ROUTE …]'],
  arguments: { ROUTE: 'The address of a translated page.' },
  options: {
    translated:
      'Only record that translations are up to date: those at these routes, or all of them.',
    ...siteOptions,
  },
  examples: {
    '': 'Record the dates of the pages that have changed, and every address.',
    '--translated /es/precios': 'Record that this translation is up to date again.',
  },
  async run({ site, translated }, routes) {
    const whole = await readWholeSite(site)
    const { pages, problems, resolvedSite } = whole
    if (hasErrors(problems) || !resolvedSite) {
      console.error(
        `The site has errors. Run \`${formatCommand('check', toSiteArgs(site))}\` first. No dates were recorded.`,
      )
      return 1
    }
    if (translated) {
      for (const route of await recordOriginals(site, whole, routes)) console.log(route)
      return 0
    }
    const { entries: ledger } = await readDates(site)
    const today = toDay(Date.now())
    const dated = pages.map(({ data: { route }, meta }) => ({ route, meta }))
    const recordedDates = listDatesToRecord(dated, today)
    const entries = Object.entries(recordedDates)
    const changed = entries.filter(([route, { hash }]) => ledger[route]?.hash !== hash)
    await writeSiteFile(site, datesFileName, serializeEntries(recordedDates))
    const recorded = await recordAddresses(site, resolvedSite)
    for (const [route] of changed.slice(0, maxListedRoutes)) console.log(`${route} ${today}`)
    if (changed.length > maxListedRoutes)
      console.log(`… and ${changed.length - maxListedRoutes} more`)
    console.log(
      `${changed.length} of ${entries.length} dates updated, ${recorded} addresses recorded`,
    )
    return 0
  },
})

/** @returns the number of addresses. */
async function recordAddresses(site: string, resolved: ResolvedSite): Promise<number> {
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
 * @param routes of translations; all of them if there are none
 * @returns the routes of the translations that were changed
 */
async function recordOriginals(
  site: string,
  { pages, resolvedSite }: Pick<WholeSite, 'pages' | 'resolvedSite'>,
  routes: string[],
): Promise<string[]> {
  const originals = new Map(pages.map(({ data, meta }) => [data.route, meta.original]))
  const changed: string[] = []
  const edits = new SiteEdits(site)
  for (const { data, meta } of pages) {
    const { route } = data
    const page = resolvedSite?.merged.pages.get(route)
    const value = meta.translates && originals.get(meta.translates.route)
    if (!page || value === undefined || value === meta.translates?.original) continue
    if (routes.length > 0 && !routes.includes(route)) continue
    const { source, path } = page.location
    const at = [...path, 'original']
    await edits.apply(source.file, [{ kind: 'set', path: at, value, before: 'title' }])
    changed.push(route)
  }
  await writeFileChanges(site, edits.list())
  return changed
}

runCommand(import.meta.url, command)
