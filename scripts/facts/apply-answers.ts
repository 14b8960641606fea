import { isDeepStrictEqual } from 'node:util'
import { isMap, isNode, parseDocument } from 'yaml'
import { listApprovals } from '../../schema/rules/ledger/list-approvals.ts'
import { isCalendarDate } from '../../schema/times/written-day.ts'
import { formatDay } from '../../schema/days/moment.ts'
import {
  planPageOmissions,
  planSectionOmissions,
} from '../../schema/resolve/placeholders/plan-omissions.ts'
import type { Path } from '../../schema/problems/location.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import type { Approval } from '../../schema/types.gen.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { groupBy } from '../../schema/util/group-by.ts'
import { asList, asRecord, getAt, isRecord } from '../../schema/util/records.ts'
import { findNearestName } from '../../schema/validate/nearest-name.ts'
import { editTranslations } from '../check/record-dates.ts'
import { SiteEdits } from '../edit/site-edits.ts'
import { type ValuePlace, isWithinPath } from '../edit/source-address.ts'
import { readChanged, type FileChange } from '../edit/text-edits.ts'
import { writeCheckedChanges } from '../edit/write-checked-changes.ts'
import {
  appendValues,
  applyToValue,
  type FileEdit,
  type JsonValue,
  type Edit,
} from '../edit/yaml-operations.ts'
import { checkSite, readWholeSite, type WholeSite } from '../prerender/run/inspect-site.ts'
import { listLedger } from '../report/list-ledger.ts'
import { printText } from '../report/print-report.ts'
import {
  answeredSource,
  blanks,
  identifyFact,
  listQuestions,
  pickPictures,
  shortenHash,
  toApprovalSubject,
  type Answer,
  type Question,
} from '../report/questions.ts'
import { readInputFile } from '../shared/read-input-file.ts'
import { assertNoErrors, readReportedSite } from '../shared/read-site-report.ts'
import { UserError } from '../shared/user-error.ts'
import { findValueAt } from '../edit/describe/source-view.ts'
import { tryGetValue } from '../edit/apply-operations.ts'

/** What an answer can be about. @property value what it is now, for people */
type Subject = Pick<Question, 'hash' | 'value' | 'address' | 'others'> & { needsLike?: string[] }

/**
 * Writes answers to where they belong: of a worksheet, or of a file to review. All of them, or none
 * if the site would have errors. An answer about something that has changed meanwhile does not count.
 * @param path the file with a line for each subject: `insurance: { settled: standard }`
 * @returns the exit code, 1 if an answer does not count
 * @throws UserError for answers that cannot be read, or that leave errors
 */
