import { statSync } from 'node:fs'
import pLimit from 'p-limit'
import { globSync } from 'tinyglobby'
import { localizeCommands } from '../launch/commands.mjs'
import { arrangeProblems } from '../../schema/problems/arrange-problems.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { ProblemCode } from '../../schema/problems/problem-codes.ts'
import { explainUnpublishable } from '../../schema/facts/facts.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import { asText } from '../../schema/util/as-text.ts'
import { asRecord } from '../../schema/util/records.ts'
import { describeFileState } from '../../schema/source/file-state.ts'
import { setUnsavedSources } from '../../schema/source/text/source-bytes.ts'
import type { FileChange } from '../edit/text-edits.ts'
import { resolveRoute } from '../prerender/read/resolve-pages.ts'
import { Session } from '../prerender/read/session.ts'
import { run, type ReadSite } from '../prerender/run/run.ts'
import { findNewProblems } from '../edit/write-checked-changes.ts'
import { UserError } from '../shared/user-error.ts'
import { Draft } from '../edit/draft/draft.ts'
import type { DraftState } from '../edit/draft/draft-state.ts'
import { DraftedSite, isEditableFile, type SiteHost } from '../edit/drafted-site.ts'
import { listInventions } from './list-inventions.ts'

/** Warnings that refuse an edit as errors do: the site would say what nobody has proved. */
const refusedWarnings = new Set<ProblemCode>([
  'UNCITED_FIGURE',
  'MISSING_EVIDENCE',
  'EVIDENCE_EXPIRED',
  'BROKEN_PROMISE',
  'CONTRADICTED_HOURS',
  'UNKNOWN_CONTACT',
  'WRITTEN_OUT_CONTACT',
])

/**
 * The result of an edit that was not refused.
 * @property changes what it changes in each file
 * @property warnings that the site has now, and had not before
 */
export type Proposed = { label: string; changes: FileChange[]; warnings: Problem[] }

/**
 * A site with the edits of an assistant, which are not written until it applies them. They are the
 * steps of a draft as in the studio, each checked with the whole site before it becomes one.
 */
