/** Edits that are planned here, each as one step: of tables, redirects, whole files and problems. */
import { listSyntaxProblems, type SourceProblem } from './describe/source-view.ts'
import { labelRowEdit, readTable, toRowChanges } from './describe/describe-rows.ts'
import { findCure, planFix } from './describe/problem-list.ts'
import { getValue } from './apply-operations.ts'
import type { DraftState } from './draft/draft-state.ts'
import type { DraftedSite } from './drafted-site.ts'
import type { ProblemFix, RedirectAction, RowEdit, SourceEdit } from './inputs.ts'
import { planRedirect } from './pages/plan-redirect.ts'
import { planRowEdits } from './plan-row-edits.ts'
import type { ValuePlace } from './source-address.ts'
import type { FileEdit } from './yaml-operations.ts'

/** Replaces the text of a file, unless it has mistakes. @throws RequestFailure */
export async function editSource(
  { draft }: DraftedSite,
  { version, ...change }: SourceEdit,
): Promise<{ problems: SourceProblem[]; draft?: DraftState }> {
  const { file, after } = change
  const problems = listSyntaxProblems(file, after)
  if (problems.length > 0) return { problems }
  return { problems, draft: await draft.rewrite(version, `Edit the YAML of ${file}`, [change]) }
}

/** Adds, changes or removes a redirect. @throws RequestFailure, UserError */
export async function changeRedirects(
  { draft, site, session }: DraftedSite,
  version: number,
  action: RedirectAction,
): Promise<DraftState> {
  const state = await draft.edit({ version, ...planRedirect(site.resolved, action) })
  // The list of redirects is fetched next.
  await session.whenShown()
  return state
}

/** Changes a table. @throws RequestFailure, UserError */
export async function changeRows(
  { draft }: DraftedSite,
  version: number,
  { file, path }: ValuePlace,
  edit: RowEdit,
): Promise<DraftState> {
  const text = await draft.readText(file)
  const table = readTable({ file, path }, text)
  const changes = toRowChanges(table, edit)
  const operations = planRowEdits(table, getValue(file, text, []), changes, path).map(
    (operation): FileEdit => ({ file, ...operation }),
  )
  return draft.edit({ version, operations, label: labelRowEdit(table, changes) })
}

/** Does what the author has chosen about a problem. @throws RequestFailure */
export async function fixProblem(
  drafted: DraftedSite,
  version: number,
  wanted: ProblemFix,
): Promise<DraftState> {
  const { draft, session } = drafted
  // What was typed just before is checked first.
  await session.whenChecked()
  const { problems } = session.problems
  const text = await draft.readText(wanted.file)
  if (wanted.cure === undefined) {
    const change = planFix(problems, wanted, text)
    return draft.rewrite(version, `Fix in ${wanted.file}: ${wanted.message}`, [change])
  }
  const cure = findCure(drafted.site, problems, wanted, text)
  const label = `${cure.label}: ${wanted.message}`
  if ('plan' in cure) return draft.edit({ version, operations: cure.plan(), label })
  const { file, rewrite } = cure
  return draft.rewrite(version, label, [
    { file, before: await draft.readText(file), after: rewrite() },
  ])
}