export async function applyAnswers(dir: string, path: string, now: string): Promise<number> {
  const answers = Object.entries(await readAnswers(path))
  const names = new Set(answers.map(([name]) => name))
  const resolved = await readReportedSite(dir, { now })
  const subjects = listSubjects(resolved)
  const approvals = new ApprovalAnswers(resolved)
  const edits = new SiteEdits(dir)
  const operations: FileEdit[] = []
  const leftOut: ValuePlace[] = []
  const refused: string[] = []
  let added = 0
  for (const [name, { asked, approval, ...answer }] of answers) {
    const subject = subjects.get(name)
    if (!subject) {
      const nearest = findNearestName(name, subjects.keys())
      const hint = name.includes('#')
        ? ' Has it been answered before? Then leave its line out.'
        : nearest === undefined
          ? ''
          : ` Did you mean "${nearest}"?`
      refused.push(`There is no question about "${name}".${hint}`)
      continue
    }
    const by = asRecord(approval).by ?? 'whoever answered'
    // Who has an answer of their own needs none of another one.
    const others = (subject.others ?? []).flatMap(({ subject: other, address }) =>
      address && !names.has(other) ? [address] : [],
    )
    const blank = findBlank([answer, approval])
    if (typeof asked === 'string' && asked !== shortenHash(subject.hash))
      refused.push(`"${name}" is ${subject.value} now, which is not what ${by} has seen.`)
    else if (blank !== undefined) refused.push(`"${name}" still says ${blank}.`)
    else if (approval !== undefined) {
      const reason = approvals.add(name, asRecord(approval))
      if (reason !== undefined) refused.push(reason)
    } else if (!subject.address)
      refused.push(`"${name}" is no fact, so nothing can be added to it.`)
    else if (answer.leaveOut === true && subject.address.path[0] !== 'facts')
      leftOut.push(subject.address, ...others)
    else {
      const { file, path } = subject.address
      const written = asRecord(await edits.value(file, path))
      const today = formatDay(resolved.context.moment)
      const planned = planAnswer(written, path, answer, today, subject.needsLike)
      if (typeof planned === 'string') refused.push(`"${name}" ${planned}.`)
      else {
        operations.push(...planned.map((operation) => ({ file, ...operation })))
        operations.push(...others.flatMap((other) => planPictures(other, pickPictures(answer))))
        added++
      }
    }
  }
  await edits.applyAll(operations)
  await leaveOut(edits, leftOut, resolved)
  await approvals.write(edits)
  const changes = edits.list()
  if (changes.length > 0) {
    // What the answers hide may leave too little of a list, or a page without a text that it needs.
    const { problems } = await readChanged(dir, changes, () => checkSite(dir))
    assertNoErrors(problems, 'added', (errors) =>
      explainErrors(errors, changes, answers, subjects, path),
    )
    // Only a person who writes changes what there is to translate.
    const current = listCurrentTranslations(resolved)
    if (current.length > 0) {
      const after = await readChanged(dir, changes, () => readWholeSite(dir))
      await editTranslations(edits, after, current)
    }
    await writeCheckedChanges(dir, resolved, edits.list(), { done: 'added' })
  }
  const total = added + leftOut.length + approvals.added.length
  printText(
    [
      `${changes.length === 1 ? `${changes[0]!.file}: ` : ''}${formatCount(total, 'answer')} added, ${approvals.known} known already.`,
      ...approvals.added
        .filter(({ answer }) => answer === 'rejected')
        .map(
          ({ fact, statement, by, comment = 'no comment' }) =>
            `  rejected by ${by}: ${fact ?? statement} (${comment})`,
        ),
      ...(refused.length > 0 ? ['Not added:', ...refused.map((reason) => `  ${reason}`)] : []),
    ].join('\n'),
  )
  return refused.length > 0 ? 1 : 0
}

/** Says which answers are the reason for errors, and how to go on. */
function explainErrors(
  errors: Problem[],
  changes: FileChange[],
  answers: [string, Answer][],
  subjects: Map<string, Subject>,
  path: string,
): string {
  const texts = new Map(changes.map(({ file, after }) => [file, after]))
  const names = answers.flatMap(([name, answer]) => {
    const address = subjects.get(name)?.address
    const text = address && texts.get(address.file)
    const isWritten = text !== undefined && isAnswerAt(text, address!, answer)
    const isReason = ({ file, line = 0, column = 1, found, excerpt }: Problem) =>
      (isWritten &&
        file === address!.file &&
        isWithinPath(findValueAt(file, text, line, column) ?? [], address!.path)) ||
      // A page that prints it.
      (excerpt?.includes(`\${${name}`) &&
        (answer.leaveOut || (found && JSON.stringify(answer).includes(found))))
    return errors.some(isReason) ? [`"${name}"`] : []
  })
  if (names.length === 0) return ''
  return `\n\nThe reason is what is answered to ${names.join(' and ')}. Correct that in ${path}, or delete it there to add the others.`
}

/** Whether an answer is what a file says there. In a list that has become shorter, it is not. */
function isAnswerAt(
  text: string,
  { file, path }: ValuePlace,
  { asked: _, ...answer }: Answer,
): boolean {
  const written = getAt(tryGetValue(file, text), path)
  return (
    isRecord(written) &&
    Object.entries(answer).every(
      ([key, value]) => isRecord(value) || isDeepStrictEqual(value, written[key]),
    )
  )
}

