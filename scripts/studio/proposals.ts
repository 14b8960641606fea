import { execFile, spawnSync } from 'node:child_process'
import { lstatSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { applyOperations, getValue } from '../edit/apply-operations.ts'
import type { PublishedClash } from '../edit/draft/draft-state.ts'
import type { SaveLog } from '../edit/draft/save-log.ts'
import { mergeFiles, findBothValues } from '../edit/draft/merge-texts.ts'
import { RequestFailure } from '../edit/request-failure.ts'
import { tryRead } from '../shared/try-read.ts'
import {
  createGitEnvironment,
  findRepository,
  type Repository,
  runGit,
  toSiteFile,
  tryGit,
} from '../shared/git.ts'

/**
 * `GET proposals`: what became of the proposals of this computer, the newest first.
 * @property isBehind whether the main branch has commits that the folder lacks
 */
type Proposals = { proposals: ProposedBranch[]; isBehind: boolean }

/**
 * @property at when it was proposed
 * @property state closed if its branch is gone from the host, and the main one has not what it changes
 */
export type ProposedBranch = {
  branch: string
  subject: string
  at: string
  state: 'open' | 'accepted' | 'closed'
}

/** The name of commits that nobody has written. */
export const ownName = ['-c', 'user.name=Signpost', '-c', 'user.email=signpost@localhost']

const execute = promisify(execFile)
const fetchTimeoutMs = 30_000

/** Learns what the remote has now. Without a connection, what was known stays so. */
export async function fetchRemote(root: string): Promise<void> {
  const remote = findRemote(root)
  if (remote === undefined) return
  await execute('git', ['-C', root, 'fetch', '--quiet', '--prune', remote], {
    env: createGitEnvironment({ GIT_TERMINAL_PROMPT: '0' }),
    timeout: fetchTimeoutMs,
  }).catch(() => undefined)
}

export function findRemote(root: string): string | undefined {
  const names = runGit(root, ['remote']).split('\n').filter(Boolean)
  return names.includes('origin') ? 'origin' : names[0]
}

/** The branch of the remote that the site is built from; without a remote, the current commit. */
export function findMain(root: string): string {
  const remote = findRemote(root)
  if (remote === undefined) return 'HEAD'
  const current = findBranch(root) ?? ''
  const names = [...(current.startsWith('studio/') ? [] : [current]), 'HEAD', 'main', 'master']
  const references = names.map((name) => `refs/remotes/${remote}/${name}`)
  return findKnown(root, references)[0] ?? 'HEAD'
}

/** The current branch as the remote has it, if it does. */
function findUpstream(root: string): string | undefined {
  const reference = `refs/remotes/${findRemote(root)}/${findBranch(root)}`
  return isKnown(root, reference) ? reference : undefined
}

const listCommits = (root: string, range: string): string[] =>
  tryGit(root, ['rev-list', range])?.split('\n').filter(Boolean) ?? []

/** Whether others have published on the current branch what the folder lacks. */
export function isBehind(root: string): boolean {
  const upstream = findUpstream(root)
  return upstream !== undefined && listCommits(root, `HEAD..${upstream}`).length > 0
}

/** The commits of the current branch that its remote lacks. */
export function listUnsent(root: string): string[] {
  const upstream = findUpstream(root)
  return upstream === undefined ? [] : listCommits(root, `${upstream}..HEAD`)
}

/** The branch that is checked out, if there is one. */
export const findBranch = (root: string): string | undefined =>
  tryGit(root, ['symbolic-ref', '--short', 'HEAD'])?.trim()

export const isKnown = (root: string, reference: string): boolean =>
  tryGit(root, ['rev-parse', '--quiet', '--verify', reference]) !== undefined

/** @returns those of the references that exist */
export function findKnown(root: string, references: string[]): string[] {
  const found = runGit(root, ['cat-file', '--batch-check'], { input: references.join('\n') })
  const lines = found.split('\n')
  return references.filter((_, index) => !lines[index]!.endsWith(' missing'))
}

/** The text of a file in a commit; empty if it is not there. */
const readCommitted = (root: string, path: string, commit = 'HEAD'): string =>
  tryGit(root, ['show', `${commit}:${path}`]) ?? ''

const splitNames = (output: string | undefined) => output?.split('\0').filter(Boolean) ?? []

/** Lists what differs from the last commit, each after two letters and a space. */
export function listStatus(root: string, folder = '.'): string[] {
  const options = ['--porcelain', '-z', '--no-renames', '--untracked-files=all']
  return splitNames(runGit(root, ['status', ...options, '--', folder]))
}

const listOfBranch = (root: string, branch: string): string[] =>
  splitNames(
    tryGit(root, ['diff-tree', '-r', '-z', '--root', '--name-only', '--no-commit-id', branch]),
  )

export function listBranches(root: string, main: string): ProposedBranch[] {
  const format = '%(refname:short)%00%(subject)%00%(committerdate:iso-strict)%00%(upstream)'
  const listed = runGit(root, [
    ...['for-each-ref', '--sort=-committerdate', `--format=${format}`],
    'refs/heads/studio',
  ])
  return listed
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [branch = '', subject = '', at = '', upstream = ''] = line.split('\0')
      const isGone = upstream !== '' && !isKnown(root, upstream)
      const state = isAccepted(root, branch, main) ? 'accepted' : isGone ? 'closed' : 'open'
      return { branch, subject, at, state }
    })
}

