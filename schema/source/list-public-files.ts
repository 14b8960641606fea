import {
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  type Dirent,
  type Stats,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { problemInFile, type Problem, type ProblemDetails } from '../problems/problem.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'
import { findSecretContent, findSecretName } from './secret-files.ts'
import { formatFirstItems } from '../util/format-first-items.ts'
import { explainUnsafePath } from '../util/resolve-inside.ts'
import { isOutsideFolder } from '../util/site-paths.ts'

/** The files of public/ that are published, and the problems of other files in it. */
export type PublicFolder = {
  /** URL paths, such as `/people/baker.jpg`, sorted. */
  files: Set<string>
  problems: Problem[]
}

/** A pointer of Git LFS is smaller. Bytes. */
const maxPointerBytes = 1024

/** Matches characters that would control a terminal. */
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g

/** How many hidden files a message names. */
const maxListedFiles = 5

/**
 * Lists the files of a site's public/ folder that are published. All code uses this list: it leaves
 * out hidden files, and reports secrets and links that leave the site as errors.
 * @param dir the site's folder
 */
export function listPublicFiles(dir: string): PublicFolder {
  const folder =
    tryStat(dir) && readdirSync(dir, { withFileTypes: true }).find(({ name }) => name === 'public')
  if (!folder) return { files: new Set(), problems: [] }
  const reader = new PublicFolderReader(realpathSync(dir))
  reader.addRoot(folder)
  return {
    files: new Set(reader.files.sort()),
    problems: [...reader.problems, ...reader.reportHidden()],
  }
}

class PublicFolderReader {
  readonly files: string[] = []
  readonly problems: Problem[] = []
  readonly #hidden: string[] = []
  readonly #site: string

  /** @param site the real path of the site's folder */
  constructor(site: string) {
    this.#site = site
  }

  addRoot(entry: Dirent): void {
    const target = entry.isSymbolicLink() ? this.#followLink('') : entry
    if (target?.isDirectory()) this.#addFolder('')
    else if (target) this.#report('', 'FILE_UNREADABLE', 'is a file but must be a folder')
  }

  /** Reports all hidden files in one warning. */
  reportHidden(): Problem[] {
    const [first] = this.#hidden
    if (first === undefined) return []
    const names = formatFirstItems(
      this.#hidden.map((path) => `public${path}`),
      maxListedFiles,
    )
    const verb = this.#hidden.length === 1 ? 'is' : 'are'
    return [problemInFile(`public${first}`, 'HIDDEN_FILE', `${names} ${verb} not published.`)]
  }

  /** @param folder the URL path of the folder; empty for public/ itself */
  #addFolder(folder: string): void {
    const entries = this.#tryRead(folder, (file) => readdirSync(file, { withFileTypes: true }))
    // Sorted, since the order of entries depends on the file system.
    for (const entry of entries?.sort((a, b) => (a.name < b.name ? -1 : 1)) ?? []) {
      const path = `${folder}/${entry.name}`
      if (this.#isPublishable(path, entry.name)) this.#addEntry(path, entry)
    }
  }

  #isPublishable(path: string, name: string): boolean {
    const secret = findSecretName(name)
    if (secret !== undefined) {
      this.#report(path, 'SECRET_FILE', `appears to contain ${secret}`)
      return false
    }
    if (name.startsWith('.') && path !== '/.well-known') {
      this.#hidden.push(path)
      return false
    }
    // If a name is not valid UTF-8, Node replaces its bytes with U+FFFD and cannot open the file.
    const hasBackslash = name.includes('\\')
    const what = hasBackslash
      ? 'has a backslash in its name'
      : /[\u0000-\u001f\u007f\ufffd]/.test(name)
        ? 'has a character that an address cannot have in its name'
        : explainUnsafePath(name, { hidden: true }) === undefined
          ? undefined
          : 'has a name that is not a file name on Windows'
    if (what === undefined) return true
    this.#report(path, 'INVALID_FILE_NAME', what)
    return false
  }

  #addEntry(path: string, entry: Dirent): void {
    const target = entry.isSymbolicLink() ? this.#followLink(path) : entry
    if (target?.isDirectory()) this.#addFolder(path)
    else if (target?.isFile()) this.#addFile(path)
    else if (target) this.#report(path, 'FILE_UNREADABLE', 'is neither a file nor a folder')
  }

  #addFile(path: string): void {
    this.files.push(path)
    const secret = this.#tryRead(path, findSecretContent)
    if (secret !== undefined) this.#report(path, 'SECRET_FILE', `appears to contain ${secret}`)
    if (this.#tryRead(path, isLfsPointer))
      this.#report(path, 'LFS_POINTER', 'is a pointer of Git LFS, which visitors would get')
  }

  /** @returns the properties of the link's target; undefined if the link must not be followed */
  #followLink(path: string): Stats | undefined {
    const file = this.#toFile(path)
    const target = readlinkSync(file)
    const found = `public${path} → ${target}`
    const link = `is a symbolic link to ${target}, `
    const fix = 'Correct the link, or delete it.'
    const stats = tryStat(file)
    const real = stats ? realpathSync(file) : resolve(dirname(file), target)
    // Of a commit that is checked, what is outside is missing.
    if (isOutsideFolder(this.#site, real)) {
      this.#report(path, 'LINK_OUTSIDE', `${link}which is not in the site's folder`, { found })
      return undefined
    }
    if (!stats) {
      this.#report(path, 'FILE_UNREADABLE', `${link}which does not exist`, { found, fix })
      return undefined
    }
    if (!isOutsideFolder(real, realpathSync(dirname(file)))) {
      this.#report(path, 'FILE_UNREADABLE', `${link}a folder that the link is in`, { found, fix })
      return undefined
    }
    const segments = relative(this.#site, real).split(sep)
    const secret = segments.map(findSecretName).find((each) => each !== undefined)
    if (secret === undefined) return stats
    this.#report(path, 'SECRET_FILE', `${link}which appears to contain ${secret}`, { found })
    return undefined
  }

  /** Reads a file or folder. Reports a failure, for example for lack of permission. */
  #tryRead<T>(path: string, read: (file: string) => T): T | undefined {
    try {
      return read(this.#toFile(path))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      this.#report(path, 'FILE_UNREADABLE', `cannot be read (${code})`)
      return undefined
    }
  }

  /** @param message completes a sentence that begins with the path */
  #report(path: string, code: ProblemCode, message: string, details: ProblemDetails = {}): void {
    const name = `public${path}`.replace(controlCharacters, '\ufffd')
    this.problems.push(problemInFile(name, code, `${name} ${message}.`, details))
  }

  #toFile(path: string): string {
    return join(this.#site, 'public', path)
  }
}

/** @returns undefined if the file, or the target of a link, does not exist */
function tryStat(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** Whether a file is what Git leaves in place of a file that LFS keeps. */
const isLfsPointer = (file: string): boolean =>
  statSync(file).size < maxPointerBytes &&
  readFileSync(file, 'latin1').startsWith('version https://git-lfs.github.com/spec/')
