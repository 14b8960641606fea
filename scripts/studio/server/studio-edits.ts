import { planRowEdits } from '../../edit/plan-row-edits.ts'
import { labelRowEdit, readTable, toRowChanges } from '../../edit/describe/describe-rows.ts'
import { findCure, planFix } from '../../edit/describe/problem-list.ts'
import { listSyntaxProblems } from '../../edit/describe/source-view.ts'
import { RequestFailure } from '../../edit/request-failure.ts'
import type { Draft } from '../../edit/draft/draft.ts'
import { getValue } from '../../edit/apply-operations.ts'
import { planRedirect } from '../../edit/pages/plan-redirect.ts'
import { cropPicture } from '../pictures/crop-picture.ts'
import { savePicture } from '../pictures/save-picture.ts'
import type { DraftState } from '../../edit/draft/draft-state.ts'
import type { PictureCrop, SavedPicture, SourceEdit, SourceResult } from '../protocol.ts'
import type { ProblemFix } from '../../edit/describe/problem-list.ts'
import type { RedirectAction } from '../../edit/pages/plan-redirect.ts'
import type { RowEdit } from '../../edit/describe/describe-rows.ts'
import type { FileOperation } from '../../edit/yaml-operations.ts'
import type { NodeAddress } from '../../edit/source-address.ts'
import type { DraftedSite } from '../../edit/drafted-site.ts'

/** Edits that are planned here: of whole files, redirects, pictures and problems. */
export class StudioEdits {
  readonly #site: DraftedSite
  readonly #draft: Draft

  constructor(site: DraftedSite) {
    this.#site = site
    this.#draft = site.draft
  }

  /** Saves a picture in public/. From then on, it can be chosen. @throws RequestFailure */
  async savePicture(name: string, bytes: Buffer): Promise<SavedPicture> {
    const { path, ...picture } = await savePicture(this.#draft.dir, name, bytes)
    this.#draft.logPicture(name, bytes)
    this.#site.session.readAgain([path])
    await this.#site.session.whenShown()
    return picture
  }

  /** Saves a part of a picture as another one. @throws RequestFailure */
  async cropPicture({ name, ...crop }: PictureCrop & { name: string }): Promise<SavedPicture> {
    const { files } = this.#site.site.input.publicFolder
    if (!files.has(crop.file))
      throw new RequestFailure('not-found', `There is no picture ${crop.file}.`)
    return this.savePicture(name, await cropPicture(this.#draft.dir, crop))
  }

  /** Replaces the text of a file, as one step, unless it has mistakes. @throws RequestFailure */
  async editSource({ version, file, before, after }: SourceEdit): Promise<SourceResult> {
    const problems = listSyntaxProblems(file, after)
    if (problems.length > 0) return { problems }
    const label = `Edit the YAML of ${file}`
    const draft = await this.#draft.rewrite(version, label, [{ file, before, after }])
    return { problems, draft }
  }

  /** Adds, changes or removes a redirect, as one step. @throws RequestFailure, UserError */
  async changeRedirects(version: number, action: RedirectAction): Promise<DraftState> {
    const { label, operations } = planRedirect(this.#site.site.input.shared, action)
    const state = await this.#draft.edit({ version, operations, label })
    // The studio fetches the list of redirects next.
    await this.#site.session.whenShown()
    return state
  }

  /** Changes a table, as one step. @throws RequestFailure, UserError */
  async changeRows(
    version: number,
    { file, path }: NodeAddress,
    edit: RowEdit,
  ): Promise<DraftState> {
    const text = await this.#draft.readText(file)
    const table = readTable({ file, path }, text)
    const changes = toRowChanges(table, edit)
    const operations = planRowEdits(table, getValue(file, text, []), changes, path).map(
      (operation): FileOperation => ({ file, ...operation }),
    )
    return this.#draft.edit({ version, operations, label: labelRowEdit(table, changes) })
  }

  /** Does what the author has chosen about a problem, as one step. @throws RequestFailure */
  async fixProblem(version: number, wanted: ProblemFix): Promise<DraftState> {
    // What was typed just before is checked first.
    await this.#site.session.whenChecked()
    const { problems } = this.#site.session.problems
    const text = await this.#draft.readText(wanted.file)
    if (wanted.cure === undefined) {
      const change = planFix(problems, wanted, text)
      return this.#draft.rewrite(version, `Fix in ${wanted.file}: ${wanted.message}`, [change])
    }
    const cure = findCure(this.#site.site, problems, wanted, text)
    const label = `${cure.label}: ${wanted.message}`
    if ('plan' in cure) return this.#draft.edit({ version, operations: cure.plan(), label })
    const { file, rewrite } = cure
    const change = { file, before: await this.#draft.readText(file), after: rewrite() }
    return this.#draft.rewrite(version, label, [change])
  }
}