/**
 * Whether the main branch has what a proposal changes: as its commit, after a squash or rebase, or
 * with corrections, which leave most of the lines that it adds.
 */
function isAccepted(root: string, branch: string, main: string): boolean {
  if (tryGit(root, ['merge-base', '--is-ancestor', branch, main]) !== undefined) return true
  const left = tryGit(root, ['cherry', main, branch])?.trim().split('\n') ?? []
  if (left.every((line) => line.startsWith('-'))) return true
  const files = listOfBranch(root, branch)
  if (tryGit(root, ['diff', '--quiet', main, branch, '--', ...files]) !== undefined) return true
  const base = tryGit(root, ['merge-base', main, branch])?.trim()
  if (base === undefined) return false
  const added = listAddedLines(root, base, branch, files)
  const accepted = new Set(listAddedLines(root, base, main, files))
  const found = added.filter((line) => accepted.has(line))
  return found.length * 2 > added.length
}

/** The lines that a commit has more than another, without spaces at their ends. */
const listAddedLines = (root: string, from: string, to: string, files: string[]): string[] =>
  runGit(root, ['diff', '--unified=0', '--no-color', '--no-ext-diff', from, to, '--', ...files])
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++ '))
    .map((line) => line.slice(1).trim())
    .filter((line) => line !== '')

/** Whether a file of the folder is as a commit has it. */
function isAsInCommit(root: string, path: string, commit: string): boolean {
  const file = join(root, path)
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
  const hash = isLink
    ? runGit(root, ['hash-object', '--stdin'], { input: readlinkSync(file) })
    : tryGit(root, ['hash-object', '--', path])
  return hash === tryGit(root, ['rev-parse', '--quiet', '--verify', `${commit}:${path}`])
}

/** What was proposed of the files of a repository, and may be accepted. */
export class ProposedFiles {
  readonly #root: string
  /** The newest branch of each file. */
  readonly #branches = new Map<string, string>()

  constructor(root: string) {
    this.#root = root
    for (const { branch, state } of listBranches(root, findMain(root)).reverse())
      if (state !== 'closed')
        for (const path of listOfBranch(root, branch)) this.#branches.set(path, branch)
  }

