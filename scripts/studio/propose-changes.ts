import { datesFileName } from '../../schema/days/content-dates.ts'
import type { ChosenFiles, ProposalRequest } from '../edit/inputs.ts'
import { tryRead } from '../shared/try-read.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { formatCount, formatFirstItems } from '../../schema/util/format-first-items.ts'
import { createTwoFilesPatch } from 'diff'
import {
  createGitEnvironment,
  findRepository,
  runGit,
  tryGit,
  toRepositoryPath,
  toSiteFile,
  type Repository,
} from '../shared/git.ts'
import { groupBy } from '../../schema/util/group-by.ts'
import { findFreeName } from '../../schema/util/find-free-name.ts'
import { wordFix } from '../edit/plain-words.ts'
import { localizeCommands } from '../launch/commands.mjs'
import { checkSite } from '../prerender/run/inspect-site.ts'
import { extractCommit } from '../report/changes/extract-commit.ts'
import { writeCommitMessage } from './commit-message.ts'
import {
  fetchRemote,
  findBranch,
  findKnown,
  findMain,
  findRemote,
  getNewest,
  isBehind,
  isKnown,
  listBranches,
  listStatus,
  listUnsent,
  ownName,
  ProposedFiles,
} from './proposals.ts'
import type { Draft } from '../edit/draft/draft.ts'
import type { Author } from '../edit/draft/save-log.ts'
import { RequestFailure } from '../edit/request-failure.ts'
import type { Person } from './server/people.ts'

/**
 * `GET proposal`: what `POST propose` can commit, or why it cannot.
 * @property id changes with the content of the files
 */
export type ProposalPlan =
  | { reason: string }
  | {
      id: string
      /** The current branch, to which publishing adds. */
      current?: string
      subject: string
      files: ProposedFile[]
      remote?: string
      /** What the author must know besides. */
      warning?: string
    }

/**
 * A file of the site that is not committed as it is.
 * @property diff unified; undefined for a picture
 * @property author who has changed it since the last commit: the studio, other programs, or both. A
 *   new picture is the studio's if what the studio has saved shows it. An upload is a picture that no
 *   such page shows yet.
 */
export type ProposedFile = {
  file: string
  diff?: string
  author: 'studio' | 'others' | 'both' | 'upload'
  /** The pages that the steps of the studio in it are about. */
  pages?: string[]
}

/**
 * `GET publication?commit=`: what the workflow of the host makes of a commit, as its CLI says, and
 * whether the published site has it.
 * @property state unknown without the CLI, and without an answer of the published site
 */
export type Publication = {
  state: 'unknown' | 'waiting' | 'running' | 'done' | 'failed' | 'live'
  url?: string
}

/**
 * Answers `POST propose`.
 * @property url the page of the host that proposes the branch
 * @property message why it was not pushed
 * @property note what does not happen by itself
 */
export type Proposal = {
  branch: string
  commit: string
  pushed: boolean
  url?: string
  message?: string
  note?: string
}

const execute = promisify(execFile)
/** A message that names more ends with their count. */
const maxListed = 3
const maxSubjectLength = 72
const maxBranchLength = 40
/** A hook may run tests. */
const timeoutMs = 300_000

/** @property person who makes the commits, if several people edit */
type ProposalInput = {
  site: string
  draft: Pick<Draft, 'isSource' | 'saveLog'> & Partial<Pick<Draft, 'takePublished'>>
  person?: Pick<Person, 'name' | 'email'>
}

/**
 * Looks at what is about to be committed. Both commits have whole sites.
 * @param base the commit that it comes after
 * @param commit one that no branch has
 * @returns what visitors will notice, for the message, and its file of dates if another one is right
 */
type Examine = (base: string, commit: string) => Promise<{ text: string; dates?: string }>

/**
 * Lists what can be proposed: the files of the site that differ from the last commit, whoever has
 * changed them and whenever.
 */
