/**
 * Everything that the studio's page can request, one row each: what it sends, what it gets, and who
 * may not. The page takes its types from these rows; see `Input` and `Answer`.
 */
import { memoizeByText } from '../../../schema/util/memoize.ts'
import { createTwoFilesPatch } from 'diff'
import { z } from 'zod'
import { isDay } from '../../../schema/days/day.ts'
import { isCalendarDate } from '../../../schema/times/written-day.ts'
import { changeRedirects, changeRows, editSource, fixProblem } from '../../edit/change-site.ts'
import { describeRows, listTables } from '../../edit/describe/describe-rows.ts'
import { listBlocks } from '../../edit/describe/list-choices.ts'
import { describeSource, findPointedValue } from '../../edit/describe/source-view.ts'
import {
  address,
  checkInput,
  chosenFiles,
  editRequest,
  newComment,
  pageAction,
  pictureCrop,
  problemFix,
  proposalRequest,
  redirectAction,
  rowEdit,
  sourceEdit,
  version,
} from '../../edit/inputs.ts'
import { addComment, changePage } from '../../edit/pages/change-page.ts'
import { listKeptAddresses } from '../../edit/pages/delete-page.ts'
import { listComments } from '../../edit/pages/page-comments.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import { parseAddress } from '../../edit/source-address.ts'
import { listLinkingPages } from '../../report/links.ts'
import { describeNode } from '../describe/describe-node.ts'
import { outlinePage } from '../describe/outline-page.ts'
import { listPageHistory, restoreChange } from '../describe/page-history.ts'
import { quoteFact } from '../describe/quote-fact.ts'
import { listRedirectItems } from '../describe/redirect-items.ts'
import { describeCommitted, describeChosen, examineCommit } from '../describe/visitor-changes.ts'
import { addCrop, addPicture } from '../pictures/save-picture.ts'
import {
  assertPublishable,
  examineChosen,
  followWorkflow,
  planProposal,
  propose,
} from '../propose-changes.ts'
import { getNewest, listProposals } from '../proposals.ts'
import { hasChanged, readPublished } from '../published-page.ts'
import { sharePreview } from '../share-preview.ts'
import { describeDailyBuild } from '../../check/describe-launch.ts'
import { runGit } from '../../shared/git.ts'
import type { Person } from './people.ts'
import type { Studio } from './studio.ts'

type Row<Schema extends z.ZodType, Answer> = {
  input: Schema
  answer: (studio: Studio, input: z.output<Schema>) => Answer
  /** Why the one who asks may not. */
  refuse?: (person: Person, input: z.output<Schema>) => string | undefined
}

const row = <Schema extends z.ZodType, Answer>(
  input: Schema,
  answer: Row<Schema, Answer>['answer'],
  refuse?: Row<Schema, Answer>['refuse'],
): Row<Schema, Answer> => ({ input, answer, ...(refuse && { refuse }) })

const nothing = z.object({})
const route = { route: z.string() }
const commit = { commit: z.string().regex(/^[0-9a-f]{4,64}$/) }
/** In a query, everything is text. */
const count = z.coerce.number<number>()
const writtenAddress = z.object({ address: z.string().transform(parseAddress) })
/** Refused as `stale` if another step than this one would be next. */
const nextStep = z.object({ label: z.string().optional() })

/** The blocks of the project change rarely, and their examples take a while. */
const readBlocks = memoizeByText(listBlocks)

