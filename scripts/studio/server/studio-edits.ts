import { planPageDeletion } from '../../page-changes/delete-page.ts'
import { planRowEdits } from '../../edit/plan-row-edits.ts'
import { renamePage } from '../../page-changes/rename-page.ts'
import { labelRowEdit, readTable, toRowChanges } from '../describe/describe-rows.ts'
import { findCure, planFix } from '../describe/problem-list.ts'
import { listSyntaxProblems } from '../describe/source-view.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import type { Draft } from '../draft/draft.ts'
import { getValue } from '../../edit/apply-operations.ts'
import { readGitUserName, planComment } from '../page-comments.ts'
import { listCopied } from '../operations/copied-names.ts'
import { type PlannedAction, planCopy, planNewPage } from '../operations/plan-page.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import { isRecord } from '../../../schema/util/records.ts'
import { planRedirect } from '../operations/plan-redirect.ts'
import { readReportedSite } from '../../shared/read-site-report.ts'
import { cropPicture } from '../pictures/crop-picture.ts'
import { savePicture } from '../pictures/save-picture.ts'
import type {
  DraftState,
  NewComment,
  PageAction,
  PictureCrop,
  ProblemFix,
  RedirectAction,
  RowEdit,
  SavedPicture,
  SourceEdit,
  SourceResult,
  StudioOperation,
} from '../protocol.ts'
import type { NodeAddress } from '../../edit/source-address.ts'
import { getSite, type StudioHost } from './studio.ts'

type DeleteAction = PageAction & { action: 'delete' }

/** Edits that are planned here: of whole pages and files, redirects, pictures and problems. */
export class StudioEdits {
  readonly #session: StudioHost
  readonly #draft: Draft

  constructor(session: StudioHost, draft: Draft) {
    this.#session = session
    this.#draft = draft
  }

  /** Adds, copies, renames or deletes a page, as one step. @throws StudioFailure, UserError */
  async changePages(version: number, action: PageAction, by?: string): Promise<DraftState> {
    const state = await this.#applyPageAction(version, action, by)
    // The studio opens the page next.
    await this.#session.whenShown()
    return state
  }