export function planProposal(input: ProposalInput): ProposalPlan {
  const changes = readChanges(input)
  if ('reason' in changes) return changes
  const { repository, files, warning } = changes
  const subject = toSubject(listLabels(files))
  return {
    id: identify(files),
    current: findBranch(repository.root),
    subject,
    files: files.map(({ file, author, diff, labels }) => {
      const pages = [...new Set(labels.flatMap((label) => findRoute(label) ?? []))]
      return { file, author, diff, ...(pages.length > 0 && { pages }) }
    }),
    remote: findRemote(repository.root),
    warning,
  }
}

/** What can be committed. @property proposed what was proposed before */
type Changes = {
  repository: Repository
  proposed: ProposedFiles
  files: ChangedFile[]
  warning?: string
}

function readChanges({ site, draft }: ProposalInput): Changes | { reason: string } {
  const repository = findRepository(site)
  if (!repository) return { reason: 'The site is not in a Git repository.' }
  const changed = listChanged(repository)
  const reason = findObstacle(repository, changed)
  if (reason !== undefined) return { reason }
  const proposed = new ProposedFiles(repository.root)
  const names = changed.map(({ file }) => file)
  const files = listChangedFiles(repository, names, draft, proposed)
  const takenBack = proposed.listTakenBack()
  const warning =
    takenBack.length > 0
      ? `A proposal still has what you have taken back in ${formatFirstItems(takenBack, maxListed)}, and it goes online once that is accepted. Close the proposal at the host, and propose the rest again.`
      : undefined
  if (files.length > 0) return { repository, proposed, files, warning }
  if (warning !== undefined) return { reason: warning }
  const unsent = listUnsent(repository.root).length
  const isWaiting = listBranches(repository.root, findMain(repository.root)).some(
    ({ state }) => state === 'open',
  )
  const next = isWaiting
    ? ' A proposal goes online once it is accepted at the host. If you work alone, accept it there yourself.'
    : ''
  return {
    reason:
      unsent === 0
        ? `Everything that is saved has been proposed or published already.${next}`
        : `Everything that is saved is committed, and ${formatCount(unsent, 'commit')} of this folder waits to be sent: a developer does it with git push.`,
  }
}

/** Two commits at the same time would use the same index. */
const turns = pLimit(1)

/**
 * Commits the chosen files on a new branch, or to publish them on the current one, with the
 * installed Git, and pushes it if there is a remote. Publishing brings what others have published
 * into the folder first. Other changes of the user stay as they are, staged or not.
 * @throws RequestFailure with what Git says; then nothing is committed
 */
export const propose = (
  input: ProposalInput,
  request: ProposalRequest,
  examine?: Examine,
): Promise<Proposal> => turns(() => commitFiles(input, request, examine))

/** Calls back with what `propose` would commit. @throws RequestFailure */
export const examineChosen = <T>(
  input: ProposalInput,
  request: ChosenFiles,
  examine: (base: string, commit: string) => Promise<T>,
): Promise<T> =>
  turns(() =>
    inStage((stage) => {
      const { changes, files, base } = chooseFiles(input, request)
      return examine(base, commitUnseen(changes.repository, stage, files, base))
    }),
  )

/**
 * Checks a commit as a build for the public site reads it. The folder may have what does not go along.
 * @returns the next day on which a build would differ, if there is one
 * @throws RequestFailure if the build would fail
 */
export async function assertPublishable(site: string, commit: string): Promise<string | undefined> {
  const { folder } = await extractCommit(findRepository(site)!, commit, 'What goes along')
  const { problems, nextChange } = await checkSite(folder)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return nextChange
  const here = new Set((await checkSite(site)).problems.map(({ message }) => message))
  const notAlong =
    'The correction is in your folder, and does not go along. Choose its file under “What goes along”, or have its proposal accepted first.'
  const advise = (error: (typeof errors)[number]) =>
    here.has(error.message) ? localizeCommands(wordFix(error)) : notAlong
  // What has the same advice stands together, above it.
  const groups = groupBy(errors, advise)
  const lines = [...groups].flatMap(([advice, group]) => [
    ...new Set(group.map(({ message }) => message)),
    advice,
  ])
  throw new RequestFailure(
    'refused',
    `The public site stays as it is, because of ${formatCount(errors.length, 'error')}:\n${lines.join('\n')}`,
  )
}

