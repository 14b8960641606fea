import { toRelativeName } from '../../../schema/util/site-paths.ts'
import { listAllPages } from '../../../schema/resolve/list-all-pages.ts'
import { listCitedReadings } from '../../../schema/resolve/index-citations.ts'
import { specVersion } from '../../../schema/spec-version.ts'
import { writeFileChanges } from '../../edit/text-edits.ts'
import { planMigration } from '../../upgrade/plan-migration.ts'
import { existsSync, realpathSync, statSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { notFoundRoute, toRoute } from '../../../renderer/routes.ts'
import { summarizeProblems } from '../../../schema/problems/format-problems.ts'
import type { SiteData } from '../../../schema/page-data.ts'
import { listComingChanges, listDatedParts } from '../../../schema/days/coming-changes.ts'
import { formatDay, formatMoment } from '../../../schema/days/moment.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import {
  collectAddresses,
  findAddress,
  listGone,
  listRedirects,
} from '../../../schema/resolve/site-addresses.ts'
import { getDocumentPath } from '../../../schema/resolve/route-paths.ts'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { CheckedRun } from '../../prerender/run/run.ts'
import { formatCommand } from '../../launch/commands.mjs'
import { toSiteArgs } from '../../shared/usage.ts'
import { UserError } from '../../shared/user-error.ts'
import { extractCommit } from './extract-commit.ts'
import {
  describeCommit,
  explainUnknownReference,
  findCommit,
  findRepository,
  hasUncommittedChanges,
  runGit,
} from './git.ts'
import type { SiteVersion, VersionPage } from './site-version.ts'
import { rulesFile, type HostingRules } from '../../prerender/hosts/hosting-rules.ts'
import { readPageContents } from '../page-contents.ts'
import { openFolderRun } from '../../prerender/run/folder-run.ts'

/**
 * Opens the version of a site that is in its folder at a moment, to compare it with another moment.
 * @param now see `MomentOptions`
 */
export const openMoment = (site: string, now: string): Promise<SiteVersion> =>
  openCurrentVersion(site, now, `the site of ${now}`)

/**
 * Opens the version of a site that is in its folder, uncommitted changes included.
 * @param now see `MomentOptions`
 * @param name the name of this version, if the same folder is opened as several versions
 */
export async function openCurrentVersion(
  site: string,
  now: string,
  name?: string,
): Promise<SiteVersion> {
  const explain = (problems: Problem[]) =>
    [
      `The site has ${summarizeProblems(listErrors(problems))}, so it cannot be compared.`,
      ...formatErrors(problems),
      `Run: ${formatCommand('check', toSiteArgs(site))}`,
    ].join('\n')
  return openVersion(site, now, name ?? nameCurrentVersion(site), explain, name)
}

function nameCurrentVersion(site: string): string {
  const repository = findRepository(site)
  if (!repository || !findCommit(repository, 'HEAD')) return 'the working folder'
  const short = runGit(repository.root, ['rev-parse', '--short', 'HEAD']).trim()
  return hasUncommittedChanges(repository)
    ? `the working folder (${short} with uncommitted changes)`
    : `the working folder (${short})`
}

/**
 * Opens an earlier version of a site.
 * @param reference a Git reference, or the folder of an earlier output or of another site
 * @param now see `MomentOptions`
 * @throws UserError
 */
export async function openEarlierVersion(
  site: string,
  reference: string,
  now: string,
): Promise<SiteVersion> {
  const repository = findRepository(site)
  const commit = repository && findCommit(repository, reference)
  if (repository && commit !== undefined) {
    const { folder, submodules } = await extractCommit(repository, commit, reference)
    await migrateCopy(folder)
    const name = describeCommit(repository, reference, commit)
    const version = await openVersion(folder, now, name, explainErrors(name))
    for (const path of submodules)
      version.notes.push(
        `${path} is a submodule. Its earlier files are unknown, so those of the working folder were used on both sides.`,
      )
    return version
  }
  const folder = resolve(reference)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    if (existsSync(join(folder, 'index.html'))) return readOutputFolder(folder, reference)
    if (!existsSync(join(folder, 'pages.yaml')))
      throw new UserError(
        `${reference} is not an output: it has no index.html. Name the folder that a build wrote, or a Git reference.`,
      )
    return openVersion(folder, now, reference, explainErrors(reference))
  }
  throw new UserError(
    repository
      ? explainUnknownReference(repository, reference)
      : `${site === '.' ? 'This folder' : site} is not in a Git repository, so "${reference}" must be the folder of an earlier output. There is no such folder.`,
  )
}

/** Moves a copy of an earlier version to the current version of the spec language. */
async function migrateCopy(folder: string): Promise<void> {
  // What cannot be read is reported when the version is rendered.
  const plan = await planMigration(folder).catch(() => undefined)
  if (plan && (plan.from ?? (plan.applied.length > 0 ? 1 : specVersion)) !== specVersion)
    await writeFileChanges(folder, plan.changes)
}

/** Every version is read with the current code. */
const explainErrors = (name: string) => (problems: Problem[]) =>
  [
    `${name} cannot be rendered: the current version of Signpost finds ${summarizeProblems(listErrors(problems))} in it.`,
    ...formatErrors(problems),
    'Choose a later reference, or compare with the folder of an earlier output.',
  ].join('\n')

