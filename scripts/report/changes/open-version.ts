import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { summarizeProblems } from '../../../schema/problems/format-problems.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import type { UnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import { specVersion } from '../../../schema/validate/spec-version.ts'
import { type FileChange, readSiteText, toUnsavedSources } from '../../edit/text-edits.ts'
import { formatCommand } from '../../launch/commands.mjs'
import {
  describeCommit,
  explainUnknownReference,
  findCommit,
  findRepository,
  hasUncommittedChanges,
  runGit,
} from '../../shared/git.ts'
import { toSiteArgs } from '../../shared/usage.ts'
import { UserError } from '../../shared/user-error.ts'
import { planMigration } from '../../edit/plan-migration.ts'
import { extractCommit } from './extract-commit.ts'
import { SiteVersion } from './site-version.ts'
import { formatFileLine } from '../../../schema/problems/location.ts'

type CurrentVersion = {
  /** If the same folder is opened as several versions. */
  name?: string
  /** Edits that are read in place of the files. */
  unsaved?: UnsavedSources
  /** A version of the same site, whose files need not be read again. */
  like?: SiteVersion
}

type EarlierVersion = Pick<CurrentVersion, 'like'> & {
  /** What is read in place of its files. */
  edits?: FileChange[]
  /** Says in other words that it has errors. */
  explain?: (errors: string[]) => string
}

/**
 * Opens the version of a site that is in its folder, uncommitted changes included.
 * @param now see `MomentOptions`
 * @throws UserError if the site has errors
 */
export const openCurrentVersion = (
  site: string,
  now: string,
  { name, ...options }: CurrentVersion = {},
): Promise<SiteVersion> =>
  SiteVersion.open({
    ...options,
    ...{ site, now, name: name ?? nameCurrentVersion(site) },
    explain: (problems) =>
      [
        `Nothing can be compared, because of ${summarizeProblems(listErrors(problems))} in ${name ?? 'the site'}.`,
        ...formatErrors(problems),
        // Saving edits may correct what is saved.
        ...(name === undefined ? [`Run: ${formatCommand('check', toSiteArgs(site))}`] : []),
      ].join('\n'),
  })

function nameCurrentVersion(site: string): string {
  const repository = findRepository(site)
  if (!repository || !findCommit(repository, 'HEAD')) return 'the working folder'
  const short = runGit(repository.root, ['rev-parse', '--short', 'HEAD']).trim()
  return hasUncommittedChanges(repository)
    ? `the working folder (${short} with uncommitted changes)`
    : `the working folder (${short})`
}

/**
 * Opens an earlier version of a site. Its files are read with the current code.
 * @param reference a Git reference, or the folder of another copy of the site
 * @param now see `MomentOptions`
 * @throws UserError
 */
export async function openEarlierVersion(
  site: string,
  reference: string,
  now: string,
  { like, edits = [], explain }: EarlierVersion = {},
): Promise<SiteVersion> {
  const repository = findRepository(site)
  const commit = repository && findCommit(repository, reference)
  const open = async (folder: string, name: string) =>
    SiteVersion.open({
      ...{ site: folder, name, now, like },
      unsaved: new Map([
        ...(await migrate(folder)),
        ...(await toUnsavedSources(realpathSync(folder), edits)),
      ]),
      explain: (problems) =>
        explain?.(formatErrors(problems)) ??
        [
          `${name} cannot be read: the current version of Signpost finds ${summarizeProblems(listErrors(problems))} in it.`,
          ...formatErrors(problems),
          'Choose a later reference.',
        ].join('\n'),
    })
  if (repository && commit !== undefined) {
    const { folder, submodules } = await extractCommit(repository, commit, reference)
    const version = await open(folder, describeCommit(repository, reference, commit))
    for (const path of submodules)
      version.notes.push(
        `${path} is a submodule. Its earlier files are unknown, so those of the working folder were used on both sides.`,
      )
    return version
  }
  const folder = resolve(reference)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    if (existsSync(join(folder, 'pages.yaml'))) return open(folder, reference)
    throw new UserError(
      `${reference} has no pages.yaml, so it is no copy of the site. Name a folder that has one, or a Git reference. The output of a build cannot be compared.`,
    )
  }
  throw new UserError(
    repository
      ? explainUnknownReference(repository, reference)
      : `${site === '.' ? 'This folder' : site} is not in a Git repository, which would keep earlier versions. Name the folder of an earlier copy: ${formatCommand('changes', ['../site-before'])}. Or begin to keep versions: git init, git add ., git commit -m "First version".`,
  )
}

/** Plans the edits that move an earlier version to the current version of the spec language. */
async function migrate(folder: string): Promise<UnsavedSources> {
  const settings = await readSiteText(folder, 'pages.yaml')
  // A plan parses every file.
  if (new RegExp(`^spec: ${specVersion}\\s*$`, 'm').test(settings)) return new Map()
  // What cannot be read is reported when the version is.
  const plan = await planMigration(folder).catch(() => undefined)
  const isOlder = plan && (plan.from ?? (plan.applied.length > 0 ? 1 : specVersion)) !== specVersion
  return isOlder ? toUnsavedSources(realpathSync(folder), plan.changes) : new Map()
}

const listErrors = (problems: Problem[]) => problems.filter(({ severity }) => severity === 'error')

/** A few errors are enough to see what is wrong. */
export const formatErrors = (problems: Problem[]) =>
  listErrors(problems)
    .slice(0, 3)
    .map((problem) => `  ${formatFileLine(problem)}  ${problem.message}`)
