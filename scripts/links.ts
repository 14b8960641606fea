/** `npm run links`: asks other sites whether what the site links to is still there. */
import { checkLinks } from './links/check-links.ts'
import { formatLinksAsMarkdown, formatLinksAsText } from './links/format-report.ts'
import type { CheckedLink } from './links/link-types.ts'
import { listOutsideLinks } from './links/list-outside-links.ts'
import { openLinksCache } from './links/links-cache.ts'
import { systemClock } from './links/system-clock.ts'
import { parseOptions } from './shared/parse-options.ts'
import { assertReportFormat, printReport, printText } from './shared/print-report.ts'
import { readReportedSite } from './shared/read-site-report.ts'
import { runCommand } from './shared/run-command.ts'
import { cacheOption, defineUsage, siteOption, type Usage, UsageError } from './shared/usage.ts'

const usage = defineUsage(
  'npm run links -- [--site DIR] [--max-age DAYS] [--slow SECONDS] [--format text|json|markdown] [--cache-dir DIR]',
  {
    ...siteOption,
    '--max-age DAYS': 'How many days a working link is trusted. 0 checks every link. Default: 7.',
    '--slow SECONDS': 'After how many seconds an answer counts as slow. Default: 5.',
    '--format FORMAT': 'text for people, json for tools, markdown for an issue. Default: text.',
    ...cacheOption,
  },
  {
    'npm run links': "Check the links to other sites that haven't been checked in 7 days.",
    'npm run links -- --max-age 0': 'Check every link.',
    'npm run links -- --format markdown': 'Write a report to paste into an issue.',
    'npm run links -- --slow 10': 'Report answers that take more than ten seconds.',
    'npm run links -- --site ../bakery': 'Check the links of another site.',
    'npm run links -- --cache-dir /var/cache/site': 'Keep the answers in another folder.',
  },
)

const dayMs = 24 * 60 * 60 * 1000
/** How long to wait for an answer. */
const timeoutMs = 20_000

export async function main(args: string[]): Promise<number> {
  const {
    site: dir,
    format,
    ...values
  } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    'max-age': { type: 'string', default: '7' },
    slow: { type: 'string', default: '5' },
    format: { type: 'string', default: 'text' },
  })
  assertReportFormat(format, usage, ['text', 'json', 'markdown'])
  const maxAgeMs = parseNumber('max-age', values['max-age'], usage) * dayMs
  const slowMs = parseNumber('slow', values.slow, usage) * 1000
  const { resolvedSite } = await readReportedSite(dir)
  const links = await checkLinks(listOutsideLinks(resolvedSite), {
    origin: resolvedSite.site?.origin ?? '',
    cache: openLinksCache(systemClock.now()),
    clock: systemClock,
    maxAgeMs,
    slowMs,
    timeoutMs,
  })
  if (format === 'markdown') printText(formatLinksAsMarkdown(links))
  else printReport(format, links, () => formatLinksAsText(links))
  if (links.some(isBroken) && links.every(({ status }) => status === undefined))
    console.error('\nNo host answered. Is this machine online?')
  return links.some(isBroken) ? 1 : 0
}

/** Whether a visitor who follows the link finds nothing. */
const isBroken = ({ state }: CheckedLink) => state === 'gone' || state === 'failing'

function parseNumber(name: string, value: string, usage: Usage): number {
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value)
  throw new UsageError(`--${name} must be a number, not "${value}"`, usage)
}

runCommand(import.meta.url, usage, main)