export class AssistantSite {
  readonly #dir: string
  readonly #session: Session
  readonly #turns = pLimit(1)
  /** What the engine of edits sees. */
  readonly #host = {
    site: undefined as ReadSite | undefined,
    problems: { problems: [] as Problem[], isComplete: true },
    findPage: (route: string): ReturnType<SiteHost['findPage']> => {
      const resolved = this.#host.site?.resolved
      return resolved && resolveRoute(resolved, route)?.data
    },
    isOutdated: () => false,
    whenShown: () => this.#read(),
    whenChecked: () => this.#read(),
    readAgain: () => {},
  } satisfies SiteHost
  /** The edits and the files with which the site was read. */
  #readState: string | undefined
  /** Steps that another program has made impossible, until they have been reported. */
  #dropped: string[] = []
  readonly draft: Draft
  readonly drafted: DraftedSite

  /** @param dir the site's folder @param now see `MomentOptions` */
  constructor(dir: string, now = new Date(Date.now()).toISOString()) {
    this.#dir = dir
    const edition = { launch: false, moment: { now, drafts: true } }
    this.#session = new Session({ site: dir, edition, reportNotes: true })
    this.draft = new Draft({
      dir,
      editor: 'assistant',
      isSource: (file) => isEditableFile(this.#host.site, file),
      onChange: setUnsavedSources,
    })
    this.drafted = new DraftedSite(this.#host, this.draft)
  }

  /** @throws RequestFailure if the site could never be read */
  get site(): ReadSite {
    return this.drafted.site
  }

  /** The problems with the edits. */
  get problems(): Problem[] {
    return this.#host.problems.problems
  }

  /** Answers a question about the site as it is now, with the edits. */
  ask<T>(answer: () => T | Promise<T>): Promise<T> {
    return this.#turns(async () => {
      await this.#read()
      return answer()
    })
  }

  /**
   * Makes a step, unless the site would then have a new error, or say what nobody has proved.
   * @throws UserError with what `npm run check` would say
   */
  propose(makeStep: () => Promise<DraftState>): Promise<Proposed> {
    return this.#turns(async () => {
      await this.#read()
      const before = { problems: this.problems }
      const known = new Map(this.draft.listChanges().map(({ file, after }) => [file, after]))
      const { undo: label = '' } = await makeStep()
      await this.#read()
      const changes = await this.#listChangesSince(known)
      const found = findNewProblems(before, { problems: this.problems })
      const refused = found.filter(isRefused)
      const { schema, site, context } = this.site.resolved
      const { phone, email, otherContacts } = site.settings
      const contacts = [asRecord(phone).number, asRecord(email).address, otherContacts]
      const isReported = refused.some(({ code }) => code === 'UNCITED_FIGURE')
      const inventions = await listInventions(changes, {
        schema,
        contacts: contacts.flat().map(asText).filter(Boolean),
        readOthers: async (isWanted) => {
          const edited = new Set(changes.map(({ file }) => file))
          const files = await this.drafted.readValues(isWanted)
          return files.flatMap(({ file, value }) => (edited.has(file) ? [] : [value]))
        },
        leftOut: [...context.facts.values()].flatMap((fact) =>
          [...fact.readings].flatMap(([name, { value }]) =>
            typeof value === 'string' && explainUnpublishable(fact, name) === 'unproven'
              ? { fact: fact.name, text: value }
              : [],
          ),
        ),
        isReported,
      })
      if (changes.length === 0) await this.#refuse('It says exactly this already.')
      const reasons = [...inventions, localizeCommands(formatProblems(refused))].filter(Boolean)
      if (reasons.length > 0) await this.#refuse(reasons.join('\n\n'))
      return { label, changes, warnings: found.filter(({ severity }) => severity === 'warning') }
    })
  }

  /** Writes all edits. @param version as `draft.version` was when they were shown */
  apply(version: number): Promise<string[]> {
    return this.#turns(async () => {
      await this.#read()
      if (this.draft.listChanges().length === 0)
        throw new UserError('Nothing is proposed, so there is nothing to write.')
      if (version !== this.draft.version)
        throw new UserError(
          'This is not the version that changes shows now. Call changes again, show it, and apply its version.',
        )
      const saved = await this.draft.save(version)
      await this.#read()
      return saved
    })
  }

  /** Takes back the last step. If it was written, its files are written again. */
  undo(): Promise<{ label: string; written: string[] }> {
    return this.#turns(async () => {
      await this.#read()
      const { undo: label = '', undoesSaved = false } = this.draft.state
      await this.draft.undo()
      const written = undoesSaved ? await this.draft.save(this.draft.version) : []
      await this.#read()
      return { label, written }
    })
  }

  /** What has happened to earlier steps without the assistant. Says it once. */
  takeDropped(): string[] {
    return this.#dropped.splice(0)
  }

  async #refuse(reason: string): Promise<never> {
    await this.draft.undo()
    await this.#read()
    throw new UserError(reason)
  }

  /** @param known the texts of files with edits, as they were before */
  async #listChangesSince(known: Map<string, string>): Promise<FileChange[]> {
    const now = this.draft.listChanges()
    const bases = new Map(now.map(({ file, before }) => [file, before]))
    const files = new Set([...known.keys(), ...bases.keys()])
    const changes: FileChange[] = []
    for (const file of files) {
      const after = await this.draft.readText(file)
      const before = known.get(file) ?? bases.get(file)!
      if (before !== after) changes.push({ file, before, after })
    }
    return changes
  }

  /** Reads and checks the site with the edits, as another program may have changed it meanwhile. */
  async #read(): Promise<void> {
    await this.draft.takeOutsideChanges(this.draft.paths)
    for (const { id, label, reason } of this.draft.state.conflicts) {
      this.#dropped.push(`"${label}" was dropped. ${reason}`)
      await this.draft.settle(id, 'theirs')
    }
    const state = `${this.draft.version}\n${describeFiles(this.#dir)}`
    if (state === this.#readState) return
    const changed = new Set([this.#dir])
    const result = await run(this.#session, { changed, comparesEvidence: true })
    if (result.status === 'done') this.#host.site = { ...result.input, pages: result.made.pages }
    const problems = arrangeProblems('problems' in result ? result.problems : [])
    this.#host.problems = { problems, isComplete: true }
    this.#readState = state
  }
}

const isRefused = ({ severity, code }: Problem) => severity === 'error' || refusedWarnings.has(code)

/** Describes the states of all files that a site may read, so that each change is noticed. */
const describeFiles = (dir: string): string =>
  globSync('**', { cwd: dir, dot: true, absolute: true, ignore: notRead })
    .sort()
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false })
      return stats ? `${file} ${describeFileState(stats)}` : file
    })
    .join('\n')

const notRead = ['**/node_modules/**', '**/.git/**', '.signpost/**', 'dist/**']
