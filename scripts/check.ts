/**
 * `npm run check`: reports every problem of the site. Exits with 1 on errors, 2 on wrong usage,
 * else 0. With --launch, also reports every placeholder, and exits with 1 if there are any.
 */
import {
  formatProblems,
  problemFormats,
  summarizeProblems,
  type ProblemFormat,
} from '../schema/problems/format-problems.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { checkSite } from './prerender/session/check-site.ts'
import {
  formatUsage,
  parseOptions,
  runCommand,
  siteOption,
  UsageError,
} from './shared/run-command.ts'
import { relativizeProblemPaths } from './shared/problem-paths.ts'

const usage = formatUsage(
  `npm run check -- [--site DIR] [--format ${problemFormats.join('|')}] [--launch]`,
  {
    ...siteOption,
    '--format FORMAT':
      'text for people, json for tools, or github for workflow annotations. Default: text.',
    '--launch': 'Also report placeholders, and fail if there are any.',
  },
)

async function main(args: string[]): Promise<number> {
  const { site, format, launch } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
    launch: { type: 'boolean', default: false },
  })
  if (!problemFormats.includes(format as ProblemFormat))
    throw new UsageError(`--format must be ${problemFormats.join(', ')}, not "${format}"`, usage)
  const { problems, pageCount } = await checkSite(site)
  const placeholders = problems.filter(({ code }) => code === 'PLACEHOLDER')
  // Placeholders are no mistakes before the site is published.
  const shown = launch ? problems : problems.filter(({ code }) => code !== 'PLACEHOLDER')
  const report = formatProblems(relativizeProblemPaths(shown, site), format as ProblemFormat)
  if (report !== '') console.log(report)
  // Standard output holds nothing but the report if that is for tools.
  const summary = [
    `${pageCount} pages: ${summarizeProblems(shown)}`,
    describePlaceholders(placeholders.length, launch),
  ]
    .filter(Boolean)
    .join('\n')
  if (format === 'text') console.log(`${report === '' ? '' : '\n'}${summary}`)
  else console.error(summary)
  return hasErrors(problems) || (launch && placeholders.length > 0) ? 1 : 0
}

function describePlaceholders(count: number, launch: boolean): string | undefined {
  const placeholders = count === 1 ? '1 placeholder' : `${count} placeholders`
  if (launch)
    return count === 0
      ? 'Ready to publish: there are no placeholders.'
      : `Not ready to publish: ${placeholders} to replace.`
  return count === 0
    ? undefined
    : `${placeholders} to replace before publishing. List them with: npm run check -- --launch`
}

runCommand(import.meta.url, main)