/** The routes of the translations that are as new as their originals. */
function listCurrentTranslations({ pages }: WholeSite): string[] {
  const originals = new Map(pages.map(({ data, meta }) => [data.route, meta.original]))
  return pages.flatMap(({ data: { route }, meta: { translates } }) =>
    translates && originals.get(translates.route) === translates.original ? [route] : [],
  )
}

/** Reads the lines of a file. Two questions can be about one subject, so its lines are joined. */
async function readAnswers(path: string): Promise<Record<string, Answer>> {
  const document = parseDocument(String(await readInputFile(path)), { uniqueKeys: false })
  const [error] = document.errors
  if (error) throw new UserError(`${path} is not valid YAML: ${error.message.split('\n')[0]}`)
  const lines = isMap(document.contents) ? document.contents.items : []
  const form = (name: string) =>
    new UserError(`${path} must have a line for each answer: ${name}: { settled: standard }`)
  if (lines.length === 0) throw form('hourly')
  const answers: Record<string, Answer> = {}
  for (const { key, value } of lines) {
    const name = String(key)
    const answer: unknown = isNode(value) ? value.toJS(document) : undefined
    if (!isRecord(answer)) throw form(name)
    const known = asRecord(answers[name])
    const other = Object.keys(answer).find(
      (key) => key in known && !isDeepStrictEqual(known[key], answer[key]),
    )
    if (other !== undefined)
      throw new UserError(`${path}: there are two answers to "${name}", with different ${other}.`)
    answers[name] = { ...known, ...answer }
  }
  return answers
}

/** Everything that is asked, and every fact of the ledger, which can be settled unasked. */
function listSubjects(resolved: WholeSite): Map<string, Subject> {
  const { site, context } = resolved
  const today = formatDay(context.moment)
  const ledger = listLedger(resolved, today)
  const facts = ledger.facts.flatMap((fact): [string, Subject][] => {
    const found = identifyFact(resolved, fact)
    const value = fact.readings.map(({ text }) => text).join(', ')
    const needsLike = fact.decidesByReading ? fact.readings.map(({ name }) => name) : undefined
    return found ? [[found.subject, { ...found, value, needsLike }]] : []
  })
  const approvals = listApprovals(site, context.language).map((request): [string, Subject] => [
    toApprovalSubject(request),
    { hash: request.hash, value: request.value },
  ])
  const questions = listQuestions(resolved, ledger, today)
    .filter(({ topic }) => topic === 'placeholder')
    .flatMap(({ others = [], ...question }) => {
      // An answer to an earlier worksheet may be about another one of those with the same picture.
      const group: Question[] = [question, ...others]
      return group.map((each) => ({ ...each, others: group.filter((other) => other !== each) }))
    })
    .map(({ subject, ...question }): [string, Subject] => [subject, question])
  return new Map([...approvals, ...questions, ...facts])
}

/** Finds a text of the worksheet that nobody has replaced. */
const findBlank = (answer: unknown): string | undefined =>
  Object.values(blanks).find((blank) => JSON.stringify(answer).includes(JSON.stringify(blank)))

/**
 * Plans to write an answer to its place, which is no placeholder any more.
 * @param needsLike the readings of which one of the owner's own must name one
 * @returns why it does not count, if it doesn't
 */
