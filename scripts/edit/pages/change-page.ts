import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { isRecord } from '../../../schema/util/records.ts'
import { readReportedSite } from '../../shared/read-site-report.ts'
import { getValue } from '../apply-operations.ts'
import type { DraftState } from '../draft/draft-state.ts'
import type { DraftedSite } from '../drafted-site.ts'
import { listCopied } from './copied-names.ts'
import { planPageDeletion } from './delete-page.ts'
import type { PageAction, NewComment } from '../inputs.ts'
import { planComment, readGitUserName } from './page-comments.ts'
import { type PlannedAction, planCopy, planNewPage } from './plan-page.ts'
import { renamePage } from './rename-page.ts'

/**
 * Adds, copies, renames or deletes a page, as one step.
 * @param by the person who edits, if several people do
 * @throws RequestFailure, UserError
 */
export async function changePage(
  site: DraftedSite,
  version: number,
  action: PageAction,
  by?: string,
): Promise<DraftState> {
  const state = await applyPageAction(site, version, action, by)
  // The author opens the page next.
  await site.session.whenShown()
  return state
}

/** Adds a comment, as one step. @throws RequestFailure, UserError */
export async function addComment(
  site: DraftedSite,
  version: number,
  comment: NewComment,
  by?: string,
): Promise<DraftState> {
  return site.draft.edit({ version, ...(await planSignedComment(site, comment, by)) })
}

/** @param by the person whose comment it is; by default, the one whom Git knows */
function planSignedComment(
  { draft, site }: DraftedSite,
  comment: NewComment,
  by = readGitUserName(draft.dir),
) {
  return planComment(site.resolved.site, comment, by, (file) => draft.readText(file))
}

async function applyPageAction(
  site: DraftedSite,
  version: number,
  action: PageAction,
  by?: string,
): Promise<DraftState> {
  const { draft } = site
  if (action.action === 'rename') {
    const { from, to } = action
    const { changes } = await renamePage(draft.dir, [from, to], { dryRun: true })
    return draft.rewrite(version, `Rename ${from} to ${to}`, changes)
  }
  if (action.action === 'delete') {
    const read = await readReportedSite(draft.dir, { everything: true })
    const question = 'Choose where these links lead then.'
    const { label, changes } = await planPageDeletion(draft.dir, read, action, question)
    return draft.rewrite(version, label, changes)
  }
  const { label, operations } = await planPageAction(site, action, by)
  return draft.edit({ version, operations, label })
}

async function planPageAction(
  site: DraftedSite,
  action: Exclude<PageAction, { action: 'rename' | 'delete' }>,
  by?: string,
): Promise<PlannedAction> {
  const { resolved } = site.site
  if (action.action === 'new') return planNewPage(resolved, action)
  const file = resolved.site.pages.get(action.from)?.location.source.file
  const text = file === undefined ? '' : await site.draft.readText(file)
  const written = file === undefined ? undefined : getValue(file, text, ['pages', action.from])
  const plan = planCopy(resolved, action, written)
  const note = describeCopied(resolved, action, plan)
  if (note === undefined) return plan
  const noted = await planSignedComment(site, { route: action.to, text: note }, by)
  return { ...plan, operations: [...plan.operations, ...noted.operations] }
}

/** What the author of a copy must look at: no one else can tell what is right there. */
function describeCopied(
  { context }: ResolvedSite,
  { from, replaced }: PageAction & { action: 'duplicate' },
  { operations }: PlannedAction,
): string | undefined {
  const [copy] = operations
  if (!replaced || copy?.kind !== 'set' || !isRecord(copy.value)) return undefined
  const left = listCopied(copy.value, replaced, new Set(context.facts.keys()))
  if (left.length === 0) return undefined
  return `Copied from ${from}. Still about ${replaced.text}: ${left.join(', ')}.`
}
