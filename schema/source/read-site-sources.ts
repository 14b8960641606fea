import { memoizeByText } from '../util/memoize.ts'
import { realpath, stat, readdir, readlink } from 'node:fs/promises'
import { dirname, join, resolve, basename, relative, sep } from 'node:path'
import { glob } from 'tinyglobby'
import { problemAt, problemInFile, type Problem, type ParsedFile } from '../problems/problem.ts'
import { explainUnsafePath, outside, resolveInside } from '../util/resolve-inside.ts'
import { toRelativeName, isOutsideFolder } from '../util/site-paths.ts'
import { reportUnsafePath } from './report-unsafe-path.ts'
import type { SourceFile, SourceLocation } from '../problems/location.ts'
import type { Dirent } from 'node:fs'
import { asRecord } from '../util/records.ts'

/**
 * Reads and parses a file. Resolves to the error if the file cannot be read.
 * @param file the name for messages
 */
export type ReadSource<S extends ParsedFile = ParsedFile> = (
  path: string,
  file: string,
) => Promise<S | NodeJS.ErrnoException>

type ReadSourcesResult<S extends ParsedFile = ParsedFile> = {
  sources: S[]
  problems: Problem[]
}

/**
 * Reads pages.yaml and every file that it includes, directly or indirectly, once each.
 * @param dir the site's folder; files outside it are not read
 */
