import { readdirSync, readlinkSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { problemInFile } from '../problems/problem.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'
import type { Problem, ProblemDetails } from '../problems/types.ts'
import { findSecretContent, findSecretName } from './secret-files.ts'
import { listSome } from '../util/list-some.ts'

/** What a site's public/ folder publishes, and what is wrong with the rest of it. */
export type PublicFolder = {
  /** URL paths, such as `/people/baker.jpg`, sorted. */
  files: Set<string>
  problems: Problem[]
}

/** Would change what a terminal shows. */
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g

/** Hidden files are listed up to this number. */
const maxListedFiles = 5

/**
 * Lists the files of a site's public/ folder that are published. Whatever reads the folder asks
 * here: hidden files are left out, and secrets and links that leave the site are errors.
 * @param dir the site's folder
 * @param options.searchesContents false if the contents have been searched for secrets before
 */
export function listPublicFiles(dir: string, { searchesContents = true } = {}): PublicFolder {
  const folder = tryStat(dir) && findEntry(dir, 'public')
  if (!folder) return { files: new Set(), problems: [] }
  const list = new PublicList(realpathSync(dir), searchesContents)
  list.addRoot(folder)
  return { files: new Set(list.files.sort()), problems: [...list.problems, ...list.reportHidden()] }
}

class PublicList {
  readonly files: string[] = []
  readonly problems: Problem[] = []
  readonly #hidden: string[] = []
  readonly #site: string
  readonly #searchesContents: boolean

  /** @param site the real path of the site's folder. */
  constructor(site: string, searchesContents: boolean) {
    this.#site = site
    this.#searchesContents = searchesContents
  }

  addRoot(entry: Dirent): void {
    const target = entry.isSymbolicLink() ? this.#followLink('') : entry
    if (target?.isDirectory()) this.#addFolder('')
    else if (target) this.#report('', 'FILE_UNREADABLE', 'is a file but must be a folder')
  }

  /** One warning for all of them. */
  reportHidden(): Problem[] {
    const [first] = this.#hidden
    if (first === undefined) return []
    const names = listSome(
      this.#hidden.map((path) => `public${path}`),
      maxListedFiles,
    )
    const verb = this.#hidden.length === 1 ? 'is' : 'are'
    return [problemInFile(`public${first}`, 'HIDDEN_FILE', `${names} ${verb} not published.`)]
  }

  /** @param folder its URL path; empty for public/ itself. */
  #addFolder(folder: string): void {
    const entries = this.#tryRead(folder, (file) => readdirSync(file, { withFileTypes: true }))
    // In the same order on every disk.
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
    // Where a name is not valid UTF-8, Node replaces its bytes and cannot open the file.
    const hasBackslash = name.includes('\\')
    if (!hasBackslash && !/[\u0000-\u001f\u007f\ufffd]/.test(name)) return true
    const what = hasBackslash ? 'a backslash' : 'a character that an address cannot have'
    this.#report(path, 'INVALID_FILE_NAME', `has ${what} in its name`)
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
    if (!this.#searchesContents) return
    const secret = this.#tryRead(path, findSecretContent)
    if (secret !== undefined) this.#report(path, 'SECRET_FILE', `appears to contain ${secret}`)
  }

  /** @returns what a link leads to; undefined if it must not be followed. */
  #followLink(path: string): Stats | undefined {
    const file = this.#toFile(path)
    const target = readlinkSync(file)
    const found = `public${path} → ${target}`
    const link = `is a symbolic link to ${target}, `
    const fix = 'Correct the link, or delete it.'
    const stats = tryStat(file)
    if (!stats) {
      this.#report(path, 'FILE_UNREADABLE', `${link}which does not exist`, { found, fix })
      return undefined
    }
    const real = realpathSync(file)
    if (!isInFolder(real, this.#site)) {
      this.#report(path, 'LINK_OUTSIDE', `${link}which is not in the site's folder`, { found })
      return undefined
    }
    if (isInFolder(realpathSync(dirname(file)), real)) {
      this.#report(path, 'FILE_UNREADABLE', `${link}a folder that the link is in`, { found, fix })
      return undefined
    }
    const segments = relative(this.#site, real).split(sep)
    const secret = segments.map(findSecretName).find((each) => each !== undefined)
    if (secret === undefined) return stats
    this.#report(path, 'SECRET_FILE', `${link}which appears to contain ${secret}`, { found })
    return undefined
  }

  /** Reports a file or folder that cannot be read, for example for lack of permission. */
  #tryRead<T>(path: string, read: (file: string) => T): T | undefined {
    try {
      return read(this.#toFile(path))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      this.#report(path, 'FILE_UNREADABLE', `cannot be read (${code})`)
      return undefined
    }
  }

  /** @param message completes a sentence that begins with the path. */
  #report(path: string, code: ProblemCode, message: string, details: ProblemDetails = {}): void {
    const name = `public${path}`.replace(controlCharacters, '\ufffd')
    this.problems.push(problemInFile(name, code, `${name} ${message}.`, details))
  }

  #toFile(path: string): string {
    return join(this.#site, 'public', path)
  }
}

const findEntry = (dir: string, name: string): Dirent | undefined =>
  readdirSync(dir, { withFileTypes: true }).find((entry) => entry.name === name)

/** @returns undefined for a file that does not exist, or a link to one. */
function tryStat(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

const isInFolder = (path: string, folder: string) => (path + sep).startsWith(folder + sep)