async function inStage<T>(act: (stage: string) => T): Promise<Awaited<T>> {
  const stage = await mkdtemp(join(tmpdir(), 'signpost-commit-'))
  try {
    return await act(stage)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** What goes along. @property base the commit that it comes after */
type Chosen = { changes: Changes; files: ChangedFile[]; base: string }

/** @returns the files as they are to be committed, without what was proposed before */
function chooseFiles(
  input: ProposalInput,
  { id, files: names, publish = false }: ChosenFiles,
): Chosen {
  const changes = readChanges(input)
  if ('reason' in changes) throw new RequestFailure('refused', changes.reason)
  // Others may have saved meanwhile what nobody who may publish has seen.
  if (identify(changes.files) !== id)
    throw new RequestFailure(
      'conflict',
      'The files have changed since they were listed. Open this dialog again.',
    )
  const chosen = changes.files.filter(({ file }) => names.includes(file))
  if (chosen.length === 0) throw new RequestFailure('refused', 'Choose at least one file.')
  const { repository, proposed } = changes
  const base = publish ? 'HEAD' : findMain(repository.root)
  const files = chosen.map((each) => {
    if (each.diff === undefined || each.bytes === undefined) return each
    const path = toRepositoryPath(repository, each.file)
    return { ...each, bytes: Buffer.from(proposed.rebase(path, each.bytes.toString(), base)) }
  })
  return { changes, files, base }
}

/** Commits files so that they can be read as a site, on no branch. @param stage an empty folder */
function commitUnseen(
  repository: Repository,
  stage: string,
  files: ChangedFile[],
  base: string,
): string {
  const { root } = repository
  const tree = runGit(root, ['write-tree'], { env: stageFiles(repository, stage, files, base) })
  return runGit(root, [...ownName, 'commit-tree', tree.trim(), '-p', base, '-m', 'Compare']).trim()
}

async function commitFiles(
  input: ProposalInput,
  request: ProposalRequest,
  examine?: Examine,
): Promise<Proposal> {
  const { site, person } = input
  const { subject, publish = false } = request
  const repository = findRepository(site)
  if (repository) await fetchRemote(repository.root)
  const isOutdated = publish && repository && isBehind(repository.root)
  const listed = isOutdated ? await takeInNewest(input, request) : request
  const { changes, files: chosen, base } = chooseFiles(input, listed)
  const { root } = changes.repository
  const examined =
    examine &&
    (await inStage((stage) => examine(base, commitUnseen(changes.repository, stage, chosen, base))))
  const files = chosen.map((each) =>
    each.file === datesFileName && examined?.dates !== undefined
      ? { ...each, bytes: Buffer.from(examined.dates) }
      : each,
  )
  const labels = listLabels(chosen)
  const steps = labels.length > 1 ? labels.map((label) => `- ${label}`).join('\n') : ''
  const email = person?.email ?? tryGit(root, ['config', 'user.email'])?.trim()
  const others = chosen.flatMap(({ authors }) => authors).filter((each) => each.email !== email)
  const message = writeCommitMessage([subject, examined?.text || steps], others).flatMap((text) => [
    '--message',
    text,
  ])
  const commit: Commit = (folder, index) =>
    git(folder, ['commit', '--quiet', ...message], { ...toGitEnv(person), ...index })
  return inStage(async (stage) =>
    publish
      ? publishHere(changes, { files, stage, commit })
      : push(root, await commitOnBranch(changes, { files, stage, commit }, base, subject)),
  )
}

/** Others may have published what is in the same files. @returns the request for what is left */
async function takeInNewest(
  input: ProposalInput,
  request: ProposalRequest,
): Promise<ProposalRequest> {
  chooseFiles(input, request)
  const clashes = await getNewest(input.site, input.draft.saveLog)
  await input.draft.takePublished?.(clashes)
  if (clashes.length > 0)
    throw new RequestFailure(
      'conflict',
      'Nothing was published: others have published something else where you have changed it. Choose, save, and publish again.',
    )
  const changes = readChanges(input)
  return 'reason' in changes ? request : { ...request, id: identify(changes.files) }
}

type Commit = (folder: string, index?: { GIT_INDEX_FILE: string }) => Promise<void>

/** @property stage an empty folder */
type Staged = { files: ChangedFile[]; stage: string; commit: Commit }

/** Commits files on the current branch, and sends it. What is not sent is not committed either. */
async function publishHere(
  { repository }: Changes,
  { files, stage, commit }: Staged,
): Promise<Proposal> {
  const { root } = repository
  const branch = findBranch(root)
  if (branch === undefined)
    throw new RequestFailure('refused', 'No branch is checked out. Propose the changes instead.')
  const before = runGit(root, ['rev-parse', 'HEAD']).trim()
  await commit(root, stageFiles(repository, stage, files, 'HEAD'))
  const { message, url: _, ...made } = await push(root, branch)
  if (message !== undefined) {
    const reference = `refs/heads/${branch}`
    // Unless somebody has committed on top of it meanwhile.
    runGit(root, ['update-ref', '-m', 'studio: not sent', reference, before, made.commit])
    throw new RequestFailure(
      'refused',
      `Your changes were not sent, and wait here as before. Git says: ${message}`,
    )
  }
  // They are in the commit now. Whatever else is staged stays so.
  const paths = files.map(({ file }) => toRepositoryPath(repository, file))
  tryGit(root, ['reset', '--quiet', '--', ...paths])
  return made
}

/**
 * Commits files on a new branch from the newest main one, in a worktree of its own: the folder of
 * the author stays on its branch.
 * @returns the name of the branch
 */
async function commitOnBranch(
  { repository }: Changes,
  { files, stage, commit }: Staged,
  main: string,
  subject: string,
): Promise<string> {
  const { root } = repository
  const branch = chooseBranch(repository, subject)
  const tree = join(stage, 'tree')
  let isMade = false
  try {
    runGit(root, ['worktree', 'add', '--quiet', '-b', branch, tree, main])
    const paths = writeFiles(repository, tree, files)
    runGit(tree, ['add', '--force', '--', ...paths])
    await commit(tree)
    isMade = true
  } finally {
    tryGit(root, ['worktree', 'remove', '--force', '--force', tree])
    if (!isMade) tryGit(root, ['branch', '--quiet', '--delete', '--force', branch])
  }
  return branch
}

async function push(root: string, branch: string): Promise<Proposal> {
  const commit = runGit(root, ['rev-parse', '--short', branch]).trim()
  const remote = findRemote(root)
  if (remote === undefined) return { branch, commit, pushed: false }
  const failure = await git(root, ['push', '--quiet', '--set-upstream', remote, branch]).then(
    () => undefined,
    (error: Error) => error.message,
  )
  if (failure !== undefined) return { branch, commit, pushed: false, message: failure }
  const url = toCompareUrl(runGit(root, ['remote', 'get-url', remote]).trim(), branch)
  return { branch, commit, pushed: true, url }
}

/**
 * Stages files with the bytes that were compared: Git would read again what somebody may have saved
 * in this moment. It converts them as it does in the folder.
 * @param stage an empty folder
 * @returns the variable with which Git commits them
 */
function stageFiles(
  repository: Repository,
  stage: string,
  files: ChangedFile[],
  base: string,
): { GIT_INDEX_FILE: string } {
  const [index, tree] = [{ GIT_INDEX_FILE: join(stage, 'index') }, join(stage, 'tree')]
  runGit(repository.root, ['read-tree', base], { env: index })
  mkdirSync(tree)
  const paths = writeFiles(repository, tree, files)
  const own = ['-c', 'core.fsmonitor=false', `--work-tree=${tree}`]
  runGit(repository.root, [...own, 'add', '--force', '--', ...paths], { env: index })
  return index
}

/** @returns the paths of the files in the repository */
const writeFiles = (repository: Repository, tree: string, files: ChangedFile[]): string[] =>
  files.map(({ file, mode, bytes }) => {
    const path = toRepositoryPath(repository, file)
    const target = join(tree, path)
    if (bytes === undefined && mode !== undefined)
      throw new RequestFailure('refused', `${file} cannot be read.`)
    rmSync(target, { force: true })
    if (bytes === undefined) return path
    mkdirSync(dirname(target), { recursive: true })
    if (mode === undefined) symlinkSync(bytes.toString(), target)
    else writeFileSync(target, bytes, { mode })
    return path
  })

/** What the workflow of the host makes of a commit. @param commit as `propose` has answered it */
export async function followWorkflow(site: string, commit: string): Promise<Publication> {
  const repository = findRepository(site)
  if (!repository) return { state: 'unknown' }
  const { root } = repository
  const sha = tryGit(root, ['rev-parse', commit])?.trim()
  const args = ['run', 'list', '--commit', sha ?? commit, '--limit', '1']
  try {
    const { stdout } = await execute('gh', [...args, '--json', 'status,conclusion,url'], {
      cwd: root,
      timeout: 10_000,
    })
    const [run] = JSON.parse(stdout) as { status: string; conclusion: string; url: string }[]
    if (!run) return { state: 'waiting' }
    const ended = run.conclusion === 'success' ? 'done' : 'failed'
    return { state: run.status === 'completed' ? ended : 'running', url: run.url }
  } catch {
    return { state: 'unknown' }
  }
}

/**
 * @property mode of a file, as its system has it
 * @property bytes of the file, or where a link leads. Undefined if it was deleted
 * @property labels of the steps that the studio has saved in it
 * @property authors who have saved it
 */
type ChangedFile = ProposedFile & {
  mode?: number
  bytes: Buffer | undefined
  labels: string[]
  authors: Author[]
}

/** @returns what differs if any of the files does */
function identify(files: ChangedFile[]): string {
  const hash = createHash('sha256')
  for (const { file, mode, bytes } of files) {
    hash.update(JSON.stringify([file, mode, bytes?.length]))
    if (bytes) hash.update(bytes)
  }
  return hash.digest('base64')
}

/** The files of the site that differ from the last commit: YAML that it reads, and what is in public/. */
function listChangedFiles(
  repository: Repository,
  changed: string[],
  draft: ProposalInput['draft'],
  proposed: ProposedFiles,
): ChangedFile[] {
  const { root } = repository
  const texts = changed
    .filter((file) => draft.isSource(file))
    .flatMap((file): ChangedFile[] => {
      const path = toRepositoryPath(repository, file)
      const read = readFile(join(root, path))
      const content = read.bytes?.toString() ?? ''
      const committed = proposed.read(path, content)
      if (committed === content && (content !== '' || proposed.has(path))) return []
      const own = draft.saveLog.findOwnWork(file, committed, content)
      const changedText = {
        ...{ file, ...read },
        diff: createTwoFilesPatch(file, file, committed, content, '', '', { context: 3 }),
        author: own ? (own.isMixed ? ('both' as const) : ('studio' as const)) : ('others' as const),
        labels: own?.labels ?? [],
        authors: draft.saveLog.findAuthors(file, committed, content),
      }
      return [changedText]
    })
  const own = texts.filter(({ author }) => author !== 'others')
  const pictures = changed
    .filter((file) => file.startsWith('public/'))
    .filter((file) => !proposed.has(toRepositoryPath(repository, file)))
    .map((file): ChangedFile => {
      const read = readFile(join(root, toRepositoryPath(repository, file)))
      const content = read.bytes?.toString('base64') ?? ''
      const authors = draft.saveLog.findAuthors(file, '', content)
      if (own.some(({ diff = '' }) => listAdded(diff).includes(file.slice(6))))
        return { file, ...read, author: 'studio', labels: [], authors }
      const uploaded = draft.saveLog.findOwnWork(file, '', content)
      const author = uploaded ? 'upload' : 'others'
      return { file, ...read, author, labels: uploaded?.labels ?? [], authors }
    })
  return [...texts, ...pictures].sort((a, b) => (a.file < b.file ? -1 : 1))
}

function readFile(path: string): Pick<ChangedFile, 'mode' | 'bytes'> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink()) return { bytes: Buffer.from(readlinkSync(path)) }
  return { bytes: tryRead(path), ...(found && { mode: found.mode & 0o777 }) }
}

