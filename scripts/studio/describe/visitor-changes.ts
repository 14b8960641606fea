import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runComparison } from '../../changes/dev/run-comparison.ts'
import { diffTexts, shortenContext } from '../../changes/diff-texts.ts'
import { listSections, summarizeChanges } from '../../changes/format/list-sections.ts'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import type { ChangeReport } from '../../changes/report-types.ts'
import type { Draft } from '../draft/draft.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import type { NoticedChanges, VisitorChange, VisitorChanges } from '../protocol.ts'

/** The next letter often follows sooner. A comparison with a known version takes half a second. */
const idleMs = 200

/** Compares what the site prints with and without the unsaved edits, as `npm run changes` does. */
export class VisitorChangesReporter {
  readonly #draft: Draft
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: { version: number; report: Promise<VisitorChanges>; stop: () => void } | undefined

  constructor(draft: Draft) {
    this.#draft = draft
  }

  /**
   * Compares a while after the last edit, so that the dialog that saves need not wait. Call it after
   * each edit: a comparison of an older version is stopped.
   */
  prepare(): void {
    clearTimeout(this.#timer)
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
    return { version, ...describeReport(await compareDraft(this.#draft, signal)) }
  }
}

/** @param report of `npm run changes`, or why there is none */
function describeReport(report: ChangeReport | string): NoticedChanges {
  if (typeof report === 'string') return { reason: report }
  return {
    summary: summarizeChanges(report),
    sections: listSections(report).map(({ heading, lines }) => ({
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
  const changes = draft.listChanges().map(({ file, after }) => [file, after] as const)
  const folder = join(getCacheFolder(), 'studio')
  const path = join(folder, `${randomUUID()}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(path, JSON.stringify(Object.fromEntries(changes)), { mode: 0o600 })
  try {
    return await runComparison(draft.dir, ['--unsaved', path], signal)
  } finally {
    await rm(path, { force: true })
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
  const lines = listSections(result).flatMap(({ heading, lines: own }) =>
    own.map(({ text, before, after }) => {
      const values = [before, after].filter((value) => value !== undefined && value !== '')
      return `- ${heading}: ${text}${values.length > 0 ? ` (${values.join(' → ')})` : ''}`
    }),
  )
  const rest = lines.length - maxListed
  const end = rest > 0 ? [`- and ${rest} more`] : []
  return [summarizeChanges(result), '', ...lines.slice(0, maxListed), ...end].join('\n')
}