function planAnswer(
  written: Record<string, unknown>,
  path: Path,
  { leaveOut: isLeftOut, ...answer }: Answer,
  today: string,
  needsLike?: string[],
): Edit[] | string {
  const answered = { source: `${answeredSource} ${today}` }
  const list = (changed: Answer) => listChanges(path, changed, written, answered)
  const isMarked = (name: string) => written[name] === true
  const mark = ['placeholder', 'originPlaceholder'].find(isMarked)
  const isUnchanged = Object.entries(answer).every(([name, value]) =>
    isDeepStrictEqual(value, written[name]),
  )
  if (isLeftOut === true) {
    if (written.unproven !== 'omit')
      return 'is cited by pages, so it cannot be left out: answer it, or leave it open'
    // What is no claim and has no evidence is a sample, which a published site leaves out.
    const claim = mark === undefined || isMarked('claim') ? { claim: false } : {}
    return [...list({ ...answer, ...claim }), ...removeMarks(path, mark)]
  }
  if ('value' in answer && written.values !== undefined)
    return 'has several values, of which other answers or the day choose one: correct them in its file'
  if (mark !== undefined && isUnchanged)
    return 'is still what it was: the placeholder. Write what is real, at least in one of its texts'
  const isUnlike = listOwn(answer, written).some(({ like }) => like === undefined)
  if (needsLike && isUnlike)
    return `decides what pages say besides: add to yours, beside its value, which of the others works the same way: like: ${needsLike.join(' or like: ')}`
  const languages = listUntranslated(written, answer)
  if (languages.length > 0)
    return `has another text in ${languages.join(', ')}: add translations: { ${languages[0]}: … } beside the value`
  // Where the earlier value came from is not true of this one.
  const isOther = 'value' in answer && answer.value !== written.value && 'source' in written
  const source = isOther ? answered : {}
  // A sample that now has its real value is published without proof, unless it is a claim.
  const isReal = 'value' in answer && written.claim !== true && 'unproven' in written
  const marks = isReal ? [mark, 'unproven'] : [mark]
  return [...list({ ...source, ...answer }), ...removeMarks(path, ...marks)]
}

/** Lists the readings of an answer that no source has. */
const listOwn = (answer: Answer, { readings }: Record<string, unknown>) =>
  Object.entries(asRecord(answer.readings)).flatMap(([name, each]) =>
    asRecord(readings)[name] === undefined ? [asRecord(each)] : [],
  )

/** Plans to write pictures to another entry that had the same ones. */
function planPictures({ file, path }: ValuePlace, pictures: Answer): FileEdit[] {
  const set = Object.entries(pictures).map(([name, value]) => {
    return { kind: 'set' as const, path: [...path, name], value: value as JsonValue }
  })
  const marks = set.length > 0 ? removeMarks(path, 'placeholder') : []
  return [...set, ...marks].map((operation) => ({ file, ...operation }))
}

const removeMarks = (path: Path, ...names: (string | undefined)[]): Edit[] =>
  names.flatMap((name) => (name === undefined ? [] : { kind: 'remove', path: [...path, name] }))

/** The languages in which a value would stay what it was. */
const listUntranslated = (written: Record<string, unknown>, answer: Answer): string[] => [
  ...('value' in answer && answer.value !== written.value && !('translations' in answer)
    ? Object.keys(asRecord(written.translations))
    : []),
  ...Object.entries(asRecord(answer.readings)).flatMap(([name, each]) => {
    const readings = asRecord(written.readings)
    // A reading of the owner's own needs the languages of the others.
    return listUntranslated(asRecord(readings[name] ?? Object.values(readings)[0]), asRecord(each))
  }),
]

/**
 * A line can be about one reading: `readings: { standard: { evidence: … } }`, or add one.
 * @param answered the source of what is added
 */
const listChanges = (
  path: Path,
  answer: Answer,
  written: Record<string, unknown>,
  answered: { source: string },
): Edit[] =>
  Object.entries(answer).flatMap(([key, value]): Edit[] => {
    if (key !== 'readings' || !isRecord(value))
      return [{ kind: 'set', path: [...path, key], value: value as JsonValue }]
    const readings = asRecord(written.readings)
    return Object.entries(value).flatMap(([name, each]): Edit[] => {
      const at = [...path, key, name]
      if (isRecord(readings[name])) return listChanges(at, asRecord(each), readings[name], answered)
      return [{ kind: 'set', path: at, value: { ...answered, ...asRecord(each) } as JsonValue }]
    })
  })