const listAdded = (diff: string): string =>
  diff
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .join('\n')

/** A changed file, relative to the folder of the site, with its two letters. */
type ChangedState = { state: string; file: string }

const listChanged = (repository: Repository): ChangedState[] =>
  listStatus(repository.root, repository.sitePath || '.').map((line) => ({
    state: line.slice(0, 2),
    file: toSiteFile(repository, line.slice(3))!,
  }))

/** Why nothing can be committed now. */
function findObstacle({ root }: Repository, changed: ChangedState[]): string | undefined {
  const unfinished = ['MERGE_HEAD', 'REBASE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']
  const known = findKnown(root, ['HEAD', ...unfinished])
  if (!known.includes('HEAD'))
    return 'The repository has no commit yet. Make the first one with Git.'
  const isMerging = known.length > 1
  const isUnmerged = changed.some(({ state }) => /U|AA|DD/.test(state))
  return isMerging || isUnmerged
    ? 'Git is in the middle of a merge or rebase. Finish it first.'
    : undefined
}

/** Changed prices and other things that pages share come first, and what no visitor notices last. */
function listLabels(files: ChangedFile[]): string[] {
  const rank = (label: string) => {
    if (/^(Change|Raise|Lower|Set|Replace) /.test(label))
      return findRoute(label) === undefined ? 0 : 1
    return unnoticed.test(label) ? 3 : 2
  }
  return files.flatMap(({ labels }) => labels).toSorted((a, b) => rank(a) - rank(b))
}