  /** Saves a picture in public/. From then on, it can be chosen. @throws StudioFailure */
  async savePicture(name: string, bytes: Buffer): Promise<SavedPicture> {
    const { path, ...picture } = await savePicture(this.#draft.dir, name, bytes)
    this.#draft.logPicture(name, bytes)
    this.#session.readAgain([path])
    await this.#session.whenShown()
    return picture
  }

  /** Saves a part of a picture as another one. @throws StudioFailure */
  async cropPicture({ name, ...crop }: PictureCrop & { name: string }): Promise<SavedPicture> {
    const { files } = getSite(this.#session).input.publicFolder
    if (!files.has(crop.file))
      throw new StudioFailure('not-found', `There is no picture ${crop.file}.`)
    return this.savePicture(name, await cropPicture(this.#draft.dir, crop))
  }

  /** Replaces the text of a file, as one step, unless it has mistakes. @throws StudioFailure */
  async editSource({ version, file, before, after }: SourceEdit): Promise<SourceResult> {
    const problems = listSyntaxProblems(file, after)
    if (problems.length > 0) return { problems }
    const label = `Edit the YAML of ${file}`
    const draft = await this.#draft.rewrite(version, label, [{ file, before, after }])
    return { problems, draft }
  }

  /** Adds, changes or removes a redirect, as one step. @throws StudioFailure, UserError */
  async changeRedirects(version: number, action: RedirectAction): Promise<DraftState> {
    const { label, operations } = planRedirect(getSite(this.#session).input.shared, action)
    const state = await this.#draft.edit({ version, operations, label })
    // The studio fetches the list of redirects next.
    await this.#session.whenShown()
    return state
  }

  /** Changes a table, as one step. @throws StudioFailure, UserError */
  async changeRows(
    version: number,
    { file, path }: NodeAddress,
    edit: RowEdit,
  ): Promise<DraftState> {
    const text = await this.#draft.readText(file)
    const table = readTable({ file, path }, text)
    const changes = toRowChanges(table, edit)
    const operations = planRowEdits(table, getValue(file, text, []), changes, path).map(
      (operation): StudioOperation => ({ file, ...operation }),
    )
    return this.#draft.edit({ version, operations, label: labelRowEdit(table, changes) })
  }

  /** Adds a comment, as one step. @throws StudioFailure, UserError */
  async addComment(version: number, comment: NewComment, by?: string): Promise<DraftState> {
    const plan = await this.#planComment(comment, by)
    return this.#draft.edit({ version, ...plan })
  }

  /** @param by the person whose comment it is; by default, the one whom Git knows */
  #planComment(comment: NewComment, by = readGitUserName(this.#draft.dir)) {
    const { merged } = getSite(this.#session).input.shared
    return planComment(merged, comment, by, (file) => this.#draft.readText(file))
  }

  async #applyPageAction(version: number, action: PageAction, by?: string): Promise<DraftState> {
    if (action.action === 'rename') {
      const { from, to } = action
      const { changes } = await renamePage(this.#draft.dir, [from, to], { dryRun: true })
      return this.#draft.rewrite(version, `Rename ${from} to ${to}`, changes)
    }
    if (action.action === 'delete') return this.#deletePage(version, action)
    const { label, operations } = await this.#planPageAction(action, by)
    return this.#draft.edit({ version, operations, label })
  }

  /** Deletes a page, and leaves no link or address that leads nowhere. */
  async #deletePage(version: number, action: DeleteAction): Promise<DraftState> {
    const { dir } = this.#draft
    const site = await readReportedSite(dir, { everything: true })
    const question = 'Choose where these links lead then.'
    const { label, changes } = await planPageDeletion(dir, site, action, question)
    return this.#draft.rewrite(version, label, changes)
  }

  async #planPageAction(
    action: Exclude<PageAction, { action: 'rename' | 'delete' }>,
    by?: string,
  ): Promise<PlannedAction> {
    const { shared } = getSite(this.#session).input
    if (action.action === 'new') return planNewPage(shared, action)
    const file = shared.merged.pages.get(action.from)?.location.source.file
    const text = file === undefined ? '' : await this.#draft.readText(file)
    const written = file === undefined ? undefined : getValue(file, text, ['pages', action.from])
    const plan = planCopy(shared, action, written)
    const note = describeCopied(shared, action, plan)
    if (note === undefined) return plan
    const noted = await this.#planComment({ route: action.to, text: note }, by)
    return { ...plan, operations: [...plan.operations, ...noted.operations] }
  }

  /** Does what the author has chosen about a problem, as one step. @throws StudioFailure */
  async fixProblem(version: number, wanted: ProblemFix): Promise<DraftState> {
    // What was typed just before is checked first.
    await this.#session.whenChecked()
    const { problems } = this.#session.problems
    const text = await this.#draft.readText(wanted.file)
    if (wanted.cure === undefined) {
      const change = planFix(problems, wanted, text)
      return this.#draft.rewrite(version, `Fix in ${wanted.file}: ${wanted.message}`, [change])
    }
    const cure = findCure(getSite(this.#session), problems, wanted, text)
    const label = `${cure.label}: ${wanted.message}`
    if ('plan' in cure) return this.#draft.edit({ version, operations: cure.plan(), label })
    const { file, rewrite } = cure
    const change = { file, before: await this.#draft.readText(file), after: rewrite() }
    return this.#draft.rewrite(version, label, [change])
  }
}

/** What the author of a copy must look at: no one else can tell what is right there. */
function describeCopied(
  { context }: SharedSite,
  { from, replaced }: PageAction & { action: 'duplicate' },
  { operations }: PlannedAction,
): string | undefined {
  const [copy] = operations
  if (!replaced || copy?.kind !== 'set' || !isRecord(copy.value)) return undefined
  const left = listCopied(copy.value, replaced, new Set(context.facts.keys()))
  if (left.length === 0) return undefined
  return `Copied from ${from}. Still about ${replaced.text}: ${left.join(', ')}.`
}
