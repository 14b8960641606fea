import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findRepository, runGit, type Repository } from '../changes/versions/git.ts'
import type { SavedChanges } from './draft/saved-changes.ts'
import { StudioFailure } from './draft/studio-failure.ts'
import type { Proposal, ProposalPlan } from './protocol.ts'

const execute = promisify(execFile)
const maxSubjectLength = 72
const maxBranchLength = 40
/** A hook may run tests. */
const timeoutMs = 300_000

/** What proposing would do, or why it cannot. @param site the folder of the site */
export function planProposal(site: string, saved: SavedChanges): ProposalPlan {
  const repository = findRepository(site)
  if (!repository) return { reason: 'The site is not in a Git repository.' }
  const files = [...saved.files.keys(), ...listNewPictures(site, saved)].sort()
  if (saved.files.size === 0)
    return { reason: 'There is nothing to propose: save your edits first.' }
  const reason = findObstacle(repository, saved)
  if (reason !== undefined) return { reason }
  const subject = toSubject(saved.labels)
  const remote = findRemote(repository)
  return {
    branch: chooseBranch(repository, subject),
    subject,
    files,
    ...(remote !== undefined && { remote }),
  }
}

/**
 * Commits the files that the studio has saved on a new branch, with the installed Git, and pushes
 * it if there is a remote. Other changes of the user stay as they are, staged or not.
 * @throws StudioFailure with what Git says
 */
export async function propose(site: string, saved: SavedChanges): Promise<Proposal> {
  const plan = planProposal(site, saved)
  if ('reason' in plan) throw new StudioFailure('refused', plan.reason)
  const repository = findRepository(site)!
  const { root } = repository
  const { branch, subject, files, remote } = plan
  const before = findHead(root)
  const pictures = listNewPictures(site, saved).map((file) => toRepositoryPath(repository, file))
  runGit(root, ['switch', '--quiet', '--create', branch])
  try {
    const body = saved.labels.length > 1 ? saved.labels.map((label) => `- ${label}`).join('\n') : ''
    const message = body === '' ? [] : ['--message', body]
    const paths = files.map((file) => toRepositoryPath(repository, file))
    // Git only commits files that it tracks.
    if (pictures.length > 0) runGit(root, ['add', '--intent-to-add', '--', ...pictures])
    await git(root, [
      'commit',
      '--quiet',
      '--message',
      subject,
      ...message,
      '--only',
      '--',
      ...paths,
    ])
  } catch (error) {
    if (pictures.length > 0) runGit(root, ['reset', '--quiet', '--', ...pictures])
    // The commit is the same, so no file changes.
    runGit(root, ['switch', '--quiet', ...before])
    runGit(root, ['branch', '--quiet', '--delete', branch])
    throw error
  }
  const commit = runGit(root, ['rev-parse', '--short', 'HEAD']).trim()
  if (remote === undefined) return { branch, commit, pushed: false }
  const failure = await git(root, ['push', '--quiet', '--set-upstream', remote, branch]).then(
    () => undefined,
    (error: Error) => error.message,
  )
  const url = toCompareUrl(runGit(root, ['remote', 'get-url', remote]).trim(), branch)
  return failure === undefined
    ? { branch, commit, pushed: true, ...(url !== undefined && { url }) }
    : { branch, commit, pushed: false, message: failure }
}

/** The pictures that the saved edits show, and that Git does not track yet. */
function listNewPictures(site: string, { files }: SavedChanges): string[] {
  const untracked = runGit(site, ['ls-files', '-z', '--others', '--exclude-standard', 'public'])
  const isAdded = (src: string) =>
    [...files.values()].some(({ before, after }) => after.includes(src) && !before.includes(src))
  return untracked.split('\0').filter((file) => file && isAdded(file.replace(/^public/, '')))
}

const toRepositoryPath = ({ sitePath }: Repository, file: string) =>
  sitePath === '' ? file : `${sitePath}/${file}`

