import { type DiffPart, diffTexts, shortenContext } from '../../report/diff-texts.ts'
import pLimit from 'p-limit'
import { EditComparison } from '../../report/changes/compare-edits.ts'
import { compareVersions } from '../../report/changes/compare-versions.ts'
import { formatErrors, openEarlierVersion } from '../../report/changes/open-version.ts'
import {
  formatValueChange,
  listSections,
  summarizeChanges,
} from '../../report/changes/list-sections.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import { capitalize } from '../../../schema/shared/capitalize.ts'
import { formatCount } from '../../../schema/util/format-first-items.ts'
import type { ChangeReport, FactChange } from '../../report/changes/report-types.ts'
import { serializeEntries } from '../../../schema/source/recorded-entries.ts'
import { datesFileName } from '../../../schema/days/content-dates.ts'
import type { FileChange } from '../../edit/text-edits.ts'
import type { SiteVersion } from '../../report/changes/site-version.ts'
import { memoize } from '../../../schema/util/memoize.ts'
import { tryGit } from '../../shared/git.ts'
import { readClock } from '../../shared/options.ts'
import { UserError } from '../../shared/user-error.ts'
import { sectionNames, toWords } from '../../../schema/shared/to-words.ts'
import type { Draft } from '../../edit/draft/draft.ts'
import type { FileEdit } from '../../edit/yaml-operations.ts'

/**
 * `GET changes/report`: what visitors and search engines will notice, in the words of
 * `npm run changes`. `POST trials { version, operations }` answers the same about an edit that is
 * not made: what it would change in the draft.
 */
type VisitorChanges = { version: number } & NoticedChanges

/** `GET history/changes ?commit &route`: what visitors noticed of a commit on a page. */
export type NoticedChanges =
  | { summary: string; sections: VisitorChangeSection[]; notes: string[] }
  /**
   * Why the site cannot be compared.
   * @property isIncomplete whether what goes along has errors, which what is left out may correct
   */
  | { reason: string; isIncomplete?: boolean }

type VisitorChangeSection = { heading: string; lines: VisitorChange[] }

/** @property parts of a text: what both versions have, or only one of them */
export type VisitorChange = {
  text: string
  parts: DiffPart[]
  pages: string[]
  everywhere: boolean
}

/** Compares what the site prints with and without the unsaved edits, as `npm run changes` does. */
export class VisitorChangesReporter {
  readonly #draft: Draft
  readonly #comparison: EditComparison
  /** Each comparison keeps what it has read until it ends. */
  readonly #turns = pLimit(1)
  #last: { version: number; report: Promise<VisitorChanges> } | undefined

  constructor(draft: Draft) {
    this.#draft = draft
    this.#comparison = new EditComparison(draft.dir)
  }

  /** Call it when a file of the site has changed on disk. */
  forget(): void {
    this.#comparison.forget()
    this.#last = undefined
  }

  /** Compares the current draft. */
  report(): Promise<VisitorChanges> {
    const { version } = this.#draft
    if (this.#last?.version === version) return this.#last.report
    const edits = this.#draft.listChanges()
    const report = this.#turns(async () => ({
      version,
      ...(await describeComparison(this.#comparison.compare(edits))),
    }))
    this.#last = { version, report }
    return report
  }

  /**
   * Compares what the draft prints with what it would print after an edit that is not made.
   * @throws UserError
   */
  async try(operations: FileEdit[]): Promise<VisitorChanges> {
    const { version } = this.#draft
    const edits = this.#draft.listChanges()
    const tried = await this.#draft.tryEdit(operations)
    return this.#turns(async () => ({
      version,
      ...(await describeComparison(this.#comparison.compareTried(edits, tried))),
    }))
  }
}

/** @returns what visitors notice, or why the site cannot be compared */
async function describeComparison(comparing: Promise<ChangeReport>): Promise<NoticedChanges> {
  try {
    return describeReport(await comparing)
  } catch (error) {
    if (error instanceof UserError) return { reason: error.message }
    throw error
  }
}

function describeReport(whole: ChangeReport): NoticedChanges {
  const report = joinTwins(whole)
  const sections = listNoticed(report)
  return {
    // What has days may show later.
    summary:
      sections.length === 0 && report.differences.length === 0
        ? 'Visitors notice nothing of this today.'
        : summarizeChanges(report),
    sections: sections.map(({ heading, lines }) => ({
      heading,
      lines: lines.map(({ text, before, after, pages = [], everywhere = false }) => ({
        text: capitalize(text),
        parts: shortenContext(diffTexts(before, after)),
        pages,
        everywhere,
      })),
    })),
    notes: report.notes,
  }
}

