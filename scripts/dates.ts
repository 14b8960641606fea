/** `npm run dates`: records today as the date of every page whose content has changed since its date was recorded. */
import { writeFile } from 'node:fs/promises'
import { datesFile, readDates, type DateLedger } from '../schema/content-dates.ts'
import { loadSite } from '../schema/load-site.ts'
import { hasErrors } from '../schema/problem.ts'
import { readOptions, runScript } from './options.ts'

const usage = 'Usage: npm run dates -- [--site DIR]'

async function main(args: string[]): Promise<number> {
  const { site } = readOptions(args, usage, { site: { type: 'string', default: '.' } })
  const { pages, problems } = await loadSite(site)
  if (hasErrors(problems)) {
    console.error('The site has errors; run `npm run check` first. No date was recorded.')
    return 1
  }
  const { ledger } = await readDates(site)
  const today = new Date().toISOString().slice(0, 10)
  const entries = pages
    .filter(({ meta }) => meta.indexed)
    .map(({ data: { route }, meta: { contentHash: hash, lastmod } }) => [route, { hash, date: lastmod ?? today }] as const)
  const changed = entries.filter(([route, { hash }]) => ledger[route]?.hash !== hash)
  const next: DateLedger = Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(datesFile(site), `${JSON.stringify(next, null, 2)}\n`)
  for (const [route] of changed) console.log(`${route} ${today}`)
  console.log(`${changed.length} of ${entries.length} dates recorded anew`)
  return 0
}

await runScript(import.meta.url, main)