/** The argument with which `git switch` returns to the current branch or commit. */
function findHead(root: string): string[] {
  try {
    return [runGit(root, ['symbolic-ref', '--short', 'HEAD']).trim()]
  } catch {
    return ['--detach', runGit(root, ['rev-parse', 'HEAD']).trim()]
  }
}

/** The commit must contain the edits of the studio alone. */
function findObstacle(repository: Repository, { files }: SavedChanges): string | undefined {
  const { root } = repository
  for (const name of ['MERGE_HEAD', 'REBASE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'])
    if (tryRun(root, ['rev-parse', '--quiet', '--verify', name]) !== undefined)
      return 'Git is in the middle of a merge or rebase. Finish it first.'
  for (const [file, { before, after }] of files) {
    const committed = tryRun(root, ['show', `HEAD:${toRepositoryPath(repository, file)}`])
    if (committed === undefined) return `${file} is not in the last commit. Commit it first.`
    if (normalize(committed) !== normalize(before))
      return `${file} had changes of its own before you edited it here. Commit those first.`
    const current = readFileSync(join(repository.root, toRepositoryPath(repository, file)), 'utf8')
    if (normalize(current) !== normalize(after))
      return `${file} was changed by another program since you saved it. Commit it there.`
  }
  return undefined
}

const normalize = (text: string) => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')

function tryRun(root: string, args: string[]): string | undefined {
  try {
    return runGit(root, args)
  } catch {
    return undefined
  }
}

function findRemote({ root }: Repository): string | undefined {
  const names = runGit(root, ['remote']).split('\n').filter(Boolean)
  return names.includes('origin') ? 'origin' : names[0]
}

function toSubject(labels: string[]): string {
  const different = [...new Set(labels)]
  const rest = different.length - 1
  const end = rest > 0 ? `, and ${rest} more` : ''
  const first = different[0] ?? 'Edit the site'
  const maxLabelsLength = maxSubjectLength - end.length
  return (first.length > maxLabelsLength ? `${first.slice(0, maxLabelsLength - 1)}…` : first) + end
}

function chooseBranch({ root }: Repository, subject: string): string {
  const words = subject.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const name = `studio/${words.slice(0, maxBranchLength).replaceAll(/^-|-$/g, '')}`
  for (let count = 1; ; count++) {
    const branch = count === 1 ? name : `${name}-${count}`
    if (tryRun(root, ['rev-parse', '--quiet', '--verify', `refs/heads/${branch}`]) === undefined)
      return branch
  }
}

/** Hooks and credentials of the user apply. Git asks nothing in the terminal. */
async function git(root: string, args: string[]): Promise<void> {
  const env = { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' }
  try {
    await execute('git', ['-C', root, ...args], { env, timeout: timeoutMs })
  } catch (error) {
    const { stderr, stdout, message } = error as Error & { stderr?: string; stdout?: string }
    throw new StudioFailure('refused', (stderr || stdout || message).trim())
  }
}

/**
 * The page of a host that proposes a branch.
 * @param remote such as git@github.com:owner/name.git
 * @returns undefined for a folder, or a host whose addresses are unknown
 */
export function toCompareUrl(remote: string, branch: string): string | undefined {
  const found =
    /^(?:https?:\/\/(?:[^@/]+@)?|ssh:\/\/(?:[^@/]+@)?|[^@/:]+@)([\w.-]+)(?::\d+(?=\/))?[/:](.+?)(?:\.git)?\/?$/.exec(
      remote,
    )
  const [, host, path] = found ?? []
  if (host === undefined || path === undefined) return undefined
  const base = `https://${host}/${path}`
  const name = branch.split('/').map(encodeURIComponent).join('/')
  if (host.includes('gitlab'))
    return `${base}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}`
  if (host.includes('bitbucket'))
    return `${base}/pull-requests/new?source=${encodeURIComponent(branch)}`
  return host.includes('github') || host.includes('codeberg') || host.includes('gitea')
    ? `${base}/compare/${name}?expand=1`
    : undefined
}