const listErrors = (problems: Problem[]) => problems.filter(({ severity }) => severity === 'error')

/** A few errors are enough to see what is wrong. */
const formatErrors = (problems: Problem[]) =>
  listErrors(problems)
    .slice(0, 3)
    .map(({ file, line, message }) => `  ${file}:${line}  ${message}`)

const listSettings = ({ name, phone, email, origin }: SiteData) =>
  new Map([
    ['site.name', [name]],
    ['site.phone', [phone.text, phone.href, phone.href.replace('tel:', '')]],
    ['site.email', [email.text, email.href]],
    ['site.origin', [origin]],
  ])

/**
 * Renders the documents of a site, to compare them with those of another version. Draws no images,
 * runs no rules across pages, and leaves out only pages that cannot be rendered, so that versions of
 * a site with mistakes can be compared, too.
 * @param part distinguishes several outputs of one folder
 * @param explain says that the files of the site have errors
 */
async function openVersion(
  site: string,
  now: string,
  name: string,
  explain: (problems: Problem[]) => string,
  part = '',
): Promise<SiteVersion> {
  const folder = shortHash(realpathSync(site) + part)
  const out = join(getCacheFolder(), 'rendered', folder, 'out')
  const options = { site, out, edition: { moment: { now } }, reportNotes: true }
  const result = await openFolderRun(options, { acceptsErrors: true }).update()
  if (result.status === 'done') return toVersion({ ...result, out }, site, name)
  throw new UserError(explain(result.status === 'failed' ? result.problems : []))
}

function toVersion(
  rendered: CheckedRun & { out: string },
  site: string,
  name: string,
): SiteVersion {
  const { input, made, out } = rendered
  const { shared, publicFolder } = input
  const pages = new Map<string, VersionPage>()
  const failed: string[] = []
  for (const { route, citations = [] } of made.pages) {
    const record = made.records.get(route)?.result
    if (!record) {
      failed.push(route)
      continue
    }
    pages.set(route, {
      file: join(out, getDocumentPath(route)),
      contentHash: record.contentHash,
      citations,
      pictures: [...record.pictures, ...shared.shellFindings.pictures].map(({ src, copies }) => ({
        src,
        ...(copies && { base: copies.base }),
      })),
    })
  }
  for (const { route } of listAllPages({ pages: made.planned, notFound: made.notFound }))
    if (made.records.has(route)) pages.set(route, { file: join(out, getDocumentPath(route)) })
  const addresses = collectAddresses(shared)
  return {
    name,
    output: out,
    files: join(site, 'public'),
    pages,
    redirects: new Map(listRedirects(addresses).map(({ from, to }) => [from, to])),
    findRedirect: (address) => findAddress(addresses, address)?.to,
    gone: new Set(listGone(addresses)),
    ledger: {
      facts: shared.context.facts,
      pageFacts: new Map(
        [...shared.merged.pages.values()].flatMap(({ route, facts }) =>
          facts ? [[route, facts] as const] : [],
        ),
      ),
      settings: listSettings(shared.site!),
      shellCitations: listCitedReadings(shared.shellFindings.citations),
      language: shared.context.language,
      coming: listComing(rendered),
      today: formatDay(shared.context.moment),
    },
    findPublicFile: (path) =>
      publicFolder.files.has(path) ? join(site, 'public', path) : undefined,
    failed: new Set(failed),
    notes: failed.map((route) => `${route} has an error in ${name}, so it could not be compared.`),
  }
}

const listComing = ({ input: { shared }, made }: CheckedRun): string[] => {
  const { now, timeZone } = shared.context.moment
  return listComingChanges(listDatedParts(shared.merged, made.pages), now).flatMap(
    ({ at, changes }) => changes.map((change) => `${formatMoment(at, timeZone)}: ${change}`),
  )
}

/** Opens the folder that a build wrote, with any version of Signpost. */
function readOutputFolder(folder: string, name: string): SiteVersion {
  const pages = new Map<string, VersionPage>()
  const redirects = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.html?$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${toRelativeName(folder, file)}`
    const route = path === '/404.html' ? notFoundRoute : toRoute(path.replace(/index\.html$/, ''))
    const html = readFileSync(file, 'utf8')
    // Redirect pages are short, so longer documents need not be parsed here.
    const redirect = html.length < maxRedirectLength ? readPageContents(html).redirect : undefined
    if (redirect === undefined) pages.set(route, { file })
    else redirects.set(route, toRoute(redirect))
  }
  return {
    name,
    output: folder,
    files: folder,
    pages,
    redirects,
    findRedirect: (address) => redirects.get(address),
    gone: readGoneAddresses(folder),
    findPublicFile(path) {
      const file = join(folder, path)
      return existsSync(file) ? file : undefined
    },
    failed: new Set(),
    notes: [
      `${name} is an output, which has no ledger. So changed facts are not listed; their texts are.`,
    ],
  }
}

const maxRedirectLength = 2000

function readGoneAddresses(folder: string): Set<string> {
  const file = join(folder, rulesFile)
  if (!existsSync(file)) return new Set()
  return new Set((JSON.parse(readFileSync(file, 'utf8')) as HostingRules).gone)
}