export async function readSiteSources<S extends ParsedFile>(
  dir: string,
  read: ReadSource<S>,
): Promise<ReadSourcesResult<S>> {
  const root = await realpath(dir).catch(() => resolve(dir))
  const result: ReadSourcesResult<S> = { sources: [], problems: [] }
  const seen = new Set<string>()
  const start = memoizeByText((path) => read(path, toRelativeName(root, path)))

  async function readWithIncludes(path: string, trail: string[]): Promise<void> {
    const file = toRelativeName(root, path)
    if (seen.has(path)) return
    seen.add(path)
    const source = await start(path)
    if (source instanceof Error) {
      const missing = source.code === 'ENOENT'
      const message = missing
        ? `The file ${file} does not exist.`
        : `The file ${file} cannot be read (${source.code ?? source.message}).`
      result.problems.push(
        problemInFile(file, missing ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE', message),
      )
      return
    }
    result.sources.push(source)
    result.problems.push(...source.problems)
    const includes = await resolveIncludes(root, path, source, result.problems)
    // Start all reads at once, for parallel readers. Results are merged in the order of includes.
    for (const { path: included } of includes) void start(included)
    for (const { path: included, index } of includes) {
      if ([...trail, path].includes(included)) {
        const location = { source, path: ['include', index] }
        const loop = [...trail, path, included]
          .slice([...trail, path].indexOf(included))
          .map((step) => toRelativeName(root, step))
        result.problems.push(
          problemAt(
            location,
            'INCLUDE_CYCLE',
            `${toRelativeName(root, included)} includes itself: ${loop.join(' → ')}.`,
          ),
        )
      } else {
        await readWithIncludes(included, [...trail, path])
      }
    }
  }

  await readWithIncludes(join(root, 'pages.yaml'), [])
  // Without pages.yaml, no file could be included.
  const [main] = result.sources
  if (main) result.problems.push(...(await findUnreadFiles(root, main, seen)))
  return result
}

async function resolveIncludes(
  root: string,
  from: string,
  source: SourceFile,
  problems: Problem[],
) {
  const { include, site } = (source.value ?? {}) as { include?: unknown; site?: unknown }
  // Validation reports an `include` that is a single name instead of a list. Its file is read
  // anyway.
  const patterns = typeof include === 'string' ? [include] : include
  if (!Array.isArray(patterns)) return []
  const found: { path: string; index: number }[] = []
  for (const [index, pattern] of patterns.entries()) {
    if (typeof pattern !== 'string' || pattern === '') continue
    const location = { source, path: ['include', index] }
    const refused = explainUnsafePath(toRelativeName(root, resolve(dirname(from), pattern)))
    if (refused !== undefined) {
      problems.push(reportUnsafePath(location, pattern, refused))
      continue
    }
    const paths = await listMatches(dirname(from), pattern)
    // A copy of pages.yaml in another folder is reported as a copy.
    const isCopy = site !== undefined && from !== join(root, 'pages.yaml')
    if (paths.length === 0 && !isCopy) {
      problems.push(await describeMissingInclude(location, dirname(from), pattern))
    }
    for (const path of paths.sort()) {
      const name = toRelativeName(root, path)
      const { path: real, refused } = resolveInside(root, name)
      if (refused === outside) problems.push(await describeOutwardLink(root, path))
      else if (refused !== undefined) problems.push(reportUnsafePath(location, name, refused))
      else found.push({ path: real, index })
    }
  }
  return found
}

async function describeOutwardLink(root: string, path: string): Promise<Problem> {
  const file = await findOutwardLink(root, path)
  const message = `${file} is a symbolic link that leads out of the site's folder.`
  const fix = 'Replace the link with what it leads to.'
  return problemInFile(file, 'INCLUDE_OUTSIDE', message, { fix })
}

/** A plain name is looked up. A pattern reads its whole folder, which a list of names must not. */
async function listMatches(cwd: string, pattern: string): Promise<string[]> {
  if (!/^[\w./-]+$/.test(pattern))
    return glob(pattern, { cwd, absolute: true, dot: false, expandDirectories: false })
  const path = resolve(cwd, pattern)
  const info = await stat(path).catch(() => undefined)
  return info?.isFile() ? [path] : []
}

async function describeMissingInclude(
  location: SourceLocation,
  folder: string,
  pattern: string,
): Promise<Problem> {
  const target = await stat(join(folder, pattern)).catch(() => undefined)
  const all = `${pattern.replace(/\/+$/, '')}/*.yaml`
  const message = target ? `"${pattern}" is a folder.` : `The file "${pattern}" does not exist.`
  return problemAt(location, 'INCLUDE_NOT_FOUND', message, {
    expected: 'a file, or a pattern such as pages/*.yaml',
    found: pattern,
    ...(target && { suggestion: all, replacement: { from: pattern, to: all } }),
  })
}

const yamlPattern = /\.ya?ml$/
/** Matches extensions that editors, file managers and typing mistakes turn .yaml into. */
const misspelledYamlPattern = /\.(?:ya?ml\.txt|YA?ML|Ya?ml|yalm|ymal|yam|yamll)$/

/**
 * Finds files in pages/ that look like part of the site but are not read: YAML files that no file
 * includes, misspelled extensions, folders named like files, and links that lead nowhere.
 * @param root the site's folder, resolved
 * @param main pages.yaml
 * @param read the resolved paths of the files that are read
 */
async function findUnreadFiles(
  root: string,
  { file, value }: SourceFile,
  read: Set<string>,
): Promise<Problem[]> {
  const entries = await readdir(join(root, 'pages'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  const found = await Promise.all(entries.map((entry) => explainUnreadFile(root, entry, read)))
  const problems = found.flatMap((problem) => problem ?? [])
  const others = problems.filter(({ code }) => code !== 'NOT_INCLUDED')
  // It is unknown which files an invalid pages.yaml includes.
  if (value === undefined) return others
  const { include, pages } = asRecord(value)
  if (problems.length === others.length || include !== undefined || pages !== undefined)
    return problems
  const message = `${file} includes none of the files in pages/.`
  return [problemInFile(file, 'MISSING_INCLUDE', message), ...others]
}

async function explainUnreadFile(
  root: string,
  entry: Dirent,
  read: Set<string>,
): Promise<Problem | undefined> {
  const path = join(entry.parentPath, entry.name)
  const file = toRelativeName(root, path)
  if (entry.isFile() && misspelledYamlPattern.test(entry.name)) {
    const name = entry.name.replace(misspelledYamlPattern, '.yaml')
    const message = `${file} is not read, because its name does not end in .yaml.`
    return problemInFile(file, 'NOT_INCLUDED', message, { fix: `Rename it to ${name}.` })
  }
  // Other files may be notes or backups.
  if (!yamlPattern.test(entry.name)) return undefined
  if (entry.isDirectory()) return reportFolder(file)
  if (!entry.isSymbolicLink())
    return read.has(path)
      ? undefined
      : problemInFile(file, 'NOT_INCLUDED', `No file includes ${file}.`)
  const target = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (target instanceof Error) return describeBrokenLink(file, target, await readlink(path))
  if (target.isDirectory()) return reportFolder(file)
  const real = await realpath(path)
  return read.has(real) || isOutsideFolder(root, real)
    ? undefined
    : problemInFile(file, 'NOT_INCLUDED', `No file includes ${file}.`)
}

const reportFolder = (file: string) =>
  problemInFile(
    file,
    'FILE_UNREADABLE',
    `${file} is a folder, although its name ends like a file's.`,
    {
      fix: `Rename the folder to ${basename(file).replace(yamlPattern, '')}, or replace it with a file.`,
    },
  )

function describeBrokenLink(file: string, error: NodeJS.ErrnoException, target: string): Problem {
  const isLoop = error.code === 'ELOOP'
  const message = isLoop
    ? `${file} is a symbolic link that leads back to itself.`
    : `${file} is a symbolic link to a file that does not exist.`
  const fix = 'Delete the link, or replace it with a file.'
  return problemInFile(file, 'FILE_UNREADABLE', message, { found: target, fix })
}

/**
 * Finds the link that leads out of the site's folder: the file itself, or a folder above it.
 * @returns its name relative to the site's folder
 */
async function findOutwardLink(root: string, path: string): Promise<string> {
  let current = root
  for (const step of relative(root, path).split(sep)) {
    current = join(current, step)
    if (isOutsideFolder(root, await realpath(current))) break
  }
  return toRelativeName(root, current)
}