/** A fact of one page has the label of the fact that it repeats: for visitors, it is the same change. */
function joinTwins(report: ChangeReport): ChangeReport {
  const byLabel = new Map<string, FactChange>()
  for (const change of report.facts) {
    const { changes, replaced = [], printedOn, inStructuredDataOf } = change
    const last = byLabel.get(change.label)
    byLabel.set(change.label, {
      ...change,
      changes: [...(last?.changes ?? []), ...changes],
      replaced: [...(last?.replaced ?? []), ...replaced],
      printedOn: [...new Set([...(last?.printedOn ?? []), ...printedOn])],
      inStructuredDataOf: [...(last?.inStructuredDataOf ?? []), ...inStructuredDataOf],
    })
  }
  return { ...report, facts: [...byLabel.values()] }
}

function listNoticed(report: ChangeReport) {
  const settings = report.settings.map((each) => ({ ...each, name: nameSetting(each.name) }))
  return listSections({ ...report, settings }, wordFactChange)
}

/** `site.business.hours` → *hours in site settings, business*, as the forms call them. */
function nameSetting(name: string): string {
  const [section, ...keys] = name.split('.')
  const form = sectionNames[section!]
  if (form === undefined || keys.length === 0) return name
  const words = [form, ...keys.map(toWords)].map((each) => each.toLowerCase())
  return `${words.at(-1)} in ${words.slice(0, -1).join(', ')}`
}

/** Says what pages print of a fact, without the names that it and its sources have in the files. */
function wordFactChange(change: FactChange): string {
  const { label, changes, replaced = [], printedOn, inStructuredDataOf } = change
  const earlier = new Map<string, string[]>()
  for (const [before = '', after = ''] of replaced.map((each) => each.split(' → ')))
    earlier.set(after, [...(earlier.get(after) ?? []), before])
  const values = changes.filter(({ what }) => what !== 'settled')
  const isOne = values.every(
    ({ before, after }) => before === values[0]!.before && after === values[0]!.after,
  )
  const words = [
    ...(isOne
      ? values.slice(0, 1).map((only) => formatValueChange({ ...only, what: 'value' }))
      : values.map(formatValueChange)),
    ...[...earlier].map(([after, texts]) => `${after} instead of ${listOr.format(texts)}`),
  ].join('; ')
  if (words === '') return `${label}: pages print the same`
  const count = formatCount(printedOn.length || inStructuredDataOf.length, 'page')
  const where =
    printedOn.length > 0
      ? `on ${count}`
      : inStructuredDataOf.length > 0
        ? `only in what search engines read of ${count}`
        : 'on no page'
  return `${label}: ${words}, ${where}`
}

const listOr = new Intl.ListFormat('en', { type: 'disjunction' })

/** What visitors noticed of a commit on one page. @param dir the folder of the site */
export async function describeCommitted(
  dir: string,
  commit: string,
  route: string,
): Promise<NoticedChanges> {
  const changes = await describeComparison(
    (async () => {
      const now = readClock()
      const before = await openEarlierVersion(dir, `${commit}^`, now)
      return compareVersions(before, await openEarlierVersion(dir, commit, now, { like: before }))
    })(),
  )
  if ('reason' in changes) return changes
  const isHere = ({ pages, everywhere }: VisitorChange) => everywhere || pages.includes(route)
  const sections = changes.sections
    .map(({ heading, lines }) => ({ heading, lines: lines.filter(isHere) }))
    .filter(({ lines }) => lines.length > 0)
  return { ...changes, sections }
}

/** How many changes a message lists, since nobody would read more. */
const maxListed = 30

type CommitComparison = { report: ChangeReport; dates: string }

const compared = new Map<string, Promise<CommitComparison>>()

/**
 * Compares a commit with the one that it is based on. It is asked twice: before a person publishes,
 * and with another commit of the same files when one does.
 */
function compareCommits(dir: string, base: string, commit: string): Promise<CommitComparison> {
  const now = readClock()
  const files = tryGit(dir, ['rev-parse', base, `${commit}^{tree}`]) ?? commit
  const key = [dir, now.slice(0, 10), files].join('\n')
  return memoize(compared, key, 1, () => {
    const comparing = compareOnce(dir, base, commit, now)
    comparing.catch(() => compared.delete(key))
    return comparing
  })
}