/** `GET`: what is asked changes nothing. */
const queries = {
  session: row(nothing, (studio) => studio.describeSession()),
  schema: row(nothing, (studio) => studio.schema),
  pages: row(z.object({ known: count }), (studio, { known }) => studio.listPages(known)),
  outline: row(z.object(route), (studio, { route }) => outlinePage(studio, route)),
  node: row(writtenAddress, (studio, { address }) => describeNode(studio, address)),
  marks: row(z.object(route), (studio, { route }) => studio.markPage(route)),
  problems: row(nothing, (studio) => studio.listProblems()),
  facts: row(nothing, (studio) => studio.listFacts()),
  quotes: row(z.object({ fact: z.string() }), (studio, { fact }) => quoteFact(studio, fact)),
  find: row(
    z.object({ text: z.string(), whole: z.literal('').optional(), route: z.string().optional() }),
    (studio, { whole, ...wanted }) => studio.findTexts({ ...wanted, isWhole: whole !== undefined }),
  ),
  media: row(nothing, (studio) => studio.listMedia()),
  /** What leads to a page, to be asked about before it is deleted. */
  links: row(z.object(route), ({ site, draft }, { route }) => {
    const page = site.resolved.site.pages.get(route)
    const isForgotten =
      page !== undefined && listKeptAddresses(draft.dir, site.resolved, page).length === 0
    return { ...listLinkingPages(site, route), isForgotten }
  }),
  choices: row(nothing, async (studio) => {
    // What was just added can be chosen.
    await studio.session.whenShown()
    return studio.listChoices()
  }),
  history: row(z.object({ ...route, count }), (studio, { route, count }) =>
    listPageHistory(studio, route, count),
  ),
  'history/changes': row(z.object({ ...commit, ...route }), (studio, { commit, route }) =>
    describeCommitted(studio.draft.dir, commit, route),
  ),
  source: row(writtenAddress, async (studio, { address: { file, path } }) =>
    describeSource(file, await studio.draft.readText(file), path),
  ),
  'source-place': row(
    z.object({ file: z.string(), line: count, column: count }),
    async (studio, { file, line, column }) => {
      const path = findPointedValue(file, await studio.draft.readText(file), line, column)
      return path ? { address: { file, path } } : {}
    },
  ),
  redirects: row(nothing, (studio) => listRedirectItems(studio.site)),
  tables: row(nothing, (studio) => listTables(studio.site)),
  rows: row(writtenAddress, async ({ draft, site }, { address }) => {
    const text = await draft.readText(address.file)
    const change = draft.listChanges().find(({ file }) => file === address.file)
    return describeRows(site, address, {
      text,
      saved: change?.before ?? text,
      version: draft.version,
    })
  }),
  comments: row(nothing, ({ draft, site }) =>
    listComments(site.resolved.site, (file) => draft.readText(file)),
  ),
  blocks: row(nothing, (studio) => readBlocks(studio.draft.dir)),
  /** What saving would change, unified with three lines of context. */
  changes: row(nothing, ({ draft }) => ({
    version: draft.version,
    steps: draft.state.steps.map(({ label }) => label),
    files: draft.listChanges().map(({ file, before, after }) => ({
      file,
      diff: createTwoFilesPatch(file, file, before, after, undefined, undefined, { context: 3 }),
    })),
  })),
  'changes/report': row(nothing, ({ visitorChanges }) => visitorChanges.report()),
  proposal: row(nothing, ({ draft }) => planProposal({ site: draft.dir, draft })),
  proposals: row(nothing, (studio) => listProposals(studio.draft.dir)),
  publication: row(z.object(commit), async (studio, { commit }) => {
    const page = studio.published?.commit === commit ? studio.published : undefined
    const workflow = await followWorkflow(studio.draft.dir, commit)
    if (!page || workflow.state === 'failed') return workflow
    if (await hasChanged(page)) return { state: 'live' as const, url: page.url }
    return workflow.state === 'running' ? workflow : { ...workflow, state: 'waiting' as const }
  }),
}

