import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runComparison, runComparisons } from '../../changes/dev/run-comparison.ts'
import { diffTexts, shortenContext } from '../../report/diff-texts.ts'
import {
  formatValueChange,
  listSections,
  summarizeChanges,
} from '../../changes/format/list-sections.ts'
import type { FileChange } from '../../edit/text-edits.ts'
import { formatCount } from '../../../schema/util/format-first-items.ts'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import type { ChangeReport, FactChange } from '../../changes/report-types.ts'
import type { Draft } from '../draft/draft.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import type { NoticedChanges, StudioOperation, VisitorChange, VisitorChanges } from '../protocol.ts'
import { SerialQueue } from '../serial-queue.ts'

/** The next letter often follows sooner. A comparison with a known version takes half a second. */
const idleMs = 200

/** Compares what the site prints with and without the unsaved edits, as `npm run changes` does. */
export class VisitorChangesReporter {
  readonly #draft: Draft
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: { version: number; report: Promise<VisitorChanges>; stop: () => void } | undefined
  #trials = new Trials()
  /** Two comparisons would write the same folders. */
  readonly #turns = new SerialQueue()

  constructor(draft: Draft) {
    this.#draft = draft
  }

  /**
   * Compares a while after the last edit, so that the dialog that saves need not wait. Call it after
   * each edit: a comparison of an older version is stopped.
   */
  prepare(): void {
    clearTimeout(this.#timer)
    this.#trials.stop()
    this.#trials = new Trials()
    if (this.#last && this.#last.version !== this.#draft.version) this.#last.stop()
    if (this.#draft.state.files.length === 0) return
    this.#timer = setTimeout(() => void this.report().catch(() => {}), idleMs)
    this.#timer.unref()
  }

  /** Compares the current draft. A comparison of an older version is stopped. */
  report(): Promise<VisitorChanges> {
    const { version } = this.#draft
    if (this.#last?.version === version) return this.#last.report
    this.#last?.stop()
    const controller = new AbortController()
    const report = this.#compare(version, controller.signal)
    this.#last = { version, report, stop: () => controller.abort() }
    return report
  }

  async #compare(version: number, signal: AbortSignal): Promise<VisitorChanges> {
    const report = await this.#turns.run(() => compareDraft(this.#draft, signal))
    return { version, ...describeReport(report) }
  }

  /**
   * Compares what the draft prints with what it would print after an edit that is not made. The
   * next edit of the draft stops it. What has been compared since the last one is known.
   * @param next what is tried after it, compared in the same process
   * @throws UserError
   */
  async try(
    operations: StudioOperation[],
    next: StudioOperation[][] = [],
  ): Promise<VisitorChanges> {
    const { version } = this.#draft
    const trials = this.#trials
    if (!trials.find(operations)) {
      const started = trials.start([operations, ...next])
      void this.#turns.run(() => started.compare(this.#draft))
    }
    return { version, ...(await trials.find(operations)!) }
  }
}

/** An edit that is not made, and what settles its result. */
type Trial = {
  operations: StudioOperation[]
  resolve: (changes: NoticedChanges | Promise<never>) => void
}

/** What visitors would notice of edits of one version of the draft. */
class Trials {
  readonly #results = new Map<string, Promise<NoticedChanges>>()
  /** Without a result so far. */
  #open: Trial[] = []
  #controller = new AbortController()

  find(operations: StudioOperation[]): Promise<NoticedChanges> | undefined {
    return this.#results.get(JSON.stringify(operations))
  }

  /** Tries edits in place of those that have no result yet: nobody looks at them any more. */
  start(edits: StudioOperation[][]): { compare: (draft: Draft) => Promise<void> } {
    this.stop()
    const { signal } = (this.#controller = new AbortController())
    const open: Trial[] = []
    for (const operations of edits.filter((each) => !this.find(each))) {
      const result = new Promise<NoticedChanges>((resolve) => open.push({ operations, resolve }))
      // A caller that asks for the result later gets the error.
      result.catch(() => {})
      this.#results.set(JSON.stringify(operations), result)
    }
    this.#open = open
    return { compare: (draft) => compareTrials(draft, open, signal) }
  }

  stop(): void {
    this.#controller.abort()
    for (const { operations, resolve } of this.#open.splice(0)) {
      this.#results.delete(JSON.stringify(operations))
      resolve({ reason: 'Something else has been changed or compared since.' })
    }
  }
}

/** Compares edits with the draft, in one process unless one of them cannot be compared. */
async function compareTrials(draft: Draft, open: Trial[], signal: AbortSignal): Promise<void> {
  const texts = new Map<Trial, FileChange[]>()
  for (const trial of [...open])
    try {
      texts.set(trial, await draft.tryEdit(trial.operations))
    } catch (error) {
      trial.resolve(Promise.reject(error as Error))
      open.splice(open.indexOf(trial), 1)
    }
  while (open.length > 0 && !signal.aborted) {
    const changes = [draft.listChanges(), ...open.map((trial) => texts.get(trial)!)]
    const reason = await withUnsavedFiles(changes, (args) =>
      runComparisons(
        draft.dir,
        args,
        (report) => open.shift()?.resolve(describeReport(report)),
        signal,
      ),
    )
    // Those before it have a report.
    open.shift()?.resolve({ reason })
  }
}

/** @param report of `npm run changes`, or why there is none */
function describeReport(report: ChangeReport | string): NoticedChanges {
  if (typeof report === 'string') return { reason: report }
  const sections = listSections(report, wordFactChange)
  return {
    // What has days may show later.
    summary:
      sections.length === 0 && report.differences.length === 0
        ? 'Visitors notice nothing of this today.'
        : summarizeChanges(report),
    sections: sections.map(({ heading, lines }) => ({
      heading,
      lines: lines.map(({ text, before, after, pages = [], everywhere = false }) => ({
        text,
        parts: shortenContext(diffTexts(before, after)),
        pages,
        everywhere,
      })),
    })),
    notes: report.notes,
  }
}

/** Says what pages print of a fact, without the names that it and its sources have in the files. */
function wordFactChange({ label, changes, replaced = [], printedOn }: FactChange): string {
  const earlier = new Map<string, string[]>()
  for (const [before = '', after = ''] of replaced.map((each) => each.split(' → ')))
    earlier.set(after, [...(earlier.get(after) ?? []), before])
  const words = [
    ...changes.filter(({ what }) => what !== 'settled').map(formatValueChange),
    ...[...earlier].map(([after, texts]) => `${after} instead of ${listOr.format(texts)}`),
  ].join('; ')
  if (words === '') return `${label}: pages print the same`
  const where =
    printedOn.length === 0 ? 'on no page' : `on ${formatCount(printedOn.length, 'page')}`
  return `${label}: ${words}, ${where}`
}

const listOr = new Intl.ListFormat('en', { type: 'disjunction' })

/** What visitors noticed of a commit on one page. @param dir the folder of the site */
export async function describeCommitted(
  dir: string,
  commit: string,
  route: string,
): Promise<NoticedChanges> {
  if (!/^[0-9a-f]{7,64}$/.test(commit)) throw new StudioFailure('invalid', 'No commit is named.')
  const changes = describeReport(await runComparison(dir, [`${commit}^..${commit}`]))
  if ('reason' in changes) return changes
  const isHere = ({ pages, everywhere }: VisitorChange) => everywhere || pages.includes(route)
  const sections = changes.sections
    .map(({ heading, lines }) => ({ heading, lines: lines.filter(isHere) }))
    .filter(({ lines }) => lines.length > 0)
  return { ...changes, sections }
}

/**
 * Compares what the site prints with and without unsaved edits.
 * @param signal stops it
 * @returns the report of `npm run changes`, or why there is none
 */
export async function compareDraft(
  draft: Pick<Draft, 'dir' | 'listChanges'>,
  signal?: AbortSignal,
): Promise<ChangeReport | string> {
  return withUnsavedFiles([draft.listChanges()], (args) => runComparison(draft.dir, args, signal))
}

/** Writes what `npm run changes` reads in place of saved files. @param run gets its arguments */
async function withUnsavedFiles<T>(
  unsaved: FileChange[][],
  run: (args: string[]) => Promise<T>,
): Promise<T> {
  const folder = join(getCacheFolder(), 'studio')
  await mkdir(folder, { recursive: true })
  const paths: string[] = []
  try {
    for (const changes of unsaved) {
      const path = join(folder, `${randomUUID()}.json`)
      const texts = changes.map(({ file, after }) => [file, after] as const)
      await writeFile(path, JSON.stringify(Object.fromEntries(texts)), { mode: 0o600 })
      paths.push(path)
    }
    return await run(paths.flatMap((path) => ['--unsaved', path]))
  } finally {
    for (const path of paths) await rm(path, { force: true })
  }
}

/** How many changes a message lists, since nobody would read more. */
const maxListed = 30

/**
 * Says in plain text what visitors will notice of what is saved and not committed.
 * @param dir the folder of the site
 * @returns empty if the site cannot be compared
 */
export async function describeSaved(dir: string): Promise<string> {
  const result = await runComparison(dir, [])
  if (typeof result === 'string') return ''
  const lines = listSections(result, wordFactChange).flatMap(({ heading, lines: own }) =>
    own.map(({ text, before, after }) => {
      const values = [before, after].filter((value) => value !== undefined && value !== '')
      return `- ${heading}: ${text}${values.length > 0 ? ` (${values.join(' → ')})` : ''}`
    }),
  )
  const rest = lines.length - maxListed
  const end = rest > 0 ? [`- and ${rest} more`] : []
  return [summarizeChanges(result), '', ...lines.slice(0, maxListed), ...end].join('\n')
}