/** The labels of comments, of uploads, and of `recordDates` and `recordTranslation`. */
const unnoticed =
  /^(Comment on|(Resolve|Reopen|Delete) a comment on|Upload|Record today as their date:|This is up to date:) /

/** The page that a label is about. */
const findRoute = (label: string) => / (\/[\p{L}\p{N}/-]*)(?= |$)/u.exec(label)?.[1]

/** Several changes of pages are counted: the first of them says little. */
function toSubject(labels: string[]): string {
  const different = [...new Set(labels)]
  const noticed = different.filter((label) => !unnoticed.test(label))
  const pages = [...new Set(noticed.map(findRoute))].map((route) =>
    route === '/' ? 'the home page' : route,
  )
  const counted = `${noticed.length} changes on ${formatFirstItems(pages as string[], 2)}`
  const isCounted = noticed.length > 1 && !pages.includes(undefined)
  if (isCounted && counted.length <= maxSubjectLength) return counted
  const rest = different.length - 1
  const end = rest > 0 ? `, and ${rest} more` : ''
  const first = different[0] ?? 'Edit the site'
  const maxLabelsLength = maxSubjectLength - end.length
  return (first.length > maxLabelsLength ? shorten(first, maxLabelsLength) : first) + end
}

/** Cuts a text after a word. */
const shorten = (text: string, length: number) =>
  `${text
    .slice(0, length)
    .replace(/\s+\S*$/, '')
    .slice(0, length - 1)}…`

function chooseBranch({ root }: Repository, subject: string): string {
  const words = subject.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const whole = words.length > maxBranchLength ? /^.*-/.exec(words.slice(0, maxBranchLength)) : null
  const name = `studio/${(whole?.[0] ?? words.slice(0, maxBranchLength)).replaceAll(/^-|-$/g, '')}`
  return findFreeName(name, (each) => isKnown(root, `refs/heads/${each}`))
}

const toGitEnv = (person: ProposalInput['person']) =>
  person && {
    GIT_AUTHOR_NAME: person.name,
    GIT_AUTHOR_EMAIL: person.email,
    GIT_COMMITTER_NAME: person.name,
    GIT_COMMITTER_EMAIL: person.email,
  }

/** Hooks and credentials of the user apply. Git asks nothing in the terminal. */
async function git(root: string, args: string[], added?: Record<string, string>): Promise<void> {
  const env = createGitEnvironment({ GIT_TERMINAL_PROMPT: '0', ...added })
  try {
    await execute('git', ['-C', root, ...args], { env, timeout: timeoutMs })
  } catch (error) {
    const { stderr, stdout, message } = error as Error & { stderr?: string; stdout?: string }
    throw new RequestFailure('refused', (stderr || stdout || message).trim())
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