/** `POST`, which another origin cannot send. */
const actions = {
  edits: row(editRequest, (studio, edit) => studio.draft.edit(edit)),
  /** What visitors would notice of an edit that is not made. */
  trials: row(editRequest, ({ visitorChanges }, { operations }) => visitorChanges.try(operations)),
  undo: row(nextStep, (studio, { label }) => studio.draft.undo(label)),
  redo: row(nextStep, (studio, { label }) => studio.draft.redo(label)),
  revert: row(nothing, (studio) => studio.draft.revert()),
  save: row(z.object(version), async (studio, { version }) => {
    const saved = await studio.draft.save(version, await studio.planDates())
    studio.log?.(`saved ${saved.join(', ') || 'nothing'}`)
    return { saved, draft: studio.draft.state }
  }),
  pages: row(z.intersection(z.object(version), pageAction), (studio, action) =>
    changePage(studio, action.version, action, studio.person?.name),
  ),
  source: row(sourceEdit, (studio, edit) => editSource(studio, edit)),
  rows: row(rowEdit.extend({ ...version, address }), (studio, { version, address, ...edit }) =>
    changeRows(studio, version, address, edit),
  ),
  redirects: row(z.intersection(z.object(version), redirectAction), (studio, action) =>
    changeRedirects(studio, action.version, action),
  ),
  comments: row(newComment.extend(version), (studio, { version, ...comment }) =>
    addComment(studio, version, comment, studio.person?.name),
  ),
  crops: row(pictureCrop.extend({ name: z.string() }), (studio, { name, ...crop }) =>
    addCrop(studio, name, crop),
  ),
  fixes: row(problemFix.extend(version), (studio, { version, ...wanted }) =>
    fixProblem(studio, version, wanted),
  ),
  restore: row(
    z.object({ ...version, ...route, ...commit, file: z.string(), index: count }),
    (studio, { version, ...change }) => restoreChange(studio, version, change),
  ),
  /** What visitors will notice of what goes along, before it is published. */
  'proposal/report': row(chosenFiles, async (studio, chosen) => {
    const { draft } = studio
    const changes = await examineChosen({ site: draft.dir, draft }, chosen, (base, commit) =>
      describeChosen(draft.dir, base, commit),
    )
    const shown = chosen.publish ? await studio.notePlaceholders() : []
    return 'notes' in changes ? { ...changes, notes: [...changes.notes, ...shown] } : changes
  }),
  propose: row(
    proposalRequest,
    async (studio, request) => {
      const { draft, site, person, log } = studio
      let route: string | undefined
      let note = ''
      const proposal = await propose(
        { site: draft.dir, draft, person },
        request,
        async (base, commit) => {
          const next = request.publish && (await assertPublishable(draft.dir, commit))
          if (next) note = describeDailyBuild(draft.dir, next)
          const examined = await examineCommit(draft.dir, base, commit)
          route = examined.route
          return examined
        },
      )
      const { branch, commit } = proposal
      const { origin = '' } = site.resolved.siteData ?? {}
      const page = request.publish && route && (await readPublished(origin, route))
      if (page) studio.published = { commit, ...page }
      log?.(`${request.publish ? 'published' : 'proposed'} ${commit} on ${branch}`)
      return { ...proposal, ...(note !== '' && { note }) }
    },
    ({ role }, { publish }) =>
      publish && role === 'edit' ? 'You may propose changes here, not publish them.' : undefined,
  ),
  /** Brings what others have published into the folder, and says what visitors notice of it. */
  newest: row(
    nothing,
    async ({ draft, log }) => {
      if (draft.listChanges().length > 0)
        throw new RequestFailure('refused', 'Save your changes first.')
      const readHead = () => runGit(draft.dir, ['rev-parse', 'HEAD']).trim()
      const before = readHead()
      await draft.takePublished(await getNewest(draft.dir, draft.saveLog))
      log?.('got the newest version')
      return describeChosen(draft.dir, before, readHead())
    },
    ({ role }) => (role === 'edit' ? 'Only those who publish may do this.' : undefined),
  ),
  share: row(
    nothing,
    (studio) => sharePreview(studio.draft.dir),
    () => 'The preview would be a folder of the server.',
  ),
  /** Shows the site as it will be on a day; without one, as it is today. */
  day: row(
    z.object({
      day: z
        .string()
        .refine((day) => isDay(day) && isCalendarDate(day))
        .optional(),
    }),
    (studio, { day }) => studio.showDay(day),
  ),
  recovered: row(z.object({ action: z.enum(['restore', 'discard']) }), (studio, { action }) =>
    studio.draft.recover(action),
  ),
  conflicts: row(
    z.object({ id: z.string(), keep: z.enum(['mine', 'theirs']) }),
    (studio, { id, keep }) => studio.draft.settle(id, keep),
  ),
}

/**
 * `POST pictures?file=/people/sam.jpg` with the bytes of a picture, which is saved in public/
 * immediately, unless another has its name. A step may show it then.
 */
export async function receivePicture(
  studio: Studio,
  name: string,
  bytes: Buffer,
): Promise<{ file: string }> {
  const picture = await addPicture(studio, name, bytes)
  studio.log?.(`uploaded public${picture.file}`)
  return picture
}

type Rows = { GET: typeof queries; POST: typeof actions }
type Answerer = { answer: (...given: never[]) => unknown }

export type QueryName = keyof typeof queries
export type ActionName = keyof typeof actions

/** What a request sends, and what it is answered with. */
export type RowInput<
  Method extends keyof Rows,
  Name extends keyof Rows[Method],
> = Rows[Method][Name] extends { input: z.ZodType } ? z.input<Rows[Method][Name]['input']> : never
export type RowAnswer<
  Method extends keyof Rows,
  Name extends keyof Rows[Method],
> = Rows[Method][Name] extends Answerer ? Awaited<ReturnType<Rows[Method][Name]['answer']>> : never

/** Answers a request by its row. @throws RequestFailure, UserError */
export function answerRow(method: string, name: string, studio: Studio, given: unknown): unknown {
  const rows: Record<string, Row<z.ZodType, unknown>> | undefined =
    method === 'GET' ? queries : method === 'POST' ? actions : undefined
  const found = rows && Object.hasOwn(rows, name) ? rows[name] : undefined
  if (!found) throw new RequestFailure('not-found', `The studio has no ${method} ${name}.`)
  const input = checkInput(found.input, given)
  const reason = studio.person && found.refuse?.(studio.person, input)
  if (reason !== undefined) throw new RequestFailure('forbidden', reason)
  return found.answer(studio, input)
}