  /** @returns what a text was proposed as; the text itself if nothing of it is new */
  read(path: string, text: string): string {
    const committed = readCommitted(this.#root, path)
    const branch = this.#branches.get(path)
    if (branch === undefined) return committed
    const proposed = readCommitted(this.#root, path, branch)
    const merged = mergeFiles(path, committed, text, proposed)
    if ('text' in merged && merged.text === proposed) return text
    const isNewer = readCommitted(this.#root, path, `${branch}^`) !== committed
    return 'clash' in merged && isNewer ? committed : proposed
  }

  /** Whether a file was proposed as it is. */
  has(path: string): boolean {
    const branch = this.#branches.get(path)
    return branch !== undefined && isAsInCommit(this.#root, path, branch)
  }

  /** Lists the files that are as they were before a proposal changed them. */
  listTakenBack(): string[] {
    return [...this.#branches].flatMap(([path, branch]) =>
      isAsInCommit(this.#root, path, `${branch}^`) && !isAsInCommit(this.#root, path, branch)
        ? [path]
        : [],
    )
  }

  /**
   * Makes the changes of a text in the main branch, without what was proposed before, unless they
   * go on from there.
   * @throws RequestFailure if the main branch has changed the same lines
   */
  rebase(path: string, text: string, main: string): string {
    const theirs = readCommitted(this.#root, path, main)
    for (const before of [this.read(path, text), readCommitted(this.#root, path)]) {
      const merged = mergeFiles(path, before, text, theirs)
      if ('text' in merged && before !== text) return merged.text
    }
    throw explainClash(
      path,
      'Whoever may publish gets the newest version here, and chooses between both texts.',
    )
  }
}

/** What became of the proposals, after asking the remote. @param site its folder */
export async function listProposals(site: string): Promise<Proposals> {
  const repository = findRepository(site)
  if (!repository || !isKnown(repository.root, 'HEAD')) return { proposals: [], isBehind: false }
  const { root } = repository
  await fetchRemote(root)
  const main = findMain(root)
  const lacking = listCommits(root, `HEAD..${main}`)
  return { proposals: listBranches(root, main), isBehind: lacking.length > 0 }
}

/**
 * Brings what others have published into the folder. What is saved and not published stays, and
 * accepted proposals are forgotten.
 * @param saveLog follows what it knows of merged files
 * @returns what the author has saved where others have published something else, which is in the files
 * @throws RequestFailure if both have changed the same lines otherwise; then nothing has changed
 */
export async function getNewest(site: string, saveLog?: SaveLog): Promise<PublishedClash[]> {
  const repository = findRepository(site)
  if (!repository) return []
  const { root } = repository
  const main = findMain(root)
  const isOlder = tryGit(root, ['merge-base', '--is-ancestor', 'HEAD', main]) !== undefined
  const newest = isOlder ? main : mergeCommits(root, main)
  const changed = splitNames(
    runGit(root, ['diff', '--name-only', '--no-renames', '-z', 'HEAD', newest]),
  )
  const own = new Set(listStatus(root).map((line) => line.slice(3)))
  const accepted = listBranches(root, main).flatMap(({ branch, state }) =>
    state === 'accepted' ? [branch] : [],
  )
  const shared = changed.filter((path) => own.has(path))
  const merged = shared.flatMap((path) => mergeOwn(repository, path, newest, accepted, saveLog))
  // Git would not replace what is staged.
  if (shared.length > 0) runGit(root, ['reset', '--quiet', '--', ...shared])
  runGit(root, ['read-tree', '-i', '-m', 'HEAD', newest])
  runGit(root, ['update-ref', '-m', 'studio: get the newest version', 'HEAD', newest])
  const others = changed.filter((path) => !own.has(path))
  const [kept, gone] = [true, false].map((isThere) =>
    others.filter((path) => isKnown(root, `${newest}:${path}`) === isThere),
  )
  runGit(root, ['checkout-index', '--force', '-z', '--stdin'], { input: kept!.join('\0') })
  for (const path of gone!) rmSync(join(root, path), { force: true })
  for (const { path, file, text, before, theirs } of merged) {
    writeFileSync(join(root, path), text)
    if (file !== undefined) saveLog?.rebase(file, before, [theirs, text])
  }
  for (const branch of accepted) tryGit(root, ['branch', '--quiet', '--delete', '--force', branch])
  return merged.flatMap(({ clashes }) => clashes)
}

/**
 * Joins the commits of the folder, which were not sent, with those of the main branch.
 * @returns the commit that has both, on no branch yet
 * @throws RequestFailure
 */
function mergeCommits(root: string, main: string): string {
  const command = ['merge-tree', '--write-tree', '--name-only', '--no-messages', 'HEAD', main]
  const env = createGitEnvironment()
  const { stdout } = spawnSync('git', ['-C', root, ...command], { encoding: 'utf8', env })
  const [tree = '', clashing] = stdout.split('\n')
  if (tree === '' || clashing)
    throw new RequestFailure(
      'conflict',
      `A commit of this folder and one of others have changed the same lines${clashing ? ` of ${clashing}` : ''}. Both are kept, and nothing was changed here. In a terminal, run git pull --no-rebase, keep the right lines between the marks <<<<<<< and >>>>>>>, and run git commit --all. Until then, you can still ask others first.`,
    )
  const parents = ['-p', 'HEAD', '-p', main]
  const message = ['-m', 'Join the changes of this folder with those of others']
  return runGit(root, [...ownName, 'commit-tree', tree, ...parents, ...message]).trim()
}

/**
 * Merges a file that both the author and others have changed. Where both have changed one value, it
 * gets that of the others.
 * @param accepted branches, from which the author may have gone on
 * @returns nothing if it is the same
 * @throws RequestFailure
 */
function mergeOwn(
  repository: Repository,
  path: string,
  main: string,
  accepted: string[],
  saveLog: SaveLog | undefined,
) {
  const { root } = repository
  if (isAsInCommit(root, path, main)) return []
  const bytes = tryRead(join(root, path))
  const advice =
    'Take your change of it back with Undo, save, get the newest version here, and make your change again. Or a developer brings both together with Git.'
  if (!bytes || bytes.includes(0) || !isKnown(root, `${main}:${path}`))
    throw explainClash(path, advice)
  const [theirs, own] = [readCommitted(root, path, main), bytes.toString()]
  const before: [string, string] = [readCommitted(root, path), own]
  const file = toSiteFile(repository, path)
  const found = { path, file, before, theirs }
  const bases = accepted.filter((branch) => listOfBranch(root, branch).includes(path))
  for (const base of [...bases, 'HEAD']) {
    const merged = mergeFiles(path, readCommitted(root, path, base), own, theirs)
    if ('text' in merged) return [{ ...found, text: merged.text, clashes: [] }]
  }
  // A file that only other programs have written is not the studio's to merge.
  const isSaved = file !== undefined && saveLog?.findOwnWork(file, ...before) !== undefined
  const chosen = isSaved && chooseTheirs(file, before, theirs)
  if (!chosen) throw explainClash(path, advice)
  return [{ ...found, ...chosen }]
}

/** @returns undefined if both have changed more than values */
function chooseTheirs(file: string, [before, own]: [string, string], theirs: string) {
  const clashes: PublishedClash[] = []
  for (let text = own; ; ) {
    const merged = mergeFiles(file, before, text, theirs)
    if ('text' in merged) {
      const isThere = ({ address, theirs: value }: PublishedClash) =>
        isDeepStrictEqual(getValue(file, merged.text, address.path), value)
      return clashes.every(isThere) ? { text: merged.text, clashes } : undefined
    }
    const both = findBothValues(file, merged.clash, text, theirs)
    if (!both || isDeepStrictEqual(both.mine, both.theirs)) return undefined
    const { ownPath, path, mine, theirs: value } = both
    clashes.push({ address: { file, path }, mine, theirs: value })
    text = applyOperations(file, text, [{ kind: 'set', path: ownPath, value }])
  }
}

const explainClash = (path: string, advice: string) =>
  new RequestFailure(
    'conflict',
    `You and others have changed the same lines of ${path}. Nothing was changed. ${advice}`,
  )
