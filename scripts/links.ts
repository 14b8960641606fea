/** `npm run links`: asks other sites whether what the site links to is still there. */
import { checkLinks } from './links/check-links.ts'
import { listLinkSections } from './links/format-report.ts'
import { type CheckedLink, systemClock } from './links/link-types.ts'
import { listOutsideLinks } from './report/links.ts'
import { openLinksCache } from './links/links-cache.ts'
import { printReport } from './report/print-report.ts'
import { readReportedSite } from './shared/read-site-report.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { formatOption, siteOptions } from './shared/options.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How long to wait for an answer. */
const timeoutMs = 20_000

export const command = defineCommand({
  name: 'links',
  options: {
    'max-age': {
      value: 'DAYS',
      help: 'How many days a working link is trusted. 0 checks every link.',
      default: '7',
      parse: parseDays,
    },
    ...formatOption({ markdown: 'an issue' }),
    ...siteOptions,
  },
  examples: {
    '': "Check the links to other sites that haven't been checked in 7 days.",
    '--max-age 0': 'Check every link.',
    '--format markdown': 'Write a report to paste into an issue.',
  },
  async run({ site, format, 'max-age': maxAge }) {
    const whole = await readReportedSite(site)
    const links = await checkLinks(listOutsideLinks(whole), {
      origin: whole.siteData?.origin ?? '',
      cache: openLinksCache(systemClock.now()),
      clock: systemClock,
      maxAgeMs: maxAge * dayMs,
      timeoutMs,
    })
    printReport(format, links, () => listLinkSections(links))
    if (links.some(isBroken) && links.every(({ status }) => status === undefined))
      console.error('\nNo host answered. Is this machine online?')
    return links.some(isBroken) ? 1 : 0
  },
})

/** Whether a visitor who follows the link finds nothing. */
const isBroken = ({ state }: CheckedLink) => state === 'gone' || state === 'failing'

function parseDays(value: string): number {
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value)
  throw new UsageError(`--max-age must be a number, not "${value}"`)
}

runCommand(import.meta.url, command)