/**
 * Deletes placeholders, and what is around them where nothing would be left, as a published site
 * leaves them out.
 */
async function leaveOut(edits: SiteEdits, addresses: ValuePlace[], { schema }: WholeSite) {
  const owners = groupBy(addresses, ({ file, path }) =>
    JSON.stringify({ file, path: path.slice(0, path[0] === 'pages' ? 2 : 1) }),
  )
  const context = { schema, explainFact: () => undefined }
  for (const [owner, inside] of owners) {
    const { file, path } = JSON.parse(owner) as ValuePlace
    const value = asRecord(await edits.value(file, path))
    const paths = inside.map((each) => each.path.slice(path.length))
    const marked = markOnly(value, paths)
    const { omitted } =
      path[0] === 'pages'
        ? planPageOmissions(marked, context)
        : planSectionOmissions(path[0] as 'site', marked, context)
    const removed = [...omitted].map((key) => toPath(key, value))
    // From the last one, so that the indexes of those before it stay.
    for (const each of removed.reverse())
      await edits.apply(file, [{ kind: 'remove', path: [...path, ...each] }])
  }
}

/** Marks only these entries of a page as placeholders. */
function markOnly(value: Record<string, unknown>, paths: Path[]): Record<string, unknown> {
  const unmark = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(unmark)
    if (!isRecord(each)) return each
    const { placeholder: _, ...rest } = each
    return Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, unmark(child)]))
  }
  return applyToValue(
    unmark(value) as Record<string, unknown>,
    paths.map((path) => ({ kind: 'set', path: [...path, 'placeholder'], value: true })),
  )
}

/** Reads a key of `toPathKey`. */
function toPath(key: string, value: unknown): Path {
  const path: Path = []
  for (const step of key.split('\n'))
    path.push(Array.isArray(getAt(value, path)) ? Number(step) : step)
  return path
}

/** The approvals of a site, with those of a file of answers. Earlier ones stay as they are. */
class ApprovalAnswers {
  readonly added: Approval[] = []
  /** How many were taken before. */
  known = 0
  readonly #site: WholeSite

  constructor(resolved: WholeSite) {
    this.#site = resolved
  }

  /** @returns why an answer does not count; undefined if it does */
  add(name: string, { answer, as, by, on, comment }: Record<string, unknown>): string | undefined {
    const { site, context } = this.#site
    const request = listApprovals(site, context.language).find(
      (each) => toApprovalSubject(each) === name && each.as === as,
    )
    if (!request) return `"${name}" asks for no approval of ${as} any more.`
    if (answer !== 'accepted' && answer !== 'rejected')
      return `"${name}" is neither accepted nor rejected.`
    if (typeof by !== 'string' || by.trim() === '') return `Nobody has signed for "${name}".`
    if (typeof on !== 'string' || !isCalendarDate(on))
      return `"${name}" is from ${on}, which is no day.`
    const { subject, hash, value } = request
    const approval: Approval = {
      ...subject,
      ...{ hash, value, answer, as: request.as, by: by.trim(), on },
      ...(typeof comment === 'string' && { comment }),
    }
    if (site.approvals.some((each) => isDeepStrictEqual({ ...each }, approval))) this.known++
    else this.added.push(approval)
    return undefined
  }

  /** Adds them to the file that has some. The first ones go to a file that asks for one. */
  async write(edits: SiteEdits): Promise<void> {
    if (this.added.length === 0) return
    const { site, context } = this.#site
    const asking = listApprovals(site, context.language).map(({ location }) => location.source.file)
    const file = site.approvalFile ?? asking.find((each) => /\.ya?ml$/.test(each)) ?? site.main.file
    const known = asList(await edits.value(file, ['approvals'])).length
    await edits.apply(
      file,
      appendValues(['approvals'], known, this.added as unknown as JsonValue[]),
    )
  }
}