/** What waits for its content can be proposed, and publishing it is refused elsewhere. */
const isMistake = ({ code }: Problem) =>
  code !== 'UNFILLED_PLACEHOLDER' && code !== 'UNWRITTEN_TEXT'

const incomplete =
  'What goes along has errors without the rest. Choose the files that it needs, too.'

const explainIncomplete = (errors: string[]): string => [incomplete, ...errors].join('\n')

/**
 * The second commit may have errors on its own. It has no date of what is on its pages only in the
 * folder.
 */
async function compareOnce(
  dir: string,
  base: string,
  commit: string,
  now: string,
): Promise<CommitComparison> {
  const explain = (errors: string[]) =>
    ['What is published has mistakes, so it cannot be compared with this:', ...errors].join('\n')
  const before = await openEarlierVersion(dir, base, now, { explain })
  const open = (like: SiteVersion, edits: FileChange[]) =>
    openEarlierVersion(dir, commit, now, { like, edits, explain: explainIncomplete })
  const found = await open(before, [])
  const recorded = serializeEntries(found.input.dates.entries)
  const dates = selectDates(before, found)
  const edit = { file: datesFileName, before: recorded, after: dates }
  const after = dates === recorded ? found : await open(found, [edit])
  const report = await compareVersions(before, after)
  const listErrors = (version: SiteVersion, route: string) =>
    version.has(route) ? formatErrors(version.getPage(route)?.errors.filter(isMistake) ?? []) : []
  const errors = after.routes
    .filter((route) => after.getKey(route) !== before.getKey(route))
    .flatMap((route) => {
      const known = listErrors(before, route)
      return listErrors(after, route).filter((each) => !known.includes(each))
    })
  if (errors.length > 0) throw new UserError(explainIncomplete(errors))
  return { report, dates }
}

/** What visitors will notice of a commit that is not made yet. @param dir the folder of the site */
export async function describeChosen(
  dir: string,
  base: string,
  commit: string,
): Promise<NoticedChanges> {
  const comparing = compareCommits(dir, base, commit).then(({ report }) => report)
  const changes = await describeComparison(comparing)
  return 'reason' in changes
    ? { ...changes, isIncomplete: changes.reason.startsWith(incomplete) }
    : changes
}

/**
 * Says the same in plain text, names a page where it can be noticed, and corrects the dates.
 * @returns an empty text if the site cannot be compared
 */
export async function examineCommit(
  dir: string,
  base: string,
  commit: string,
): Promise<{ text: string; route?: string; dates?: string }> {
  const found = await compareCommits(dir, base, commit).catch((error: Error) => {
    if (error instanceof UserError) return undefined
    throw error
  })
  if (!found) return { text: '' }
  const { dates } = found
  const report = joinTwins(found.report)
  const sections = listNoticed(report)
  const [route] = sections.flatMap(({ lines }) =>
    lines.flatMap(({ pages = [], everywhere }) => (everywhere ? ['/'] : pages)),
  )
  const lines = sections.flatMap(({ heading, lines: own }) =>
    own.map(({ text, before, after }) => {
      const values = [before, after].filter((value) => value !== undefined && value !== '')
      return `- ${heading}: ${text}${values.length > 0 ? ` (${values.join(' → ')})` : ''}`
    }),
  )
  const rest = lines.length - maxListed
  const end = rest > 0 ? [`- and ${rest} more`] : []
  const text = [summarizeChanges(report), '', ...lines.slice(0, maxListed), ...end].join('\n')
  return { text, dates, ...(route !== undefined && { route }) }
}

/** The recorded dates of a version, without those of what is on its pages only in the folder. */
function selectDates(before: SiteVersion, after: SiteVersion): string {
  const [old, recorded] = [before, after].map(({ input }) => input.dates.entries)
  const routes = new Set([...Object.keys(old!), ...Object.keys(recorded!)])
  const entries = [...routes].flatMap((route) => {
    const [was, now] = [old![route], recorded![route]]
    const isOfPage = was?.hash === now?.hash || after.getPage(route)?.contentHash === now?.hash
    const entry = isOfPage ? now : was
    return entry ? [[route, entry] as const] : []
  })
  return serializeEntries(Object.fromEntries(entries))
}
