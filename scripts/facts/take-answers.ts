import { isCalendarDate, isDay } from '../../schema/days/day.ts'
import { listApprovals, type ApprovalRequest } from '../../schema/rules/ledger/list-approvals.ts'
import { asList, asRecord, isRecord } from '../../schema/util/records.ts'
import type { WholeSite } from '../../schema/resolve/resolve-site.ts'
import type { Approval } from '../../schema/types.gen.ts'
import { appendValues, type JsonValue } from '../edit/yaml-operations.ts'
import { writeCheckedChanges } from '../edit/write-checked-changes.ts'
import type { ReportedSite } from '../shared/read-site-report.ts'
import { UserError } from '../shared/user-error.ts'
import { answerFormat, type ReviewAnswer, type ReviewAnswers } from './format-review.ts'
import { tryParseJson } from '../../schema/util/try-parse.ts'
import { readInputFile } from '../shared/read-input-file.ts'
import { SiteEdits } from '../edit/site-edits.ts'

/**
 * @property file the file with the approvals of the site
 * @property known how many answers were taken before
 * @property refused answers that do not count, each with why
 */
type TakenAnswers = { file: string; added: Approval[]; known: number; refused: string[] }

/**
 * Adds the answers of a review to the approvals of a site. Earlier ones stay as they are.
 * @throws UserError if the file has no answers, or the site would have errors
 */
export async function takeAnswers(
  dir: string,
  path: string,
  site: ReportedSite,
): Promise<TakenAnswers> {
  const { by, on, answers } = await readAnswers(path)
  const { merged, context } = site.resolvedSite
  const requests = listApprovals(merged, context.language)
  const result = { added: [] as Approval[], known: 0, refused: [] as string[] }
  for (const answer of answers) {
    const request = requests.find((each) => isAbout(each, answer))
    const name = [answer.fact ?? answer.statement, answer.page].filter(Boolean).join(' on ')
    if (!request) {
      result.refused.push(`"${name}" asks for no approval of ${answer.as} any more.`)
      continue
    }
    const { subject, value, hash, as } = request
    if (hash !== answer.hash) {
      result.refused.push(`"${name}" is ${value} now, which is not what ${by} has seen.`)
      continue
    }
    const { answer: given, comment } = answer
    const known = merged.approvals.some(
      (each) =>
        isSubject(each, subject) &&
        each.hash === hash &&
        each.as === as &&
        each.by === by &&
        each.on === on &&
        each.answer === given &&
        each.comment === comment,
    )
    if (known) result.known++
    else
      result.added.push({
        ...subject,
        hash,
        value,
        answer: given,
        as,
        by,
        on,
        ...(comment !== undefined && { comment }),
      })
  }
  const file = findFile(site.resolvedSite, requests)
  if (result.added.length > 0) {
    const edits = new SiteEdits(dir)
    const known = await edits.value(file, ['approvals'])
    const added = result.added as unknown as JsonValue[]
    await edits.apply(file, appendValues(['approvals'], asList(known).length, added))
    await writeCheckedChanges(dir, site, edits.list(), { done: 'added' })
  }
  return { ...result, file }
}

const isSubject = (
  { fact, page, statement }: ApprovalRequest['subject'],
  other: ApprovalRequest['subject'],
): boolean => fact === other.fact && page === other.page && statement === other.statement

const isAbout = (request: ApprovalRequest, answer: ReviewAnswer): boolean =>
  isSubject(request.subject, answer) && request.as === answer.as

async function readAnswers(path: string): Promise<ReviewAnswers> {
  const found = asRecord(tryParseJson(String(await readInputFile(path))))
  const answers = asList(found.answers).filter(isAnswer)
  const { signpost, by, on } = found
  const isComplete = signpost === answerFormat && typeof by === 'string' && by.trim() !== ''
  if (!isComplete || answers.length === 0 || !isDay(on))
    throw new UserError(
      `${path} has no answers. It must be the file that the page of npm run facts -- --review saves.`,
    )
  if (!isCalendarDate(on)) throw new UserError(`${path} is from ${on}, which is no day.`)
  return { signpost: answerFormat, by: by.trim(), on, answers }
}

const isAnswer = (value: unknown): value is ReviewAnswer =>
  isRecord(value) &&
  ['as', 'hash'].every((name) => typeof value[name] === 'string') &&
  (value.answer === 'accepted' || value.answer === 'rejected') &&
  ['fact', 'page', 'statement', 'comment'].every(
    (name) => value[name] === undefined || typeof value[name] === 'string',
  )

/** Approvals stay in the file that has some. The first ones go to a file that asks for one. */
function findFile({ merged }: WholeSite, requests: ApprovalRequest[]): string {
  const files = requests.map(({ location }) => location.source.file)
  return merged.approvalFile ?? files.find((each) => /\.ya?ml$/.test(each)) ?? merged.main.file
}
