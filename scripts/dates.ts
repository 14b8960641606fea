/**
 * `npm run dates`: records today's date for every page whose content has changed since its date was
 * recorded.
 */
import { writeFile } from 'node:fs/promises'
import { toDatesPath, readDates, serializeDates } from '../schema/source/content-dates.ts'
import { loadSite } from '../schema/load-site.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { formatUsage, parseOptions, runCommand, siteOption } from './shared/run-command.ts'

const usage = formatUsage('npm run dates -- [--site DIR]', siteOption)

/** A limit, because one edit of a set may change thousands of pages. */
const maxListedRoutes = 50

async function main(args: string[]): Promise<number> {
  const { site } = parseOptions(args, usage, { site: { type: 'string', default: '.' } })
  const { pages, problems } = await loadSite(site)
  if (hasErrors(problems)) {
    console.error('The site has errors. Run `npm run check` first. No dates were recorded.')
    return 1
  }
  const { entries: ledger } = await readDates(site)
  const today = new Date().toISOString().slice(0, 10)
  const entries = pages
    .filter(({ meta }) => meta.indexed)
    .map(
      ({ data: { route }, meta: { contentHash: hash, lastmod } }) =>
        [route, { hash, date: lastmod ?? today }] as const,
    )
  const changed = entries.filter(([route, { hash }]) => ledger[route]?.hash !== hash)
  await writeFile(toDatesPath(site), serializeDates(Object.fromEntries(entries)))
  for (const [route] of changed.slice(0, maxListedRoutes)) console.log(`${route} ${today}`)
  if (changed.length > maxListedRoutes)
    console.log(`… and ${changed.length - maxListedRoutes} more`)
  console.log(`${changed.length} of ${entries.length} dates updated`)
  return 0
}

runCommand(import.meta.url, main)
