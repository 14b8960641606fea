import { toRelativeName } from '../../schema/util/site-paths.ts'
import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { findNearestName } from '../../schema/validate/nearest-name.ts'
import { UserError } from './user-error.ts'

/** The Git repository of a site. */
export type Repository = {
  root: string
  /** The path of the site's folder below the root, with `/`; empty if it is the root. */
  sitePath: string
}

/** Converts the path of a file of the site to its path in the repository. */
export const toRepositoryPath = ({ sitePath }: Repository, file: string): string =>
  sitePath === '' ? file : `${sitePath}/${file}`

/** The path below the site of a file in its repository; undefined for a file outside of it. */
export const toSiteFile = ({ sitePath }: Repository, path: string): string | undefined =>
  sitePath === ''
    ? path
    : path.startsWith(`${sitePath}/`)
      ? path.slice(sitePath.length + 1)
      : undefined

/** Large enough for the list of files of a large repository. */
const maxOutputBytes = 1 << 30

/** Git in English. Hooks set variables that would make it use another repository. */
export function createGitEnvironment(added: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_PREFIX, ...env } = process.env
  return { ...env, LC_ALL: 'C', ...added }
}

/** Runs Git in a folder. @throws Error with what Git prints */
export function runGit(folder: string, args: string[], options: GitOptions = {}): string {
  try {
    // A file may be called :a or [b].
    return execFileSync('git', ['-C', folder, '--literal-pathspecs', ...args], {
      encoding: 'utf8',
      env: createGitEnvironment(options.env),
      input: options.input,
      maxBuffer: maxOutputBytes,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string }
    if (code === 'ENOENT')
      throw new UserError('Git is not installed, so no earlier version can be read.')
    throw new GitError(String(stderr ?? (error as Error).message).trim())
  }
}

type GitOptions = { env?: Record<string, string>; input?: string }

class GitError extends Error {}

/** Runs Git in a folder. @returns undefined if Git refuses */
export const tryGit = (folder: string, args: string[]): string | undefined => {
  try {
    return runGit(folder, args)
  } catch (error) {
    if (error instanceof GitError) return undefined
    throw error
  }
}

/**
 * @returns undefined if the site is in no repository
 * @throws UserError if Git does not read it, for example because another user owns it
 */
export function findRepository(site: string): Repository | undefined {
  const folder = realpathSync(site)
  try {
    const root = realpathSync(runGit(folder, ['rev-parse', '--show-toplevel']).trim())
    return { root, sitePath: toRelativeName(root, folder) }
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    if (error.message.includes('not a git repository')) return undefined
    throw new UserError(`Git cannot read the repository of ${site}: ${error.message}`)
  }
}

/**
 * @returns the commit; undefined if there is no such reference. `main...` is where HEAD left main.
 */
export function findCommit({ root }: Repository, reference: string): string | undefined {
  const branch = /^(.+)\.\.\.$/.exec(reference)?.[1]
  if (branch !== undefined) {
    const start = findCommit({ root, sitePath: '' }, branch)
    return start && tryGit(root, ['merge-base', start, 'HEAD'])?.trim()
  }
  // An argument such as --help must not be taken as an option.
  return tryGit(root, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${reference}^{commit}`,
  ])?.trim()
}

/** Explains why a reference was not found. */
export function explainUnknownReference({ root }: Repository, reference: string): string {
  const name = reference.replace(/\.{3}$/, '')
  const format = ['for-each-ref', '--format=%(refname:short)']
  const known = (tryGit(root, format) ?? '').split('\n').filter(Boolean)
  const meant = known.includes(`origin/${name}`)
    ? `origin/${name}`
    : findNearestName(name, ['HEAD', ...known])
  const isShallow = tryGit(root, ['rev-parse', '--is-shallow-repository'])?.trim() === 'true'
  return [
    `"${reference}" is neither a Git reference nor a folder.`,
    meant === undefined || meant === name ? '' : `Did you mean ${meant}?`,
    isShallow
      ? 'The repository is a shallow clone, which lacks earlier commits and other branches. In GitHub Actions, give actions/checkout fetch-depth: 0; elsewhere, run: git fetch --unshallow'
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** @returns `main (3f2a1c9)`, or `3f2a1c9` if the reference is a hash. */
export function describeCommit(repository: Repository, reference: string, commit: string): string {
  const found = tryGit(repository.root, ['rev-parse', '--short', commit])
  const short = found?.trim() ?? commit.slice(0, 7)
  return commit.startsWith(reference) ? short : `${reference} (${short})`
}

/** Whether the site differs from the last commit. */
export const hasUncommittedChanges = ({ root, sitePath }: Repository): boolean =>
  tryGit(root, ['status', '--porcelain', '--', sitePath || '.']) !== ''
