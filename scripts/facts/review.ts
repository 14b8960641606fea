import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { listApprovals } from '../../schema/rules/ledger/list-approvals.ts'
import { formatDay } from '../../schema/days/moment.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { formatCommand } from '../launch/commands.mjs'
import { UsageError } from '../shared/command.ts'
import { printText } from '../report/print-report.ts'
import { readReportedSite } from '../shared/read-site-report.ts'
import { toSiteArgs } from '../shared/usage.ts'
import { formatReview } from './format-review.ts'
import { getReadingKey, groupCitations } from '../report/list-facts.ts'

/**
 * Writes what asks for an approval as a file for whoever approves it.
 * @returns the exit code
 */
export async function writeReview(dir: string, path: string, now: string): Promise<number> {
  if (!/^\.html?$/i.test(extname(path)))
    throw new UsageError(`The file of --review ends with .html, unlike "${path}"`)
  const whole = await readReportedSite(dir, { now })
  const { merged, context, site } = whole
  const requests = listApprovals(merged, context.language)
  const citations = groupCitations(whole)
  const open = requests.filter(({ state }) => state !== 'approved').length
  const html = formatReview(requests, {
    site: site?.name ?? dir,
    language: context.language,
    today: formatDay(context.moment),
    listPages: ({ fact, subject, pages }) =>
      fact
        ? [
            ...new Set(
              [...fact.readings.keys()].flatMap((reading) =>
                (citations.get(getReadingKey(fact.name, reading, subject.page)) ?? []).map(
                  ({ route }) => route,
                ),
              ),
            ),
          ]
        : (pages ?? [undefined]),
  })
  await writeFile(path, html)
  const next = formatCommand('facts', ['--answers', 'FILE', ...toSiteArgs(dir)])
  printText(
    requests.length === 0
      ? `${path}: no fact and no statement asks for an approval. Write approval: owner at those that should.`
      : `${path}: ${open} of ${formatCount(requests.length, 'value')} to approve. Send it. With the file that comes back: ${next}`,
  )
  return 0
}
